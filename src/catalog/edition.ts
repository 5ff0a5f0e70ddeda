/** A catalogue's products as a job has left them: what is read of products belongs to the edition it was read in. */
export interface Edition {
  /** The generation to search. All reads of a request go to this one index. */
  readonly index: string;
  /** A higher one with every job that changed something. */
  readonly edition: number;
  /** Without, nothing is known of what editions have changed. */
  readonly changes?: Changes;
}

/** A value that products have of a leaf, as a number, see `tags.ts`. What depends on products with that value alone carries it. */
export type Tag = number;

/** The tags that editions changed, as far back as is known. */
export interface Changes {
  /** The latest edition that changed everything, or whose changes are unknown. */
  readonly everything: number;
  /** The latest edition after that one which changed a product with the tag, by tag. */
  readonly tags: ReadonlyMap<Tag, number>;
}

/** Something that was read of products. */
export interface Read {
  /** That was live before it was read. */
  readonly edition: number;
  /** The tags it depends on; undefined: on all products. */
  readonly tags: readonly Tag[] | undefined;
}

/** Whether what was read before is still so. */
export function isStillValid(live: Edition, read: Read): boolean {
  if (read.edition >= live.edition) return true;
  const { changes } = live;
  if (changes === undefined || read.tags === undefined || read.edition < changes.everything) return false;
  return read.tags.every((tag) => (changes.tags.get(tag) ?? 0) <= read.edition);
}
