import type { Json, ProductData } from "../catalog/product-document.js";
import { mostSpecific } from "../catalog/fields.js";
import { validationError } from "../errors.js";
import { CATEGORY_FIELD, INTERFACE_NAMES, fieldNamed } from "../filters/field-names.js";
import { SEES_ALL, type IsVisible } from "../filters/visible-fields.js";
import type { CatalogView } from "./catalog-view.js";

/** A field of a response item, with a function that reads the field's value from the product data, or undefined if the value is missing. */
interface ProjectedField {
  readonly name: string;
  readonly read: (data: ProductData) => Json | undefined;
}

export type Projection = readonly ProjectedField[];

/** Fields that every response item contains. */
const ALWAYS_THERE = new Set(["type", "product_identifier", "variant_identifier"]);

const INTERFACE_FIELDS: readonly string[] = [...INTERFACE_NAMES.keys()];

/**
 * Parses a projection (list of response fields). Names are resolved in this order: names defined by the API, the storefront's aliases,
 * fields of the catalogue and objects that contain fields ("attributes", "attributes.text.type").
 * @param names undefined selects the default fields of the API
 * @throws {ServiceError} validation_error on `projection`
 */
export function parseProjection(names: readonly string[] | undefined, view: CatalogView): Projection {
  const fields = new Map<string, ProjectedField>();
  for (const name of names ?? INTERFACE_FIELDS) {
    if (ALWAYS_THERE.has(name) || fields.has(name)) continue;
    fields.set(name, { name, read: readerOf(name, view) });
  }
  return [...fields.values()];
}

function readerOf(name: string, { aliases, isVisible, isKnown }: CatalogView): ProjectedField["read"] {
  if (name === "category") return isVisible(CATEGORY_FIELD) ? mostSpecificCategory : nothing;
  if (INTERFACE_NAMES.has(name) || Object.hasOwn(aliases, name) || isKnown(name)) {
    const path = fieldNamed(name, aliases);
    return (data) => seenAt(data, path, isVisible);
  }
  const known = [...INTERFACE_FIELDS, ...Object.keys(aliases)].map((field) => `\`${field}\``).join(", ");
  throw validationError(
    "projection",
    `unknown field \`${shown(name)}\`; expected one of ${known} and the catalogue's own fields`,
  );
}

const nothing = () => undefined;

const shown = (name: string) => (name.length > 80 ? `${name.slice(0, 77)}…` : name).toWellFormed();

/** The top-level names that a projection may contain, in alphabetical order. */
export function fieldNames({ aliases, names }: CatalogView): string[] {
  const all = new Set([
    ...INTERFACE_FIELDS,
    ...Object.keys(aliases),
    ...names().flatMap((field) => field.split(".", 1)),
  ]);
  return [...all].filter((name) => !ALWAYS_THERE.has(name) && !name.startsWith("_")).sort();
}

/** Returns the product value at a dotted field name. Null, "" and [] count as missing values. */
function valueAt(data: ProductData, path: string): Json | undefined {
  const value = read(data, path);
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** Returns the product value at a dotted field name, without private fields. */
function seenAt(data: ProductData, path: string, isVisible: IsVisible): Json | undefined {
  const value = valueAt(data, path);
  return value === undefined || isVisible === SEES_ALL ? value : seenIn(value, path, isVisible);
}

/** Removes private fields from a value. Returns undefined if the remaining value is empty. */
function seenIn(value: Json, path: string, isVisible: IsVisible): Json | undefined {
  if (typeof value !== "object" || value === null) return isVisible(path) ? value : undefined;
  if (isList(value)) {
    const seen = value.map((member) => seenIn(member, path, isVisible)).filter((member) => member !== undefined);
    return seen.length > 0 ? seen : undefined;
  }
  const seen = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const own = seenIn(member, `${path}.${key}`, isVisible);
    return own === undefined ? [] : [[key, own]];
  });
  return seen.length > 0 ? Object.fromEntries(seen) : undefined;
}

/**
 * Reads the value at a dotted path. Object keys may contain dots. For a list of objects the values of all members are returned, as in
 * filters.
 */
function read(value: Json, path: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isList(value)) {
    const found = value.map((member) => read(member, path)).filter((member) => member !== undefined);
    return found.length === 0 ? undefined : found.flat();
  }
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const key = path.slice(0, dot);
    const found = Object.hasOwn(value, key) ? read(value[key] as Json, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function mostSpecificCategory(data: ProductData): Json | undefined {
  const value = valueAt(data, "categories");
  return mostSpecific((isList(value) ? value : [value]).filter((one) => typeof one === "string"));
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
