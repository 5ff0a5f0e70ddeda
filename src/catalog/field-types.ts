import {
  CATEGORIES_FIELD,
  CATEGORY_SEPARATOR,
  type FieldType,
  type FieldTypes,
  type FieldValues,
  mostSpecific,
  type Scalar,
} from "./fields.js";
import { CATEGORY_FIELD, objectsAround } from "../filters/field-names.js";
import { booleanIn, isTimestamp, normalText, normalValue } from "../filters/operand.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { FIXED_FIELD_TYPES } from "../storefront/field-types.js";
import type { IndexWarning } from "./flatten.js";

/** The leaves that every catalogue has from its first line on; the template maps them. */
export const BASE_FIELD_TYPES: FieldTypes = new Map([
  ...Object.entries(FIXED_FIELD_TYPES),
  [CATEGORY_FIELD, "string"] as const,
]);

export const declaredTypes = ({ field_types }: Pick<StorefrontConfiguration, "field_types">): FieldTypes =>
  new Map(Object.entries(field_types));

/**
 * The leaves with which a new generation starts: all leaves that the catalogue has had, with the types that are
 * declared now. A declared name that was an object, or lies within a leaf, replaces the existing leaf or object.
 */
export function nextTypes(had: FieldTypes, declared: FieldTypes): Map<string, FieldType> {
  const types = new Map([...BASE_FIELD_TYPES, ...had]);
  for (const [field, type] of declared) {
    if (BASE_FIELD_TYPES.has(field)) continue;
    for (const other of types.has(field) ? [] : contradicting(types, field)) types.delete(other);
    types.set(field, type);
  }
  return types;
}

/** The leaves that a leaf of this name cannot stand beside. */
function contradicting(types: FieldTypes, field: string): string[] {
  const within = objectsAround(field).filter((object) => types.has(object));
  return [...within, ...[...types.keys()].filter((other) => other.startsWith(`${field}.`))];
}

/** All of `types`, and of `more` what can stand beside them. */
export function withFields(types: FieldTypes, more: FieldTypes): Map<string, FieldType> {
  const all = new Map(types);
  const names = new FieldNames();
  for (const field of types.keys()) names.add(field);
  for (const [field, type] of more) {
    if (all.has(field) || names.contradicts(field) || names.fields + names.growth(field) > MAX_FIELDS) continue;
    all.set(field, type);
    names.add(field);
  }
  return all;
}

/**
 * The values as the engine and the filters see them: each as its leaf's type has it, text in its normal
 * form, categories with all their ancestors, the most specific of them once more by itself. What does not fit is left out.
 */
export function fitFields(fields: FieldValues, types: FieldTypes): Map<string, readonly Scalar[]> {
  const fitted = new Map<string, readonly Scalar[]>();
  for (const [field, values] of fields) {
    const type = types.get(field);
    if (type === undefined) continue;
    const fitting = field === CATEGORIES_FIELD ? fitCategories(values, type) : fitValues(field, values, type);
    if (fitting.length > 0) fitted.set(field, fitting);
  }
  const category = mostSpecific((fields.get(CATEGORIES_FIELD) ?? []).filter((value) => typeof value === "string"));
  if (category !== undefined && category.length <= MAX_VALUE_LENGTH && types.has(CATEGORY_FIELD)) {
    fitted.set(CATEGORY_FIELD, [normalText(category)]);
  }
  return fitted;
}

/** @returns the very list where all values are as they should be, which nearly all are */
function fitValues(field: string, values: readonly Scalar[], type: FieldType): readonly Scalar[] {
  const fitted = values.map((value) => fitValue(normalValue(field, value), type));
  if (fitted.every((value, at) => value === values[at])) return values;
  return fitted.filter((value) => value !== undefined);
}

const fitCategories = (values: readonly Scalar[], type: FieldType): Scalar[] =>
  withAncestors(values.map((value) => normalValue(CATEGORIES_FIELD, value)))
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

/** FieldValues and the objects they lie in, below the limit of fields that the template sets (30,000, a few of them its own). */
export const MAX_FIELDS = 29_000;

/** Names of leaves and of the objects that they lie in: no name is both. */
export class FieldNames {
  readonly #leaves = new Set<string>();
  readonly #objects = new Set<string>();

  get fields(): number {
    return this.#leaves.size + this.#objects.size;
  }

  get fieldNames(): number {
    return this.#leaves.size;
  }

  has(field: string): boolean {
    return this.#leaves.has(field);
  }

  add(field: string): void {
    this.#leaves.add(field);
    for (const object of objectsAround(field)) this.#objects.add(object);
  }

  /** Whether a leaf of this name is an object here, or would lie in a leaf. */
  contradicts(field: string): boolean {
    return this.#objects.has(field) || objectsAround(field).some((object) => this.#leaves.has(object));
  }

  /** How many more fields there were with this leaf. */
  growth(field: string): number {
    return 1 + objectsAround(field).filter((object) => !this.#objects.has(object)).length;
  }
}

/** Longer strings are text, not values: they are searched and returned but not filtered on (the engine's terms end at 32,766 bytes). */
const MAX_VALUE_LENGTH = 1024;

/**
 * A value as a leaf of this type has it; undefined where it does not fit. What a feed writes as text is taken for what it
 * spells where nothing is lost and nobody can read it in another way: "19.99" where numbers are expected, "true" where
 * booleans are. Everything fits text that is not too long for a value.
 */
export function fitValue(value: Scalar, type: FieldType): Scalar | undefined {
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
export function misfits(field: string, values: readonly Scalar[], type: FieldType): IndexWarning[] {
  const reason = type === "string" ? "too_long" : "type";
  return values
    .filter((value) => fitValue(value, type) === undefined)
    .map((value) => ({ field, reason, expected: type, value }));
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
