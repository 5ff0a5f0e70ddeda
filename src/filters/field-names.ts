/** Where a catalogue has each variant's most specific category. No leaf of a feed begins so. */
export const CATEGORY_LEAF = "_category";

/** The interface's own names that the feed has something else under. */
const INTERFACE_NAMES: ReadonlyMap<string, string> = new Map([
  ["name", "title"],
  ["category", CATEGORY_LEAF],
]);

/** Names that keep their meaning whatever aliases say; as in projections. */
const KEPT = new Set(["handle", "images", "price", "categories", "designer", "color", "sizes"]);

/** The leaf that a name stands for in filters, facets and sorts: what it means in projections. */
export function leafNamed(name: string, aliases: Readonly<Record<string, string>>): string {
  const own = INTERFACE_NAMES.get(name);
  if (own !== undefined) return own;
  return !KEPT.has(name) && Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/** The name of a leaf in messages. */
export const shownName = (leaf: string): string => (leaf === CATEGORY_LEAF ? "category" : leaf);
