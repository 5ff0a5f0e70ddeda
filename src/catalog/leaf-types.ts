import {
  CATEGORIES_LEAF,
  CATEGORY_SEPARATOR,
  type LeafType,
  type LeafTypes,
  type Leaves,
  mostSpecific,
  type Scalar,
} from "./leaves.js";
import { CATEGORY_LEAF, objectsAround } from "../filters/field-names.js";
import { booleanIn, isTimestamp, normalText, normalValue } from "../filters/operand.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { FIXED_FIELD_TYPES } from "../storefront/field-types.js";
import type { LostLeaf } from "./flatten.js";

/** The leaves that every catalogue has from its first line on; the template maps them. */
export const BASE_LEAF_TYPES: LeafTypes = new Map([
  ...Object.entries(FIXED_FIELD_TYPES),
  [CATEGORY_LEAF, "string"] as const,
]);

export const declaredTypes = ({ field_types }: Pick<StorefrontConfiguration, "field_types">): LeafTypes =>
  new Map(Object.entries(field_types));

/**
 * The leaves with which a new generation starts: all leaves that the catalogue has had, with the types that are
 * declared now. A declared name that was an object, or lies within a leaf, replaces the existing leaf or object.
 */
export function nextTypes(had: LeafTypes, declared: LeafTypes): Map<string, LeafType> {
  const types = new Map([...BASE_LEAF_TYPES, ...had]);
  for (const [leaf, type] of declared) {
    if (BASE_LEAF_TYPES.has(leaf)) continue;
    for (const other of types.has(leaf) ? [] : contradicting(types, leaf)) types.delete(other);
    types.set(leaf, type);
  }
  return types;
}

/** The leaves that a leaf of this name cannot stand beside. */
function contradicting(types: LeafTypes, leaf: string): string[] {
  const within = objectsAround(leaf).filter((object) => types.has(object));
  return [...within, ...[...types.keys()].filter((other) => other.startsWith(`${leaf}.`))];
}

/** All of `types`, and of `more` what can stand beside them. */
export function withLeaves(types: LeafTypes, more: LeafTypes): Map<string, LeafType> {
  const all = new Map(types);
  const names = new LeafNames();
  for (const leaf of types.keys()) names.add(leaf);
  for (const [leaf, type] of more) {
    if (all.has(leaf) || names.contradicts(leaf) || names.fields + names.growth(leaf) > MAX_FIELDS) continue;
    all.set(leaf, type);
    names.add(leaf);
  }
  return all;
}

/**
 * The values as the engine and the filters see them: each as its leaf's type has it, text in its normal
 * form, categories with all their ancestors, the most specific of them once more by itself. What does not fit is left out.
 */
export function fitLeaves(leaves: Leaves, types: LeafTypes): Map<string, readonly Scalar[]> {
  const fitted = new Map<string, readonly Scalar[]>();
  for (const [leaf, values] of leaves) {
    const type = types.get(leaf);
    if (type === undefined) continue;
    const fitting = leaf === CATEGORIES_LEAF ? fitCategories(values, type) : fitValues(leaf, values, type);
    if (fitting.length > 0) fitted.set(leaf, fitting);
  }
  const category = mostSpecific((leaves.get(CATEGORIES_LEAF) ?? []).filter((value) => typeof value === "string"));
  if (category !== undefined && category.length <= MAX_VALUE_LENGTH && types.has(CATEGORY_LEAF)) {
    fitted.set(CATEGORY_LEAF, [normalText(category)]);
  }
  return fitted;
}

/** @returns the very list where all values are as they should be, which nearly all are */
function fitValues(leaf: string, values: readonly Scalar[], type: LeafType): readonly Scalar[] {
  const fitted = values.map((value) => fitValue(normalValue(leaf, value), type));
  if (fitted.every((value, at) => value === values[at])) return values;
  return fitted.filter((value) => value !== undefined);
}

const fitCategories = (values: readonly Scalar[], type: LeafType): Scalar[] =>
  withAncestors(values.map((value) => normalValue(CATEGORIES_LEAF, value)))
    .map((value) => fitValue(value, type))
    .filter((value) => value !== undefined);

