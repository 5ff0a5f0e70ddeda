import type { Json, ProductData } from "../catalog/product-document.js";
import { mostSpecific } from "../catalog/category.js";
import type { LeafTypes } from "../catalog/leaves.js";
import { validationError } from "../errors.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { namedFields } from "../storefront/named-fields.js";

/** An item field and how it is read from what the shop sent; undefined where there is no value. */
export interface ProjectedField {
  readonly name: string;
  readonly read: (data: ProductData) => Json | undefined;
}

export type Projection = readonly ProjectedField[];

/** In every item anyway. */
const ALWAYS_THERE = new Set(["type", "product_identifier", "variant_identifier"]);

/** The interface's own names → where the feed has them. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ["name", "title"],
  ...["handle", "images", "price", "categories", "designer", "color", "sizes"].map((name) => [name, name] as const),
]);

const INTERFACE_FIELDS: readonly string[] = [...BUILT_IN.keys(), "category"];

/**
 * Names are, in this order, the interface's own, the storefront's aliases, and leaves of the catalogue or objects that
 * hold some ("attributes", "attributes.text.type").
 * @param names undefined for a request that names none: the interface's own
 * @param isKnown whether a name is one of the feed's
 * @throws ServiceError validation_error on `projection`
 */
export function parseProjection(
  names: readonly string[] | undefined,
  aliases: Readonly<Record<string, string>>,
  isKnown: (name: string) => boolean,
): Projection {
  const fields = new Map<string, ProjectedField>();
  for (const name of names ?? INTERFACE_FIELDS) {
    if (ALWAYS_THERE.has(name) || fields.has(name)) continue;
    fields.set(name, { name, read: readerOf(name, aliases, isKnown) });
  }
  return [...fields.values()];
}

function readerOf(
  name: string,
  aliases: Readonly<Record<string, string>>,
  isKnown: (name: string) => boolean,
): ProjectedField["read"] {
  if (name === "category") return mostSpecificCategory;
  const path = BUILT_IN.get(name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined);
  if (path !== undefined) return (data) => valueAt(data, path);
  if (isKnown(name)) return (data) => valueAt(data, name);
  const known = [...INTERFACE_FIELDS, ...Object.keys(aliases)].map((field) => `\`${field}\``).join(", ");
  throw validationError(
    "projection",
    `unknown field \`${shown(name)}\`; known are ${known} and the catalogue's own fields`,
  );
}

const shown = (name: string) => (name.length > 80 ? `${name.slice(0, 77)}…` : name).toWellFormed();

/**
 * The names of leaves, and of objects that hold some, that a page may count on: those that the catalogue ever had, those
 * that the configuration names, and those that the chain it reads on in began with. What today's feed holds does not matter.
 * @param leaves undefined while there is no catalogue: then any name is a leaf
 * @param frozen names that were known when the chain began
 */
export function knownFields(
  configuration: StorefrontConfiguration,
  leaves: LeafTypes | undefined,
  frozen: readonly string[] = [],
): (name: string) => boolean {
  return (name) =>
    leaves === undefined ||
    frozen.includes(name) ||
    leaves.has(name) ||
    isIn(leaves.keys(), name) ||
    isIn(namedFields(configuration), name);
}

/** Whether a leaf is called so, or lies in an object that is. */
function isIn(leaves: Iterable<string>, name: string): boolean {
  const prefix = `${name}.`;
  for (const leaf of leaves) if (leaf === name || leaf.startsWith(prefix)) return true;
  return false;
}

/** The value at a dotted name; null, "" and [] are no values. */
export function valueAt(data: ProductData, path: string): Json | undefined {
  const value = read(data, path);
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** A key may itself hold dots; objects in a list answer together, as they do in filters. */
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

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function mostSpecificCategory(data: ProductData): Json | undefined {
  const value = valueAt(data, "categories");
  return mostSpecific((isListValue(value) ? value : [value]).filter((one) => typeof one === "string"));
}

const isListValue = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
