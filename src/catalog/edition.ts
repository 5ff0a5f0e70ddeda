/** A catalogue's products as a job has left them: what is remembered of products belongs to the edition it was read in. */
export interface Edition {
  /** The alias to search. */
  readonly index: string;
  /** Another one with every job. */
  readonly edition: number;
}

/** A value that products have of a leaf, as a number: what depends on products with that value alone is told apart by it. */
export type Tag = number;

/** What was read in an edition. */
export interface Read {
  readonly edition: number;
  /** What it depends on; undefined: on all products. */
  readonly tags: readonly Tag[] | undefined;
}

/** Whether what was read before is still so. */
export const holds = (live: Edition, { edition }: Read): boolean => edition >= live.edition;

/** What something is remembered by until the next edition. An index's name has no blank. */
export const editionKey = ({ index, edition }: Edition, of: string): string => `${index} ${edition} ${of}`;
