/** A catalogue's products as a job has left them: what is remembered of products belongs to the edition it was read in. */
export interface Edition {
  /** The alias to search. */
  readonly index: string;
  /** Another one with every job. */
  readonly edition: number;
}

/** What something is remembered by until the next edition. An index's name has no blank. */
export const editionKey = ({ index, edition }: Edition, of: string): string => `${index} ${edition} ${of}`;
