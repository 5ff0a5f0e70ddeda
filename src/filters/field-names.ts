import type { FieldType } from "./filter.js";

/** Name of the field with each variant's most specific category. Unlike this name, names of feed fields never start with an underscore. */
export const CATEGORY_FIELD = "_category";

export const PRICE_FIELD = "price";

/** Field names of the API, mapped to fields of the catalogue. Aliases cannot override these names. */
export const INTERFACE_NAMES: ReadonlyMap<string, string> = new Map([
  ["name", "title"],
  ...["handle", "images", "price", "categories", "designer", "color", "sizes"].map((name) => [name, name] as const),
  ["category", CATEGORY_FIELD],
]);

/** Returns the catalogue field that a name in filters, facets, sorts or projections stands for. */
export const fieldNamed = (name: string, aliases: Readonly<Record<string, string>>): string =>
  INTERFACE_NAMES.get(name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;

/** Prefix for the nonexistent fields that replace private fields. Names of feed fields never start with this prefix. */
const CLOSED = "_closed.";

/** Returns the name of a nonexistent field that replaces a private field in filters. */
export const closedField = (name: string): string => `${CLOSED}${name}`;

/** Returns the name of a field as shown in messages. */
export function shownName(field: string): string {
  if (field.startsWith(CLOSED)) return field.slice(CLOSED.length);
  return field === CATEGORY_FIELD ? "category" : field;
}

/** The objects that contain a field: "a" and "a.b" for "a.b.c". */
export function objectsAround(field: string): string[] {
  const names: string[] = [];
  for (let dot = field.indexOf("."); dot !== -1; dot = field.indexOf(".", dot + 1)) names.push(field.slice(0, dot));
  return names;
}

/** Field names and types for parsing a filter. */
export interface FilterFields {
  readonly fieldOf: (name: string) => string;
  /** Returns the type of a field. Undefined if the type is unknown; any operand is then accepted. */
  readonly typeOf: (field: string) => FieldType | undefined;
}

/**
 * Returns the field names and types for parsing filters.
 * @param types types of the fields; absent if operands are not checked, because the filter was validated before
 * @param isVisible whether the author of the filter may read a field; default: all fields. Private fields are treated as nonexistent
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
