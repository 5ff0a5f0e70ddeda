/** Returns the items of a part of a draft, or `null` if that part is not a list of objects. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller states the item type of the schema
export function itemsOf<T extends object>(value: unknown): readonly T[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  return value.every((one) => typeof one === "object" && one !== null) ? (value as T[]) : null;
}

/** Replaces the item at an index, or appends the item if the index is `null`. */
export const put = <T>(items: readonly T[], at: number | null, item: T): T[] =>
  at === null ? [...items, item] : items.map((one, position) => (position === at ? item : one));

export const without = <T>(items: readonly T[], at: number): T[] => items.filter((_, position) => position !== at);

/** Moves an item up (-1) or down (1) by one position. */
export function moved<T>(items: readonly T[], at: number, by: -1 | 1): T[] {
  const others = without(items, at);
  return [...others.slice(0, at + by), items[at] as T, ...others.slice(at + by)];
}

/**
 * Replaces the items that a predicate selects. New items take the positions of the selected items, and any remaining
 * new items are appended. The order of all other items stays the same.
 */
export function replaceWhere<T>(items: readonly T[], isOwn: (item: T) => boolean, next: readonly T[]): T[] {
  const left = [...next];
  return [...items.flatMap((item) => (isOwn(item) ? left.splice(0, 1) : [item])), ...left];
}
