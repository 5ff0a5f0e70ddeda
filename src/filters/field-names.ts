import type { FieldType } from "./filter.js";

/** Where a catalogue has each variant's most specific category. No leaf of a feed begins so. */
export const CATEGORY_FIELD = "_category";

export const PRICE_FIELD = "price";

/** The interface's own names, which keep their meaning whatever aliases say, and the leaves that they stand for. */
export const INTERFACE_NAMES: ReadonlyMap<string, string> = new Map([
  ["name", "title"],
  ...["handle", "images", "price", "categories", "designer", "color", "sizes"].map((name) => [name, name] as const),
  ["category", CATEGORY_FIELD],
]);

/** The leaf that a name stands for in filters, facets, sorts and projections. */
export const fieldNamed = (name: string, aliases: Readonly<Record<string, string>>): string =>
  INTERFACE_NAMES.get(name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;

/** Before names of fields that pages do not see. No leaf of a feed begins so. */
const CLOSED = "_closed.";

/** The leaf that a name stands for whose field a page does not see: one that no catalogue has. */
export const closedField = (name: string): string => `${CLOSED}${name}`;

/** The name of a leaf in messages. */
export function shownName(field: string): string {
  if (field.startsWith(CLOSED)) return field.slice(CLOSED.length);
  return field === CATEGORY_FIELD ? "category" : field;
}

/** The objects that a dotted name lies in: "a" and "a.b" of "a.b.c". */
export function objectsAround(field: string): string[] {
  const names: string[] = [];
  for (let dot = field.indexOf("."); dot !== -1; dot = field.indexOf(".", dot + 1)) names.push(field.slice(0, dot));
  return names;
}

/** The names and types by which a filter is parsed. */
export interface FilterFields {
  readonly fieldOf: (name: string) => string;
  /** Undefined where nothing is known of a leaf: then any operand will do. */
  readonly typeOf: (field: string) => FieldType | undefined;
}

/**
 * @param types left out where operands are not checked, because the filter has been accepted before
 * @param isVisible whether whoever wrote the filter may see a leaf; any unless given. One that is not seen has no value anywhere.
 */
export const filterFields = (
  aliases: Readonly<Record<string, string>>,
  types?: ReadonlyMap<string, FieldType>,
  isVisible: (field: string) => boolean = () => true,
): FilterFields => ({
  fieldOf: (name) => {
    const field = fieldNamed(name, aliases);
    return isVisible(field) ? field : closedField(name);
  },
  typeOf: (field) => types?.get(field),
});
