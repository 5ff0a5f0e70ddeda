/** The items of a part of a document that should be a list of objects; null where it is something else. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- what the schema says they are
export function itemsOf<T extends object>(value: unknown): readonly T[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  return value.every((one) => typeof one === "object" && one !== null) ? (value as T[]) : null;
}

/** A list with another item at a place; behind all where the place is null. */
export const put = <T>(items: readonly T[], at: number | null, item: T): T[] =>
  at === null ? [...items, item] : items.map((one, position) => (position === at ? item : one));

export const without = <T>(items: readonly T[], at: number): T[] => items.filter((_, position) => position !== at);

/** A list in which an item goes one place up (-1) or down (1). */
export function moved<T>(items: readonly T[], at: number, by: -1 | 1): T[] {
  const others = without(items, at);
  return [...others.slice(0, at + by), items[at] as T, ...others.slice(at + by)];
}