/** "Clothing: Knitwear" stands for "Clothing" as well. */
export function withAncestors(values: readonly Scalar[]): string[] {
  const expanded = new Set<string>();
  for (const value of values) {
    const category = String(value);
    if (category.length > MAX_VALUE_LENGTH) {
      // Not kept anyway, and the ancestors of a text made of separators would fill the memory.
      expanded.add(category);
      continue;
    }
    for (let end = category.indexOf(CATEGORY_SEPARATOR); end !== -1;) {
      if (end > 0) expanded.add(normalText(category.slice(0, end)));
      end = category.indexOf(CATEGORY_SEPARATOR, end + CATEGORY_SEPARATOR.length);
    }
    expanded.add(category);
  }
  return [...expanded];
}

/** Leaves and the objects they lie in, below the limit of fields that the template sets (30,000, a few of them its own). */
export const MAX_FIELDS = 29_000;

/** Names of leaves and of the objects that they lie in: no name is both. */
export class LeafNames {
  readonly #leaves = new Set<string>();
  readonly #objects = new Set<string>();

  get fields(): number {
    return this.#leaves.size + this.#objects.size;
  }

  get leaves(): number {
    return this.#leaves.size;
  }

  has(leaf: string): boolean {
    return this.#leaves.has(leaf);
  }

  add(leaf: string): void {
    this.#leaves.add(leaf);
    for (const object of objectsAround(leaf)) this.#objects.add(object);
  }

  /** Whether a leaf of this name is an object here, or would lie in a leaf. */
  contradicts(leaf: string): boolean {
    return this.#objects.has(leaf) || objectsAround(leaf).some((object) => this.#leaves.has(object));
  }

  /** How many more fields there were with this leaf. */
  growth(leaf: string): number {
    return 1 + objectsAround(leaf).filter((object) => !this.#objects.has(object)).length;
  }
}

/** Longer strings are text, not values: they are searched and returned but not filtered on (the engine's terms end at 32,766 bytes). */
const MAX_VALUE_LENGTH = 1024;

/**
 * A value as a leaf of this type has it; undefined where it does not fit. What a feed writes as text is taken for what it
 * spells where nothing is lost and nobody can read it in another way: "19.99" where numbers are expected, "true" where
 * booleans are. Everything fits text that is not too long for a value.
 */
export function fitValue(value: Scalar, type: LeafType): Scalar | undefined {
  switch (type) {
    case "string":
      return textOf(value);
    case "number":
      return typeof value === "string" ? numberSpelt(value) : typeof value === "number" ? value : undefined;
    case "boolean":
      return typeof value === "string" ? booleanSpelt(value) : typeof value === "boolean" ? value : undefined;
    case "date":
      return typeof value === "string" ? timestampIn(value) : undefined;
  }
}

/** The values that do not fit a leaf of this type, each with the reason. */
export function misfits(leaf: string, values: readonly Scalar[], type: LeafType): LostLeaf[] {
  const reason = type === "string" ? "too_long" : "type";
  return values
    .filter((value) => fitValue(value, type) === undefined)
    .map((value) => ({ leaf, reason, expected: type, value }));
}

function textOf(value: Scalar): string | undefined {
  const text = String(value);
  return text.length > MAX_VALUE_LENGTH ? undefined : text;
}

/** As JSON writes it, so that "007", "1,5", "1.234,00" and "+5" stay texts: they may be codes, or written elsewhere. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** So many digits survive in a double; a longer one is a code. */
const MAX_DIGITS = 15;

function numberSpelt(text: string): number | undefined {
  const trimmed = normalText(text);
  if (trimmed.length > 40 || !NUMBER.test(trimmed)) return undefined;
  const digits = trimmed
    .replace(/[eE].*$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  const number = Number(trimmed);
  return digits.length <= MAX_DIGITS && Number.isFinite(number) ? number : undefined;
}

/** Exporters differ in capitals ("TRUE", "True"). "yes" and 1 could be anything. */
const booleanSpelt = (text: string): boolean | undefined =>
  text.length > 20 ? undefined : booleanIn(normalText(text).toLowerCase());

function timestampIn(text: string): string | undefined {
  const trimmed = normalText(text);
  return isTimestamp(trimmed) ? trimmed : undefined;
}
