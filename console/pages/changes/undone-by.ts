import type { PublicationEntry } from "../../../src/storefront/publications.js";

/**
 * Maps the id of each undone version to the number of the version that undid it. Ignores undo versions that were undone
 * themselves.
 * @param publications newest first
 */
export function undoneBy(
  publications: readonly Pick<PublicationEntry, "id" | "number" | "undo_of">[],
): ReadonlyMap<string, number> {
  const undone = new Map<string, number>();
  for (const { id, number, undo_of } of publications) {
    if (undo_of !== null && !undone.has(id)) undone.set(undo_of, number);
  }
  return undone;
}
