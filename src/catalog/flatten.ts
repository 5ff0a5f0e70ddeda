import type { Json } from "./product-document.js";
import { isBlank } from "../filters/operand.js";
import type { FieldType, Scalar } from "./fields.js";

/** Reason why a value cannot be filtered on (it is still stored and returned), or is stored in another form. */
export type IndexWarningReason =
  | "type"
  | "value_and_object"
  | "ceiling"
  | "too_long"
  | "too_deep"
  | "not_finite"
  | "name"
  | "price_as_text"
  | "unsafe_integer";

export interface IndexWarning {
  readonly field: string;
  readonly reason: IndexWarningReason;
  /** Expected type of the field. `expected` and `value` are present if the value does not match this type or was converted. */
  readonly expected?: FieldType;
  readonly value?: Scalar;
}

export interface Flattened {
  readonly fields: Map<string, Scalar[]>;
  readonly lost: IndexWarning[];
  /** Reason why the engine cannot store the data. If set, the data is rejected. */
  readonly invalid?: string;
  /** Set if a number exceeds the range in which a double represents every integer exactly, so its digits may have changed. */
  readonly hasUnsafe?: true;
}

/** Maximum depth of filterable fields in levels, because the engine limits the depth of mappings. */
const MAX_DEPTH = 12;
/**
 * Maximum nesting of stored data in levels, required by the engine's parser and `JSON.stringify`. The index template allows this nesting.
 */
export const MAX_NESTING = 100;
const MAX_NAME_LENGTH = 255;
/** Maximum length of names in characters. The engine's parser supports up to 50,000 characters. */
const MAX_KEY_LENGTH = 10_000;

/**
 * Flattens a line's data into filterable fields. Objects become dotted names and arrays of scalars stay arrays. Values
 * of objects in arrays are collected in arrays under the same dotted name. Null and invisible text count as missing.
 */
export function flatten(data: { readonly [key: string]: Json }): Flattened {
  const state: State = { fields: new Map(), lost: [] };
  flattenObject(state, data, "", 1);
  return state;
}

interface State {
  readonly fields: Map<string, Scalar[]>;
  readonly lost: IndexWarning[];
  invalid?: string;
  hasUnsafe?: true;
}

function flattenObject(state: State, object: { readonly [key: string]: Json }, prefix: string, depth: number): void {
  for (const key of Object.keys(object)) {
    const field = prefix === "" ? key : `${prefix}.${key}`;
    const value = object[key] as Json;
    if (key.length > MAX_KEY_LENGTH) {
      state.invalid ??= tooLong(field);
      return;
    }
    if (isValidName(key)) flattenValue(state, value, field, depth);
    else if (!isAbsent(value)) loseUnread(state, value, field, depth, "name");
  }
}

function flattenValue(state: State, value: Json, field: string, depth: number): void {
  if (isAbsent(value)) return;
  if (typeof value !== "object") {
    addScalar(state, field, value);
    return;
  }
  if (depth >= MAX_DEPTH) {
    loseUnread(state, value, field, depth, "too_deep");
    return;
  }
  if (isArray(value)) {
    for (const member of value) flattenValue(state, member, field, depth + (Array.isArray(member) ? 1 : 0));
  } else {
    flattenObject(state, value, field, depth + 1);
  }
}

function addScalar(state: State, field: string, value: Scalar): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    lose(state, field, "not_finite");
  } else if (field.length > MAX_NAME_LENGTH || field.includes("*")) {
    lose(state, field, "name");
  } else if (field.length > 2 * MAX_DEPTH && field.split(".").length > MAX_DEPTH) {
    lose(state, field, "too_deep");
  } else {
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) state.hasUnsafe = true;
    const values = state.fields.get(field);
    if (values === undefined) state.fields.set(field, [value]);
    else values.push(value);
  }
}

const isAbsent = (value: Json): value is null => value === null || (typeof value === "string" && isBlank(value));

/** Excludes a field from filtering. First checks that its value can be stored. */
function loseUnread(state: State, value: Json, field: string, depth: number, reason: IndexWarningReason): void {
  const problem = problemOfUnread(value, MAX_NESTING - depth);
  if (problem !== undefined) state.invalid ??= problem;
  lose(state, field, reason);
}

function lose(state: State, field: string, reason: IndexWarningReason): void {
  state.lost.push({ field: shortened(field, MAX_NAME_LENGTH), reason });
}

/** Checks data that filters do not use. Returns the reason why the engine cannot store the data, or undefined. */
export function problemOfUnread(value: Json, levelsLeft: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (levelsLeft <= 0) return `nested deeper than ${MAX_NESTING} levels`;
  for (const [key, member] of Object.entries(value as Record<string, Json>)) {
    const problem = key.length > MAX_KEY_LENGTH ? tooLong(key) : problemOfUnread(member, levelsLeft - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const tooLong = (name: string) =>
  `name ${JSON.stringify(shortened(name, 60))}: longer than ${MAX_KEY_LENGTH} characters`;

/**
 * Rejects names with an empty part or a part that begins with "_", which could collide with names of the engine or of
 * JavaScript objects. A key may contain dots; every part is checked.
 */
function isValidName(key: string): boolean {
  return key.includes(".") ? key.split(".").every(isValidPart) : isValidPart(key);
}

function isValidPart(part: string): boolean {
  return part.trim() !== "" && !part.startsWith("_");
}

/** Shortens a text. If the end splits a surrogate pair, the remaining half is replaced. */
function shortened(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).toWellFormed() : text;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
