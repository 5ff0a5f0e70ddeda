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

/** The fields that every catalogue has, as mapped by the index template. */
export const BASE_FIELD_TYPES: FieldTypes = new Map([
  ...Object.entries(FIXED_FIELD_TYPES),
  [CATEGORY_FIELD, "string"] as const,
]);

export const declaredTypes = ({ field_types }: Pick<StorefrontConfiguration, "field_types">): FieldTypes =>
  new Map(Object.entries(field_types));

/**
 * Returns the initial fields of a new catalogue generation: all fields of the catalogue, with the currently declared types. A declared
 * field replaces existing fields that conflict with its name.
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

/** Returns the fields whose names conflict with a field name. */
function contradicting(types: FieldTypes, field: string): string[] {
  const within = objectsAround(field).filter((object) => types.has(object));
  return [...within, ...[...types.keys()].filter((other) => other.startsWith(`${field}.`))];
}

/**
 * Returns field types with additional fields. A field is skipped if its name already exists, conflicts with an existing name, or exceeds
 * the field limit.
 */
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
 * Converts values to the form that the engine stores: values of the field type, normalized text, categories with all ancestors, and the
 * most specific category as a separate field. Values that do not fit are omitted.
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

/** Converts values to a field type. @returns the same list if no value was changed, which is the usual case */
function fitValues(field: string, values: readonly Scalar[], type: FieldType): readonly Scalar[] {
  const fitted = values.map((value) => fitValue(normalValue(field, value), type));
  if (fitted.every((value, at) => value === values[at])) return values;
  return fitted.filter((value) => value !== undefined);
}

const fitCategories = (values: readonly Scalar[], type: FieldType): Scalar[] =>
  withAncestors(values.map((value) => normalValue(CATEGORIES_FIELD, value)))
    .map((value) => fitValue(value, type))
    .filter((value) => value !== undefined);

/** Adds the parent categories of each category: "Clothing: Knitwear" also counts as "Clothing". */
export function withAncestors(values: readonly Scalar[]): string[] {
  const expanded = new Set<string>();
  for (const value of values) {
    const category = String(value);
    if (category.length > MAX_VALUE_LENGTH) {
      // Omits the parents of a category that is too long, because the long text could contain too many parents.
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

/** Maximum number of fields and objects of a catalogue. The limit of the index template is 30,000, including the template's own fields. */
export const MAX_FIELDS = 29_000;

/** Names of fields and of the objects that contain them. A name cannot denote both a field and an object. */
export class FieldNames {
  readonly #leaves = new Set<string>();
  readonly #objects = new Set<string>();

  get fields(): number {
    return this.#leaves.size + this.#objects.size;
  }

  get count(): number {
    return this.#leaves.size;
  }

  has(field: string): boolean {
    return this.#leaves.has(field);
  }

  add(field: string): void {
    this.#leaves.add(field);
    for (const object of objectsAround(field)) this.#objects.add(object);
  }

  /** Whether the name of a new field already denotes an object, or a parent name already denotes a field. */
  contradicts(field: string): boolean {
    return this.#objects.has(field) || objectsAround(field).some((object) => this.#leaves.has(object));
  }

  /** Number of names that a new field would add, including the names of new parent objects. */
  growth(field: string): number {
    return 1 + objectsAround(field).filter((object) => !this.#objects.has(object)).length;
  }
}

/**
 * Maximum length of filterable strings in characters, to stay below the engine's limit of 32,766 bytes per term. Longer strings are only
 * searched and returned.
 */
const MAX_VALUE_LENGTH = 1024;

/**
 * Converts a value to a field type. Returns undefined if the value does not fit the type. Text is converted if the conversion is lossless
 * and unambiguous: "19.99" to a number, "true" to a boolean. Every value up to the maximum length fits `string`.
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

/** Returns the values that do not match a field type, each with its reason. */
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

/** Matches only numbers in JSON syntax. "007", "1,5", "1.234,00" and "+5" remain text, because they may be codes or local formats. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Maximum number of digits that a double represents exactly. Longer numbers are treated as codes. */
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

/** Parses a boolean in any capitalization ("TRUE", "True"). Does not accept "yes" and 1, which are ambiguous. */
const booleanSpelt = (text: string): boolean | undefined =>
  text.length > 20 ? undefined : booleanIn(normalText(text).toLowerCase());

function timestampIn(text: string): string | undefined {
  const trimmed = normalText(text);
  return isTimestamp(trimmed) ? trimmed : undefined;
}
