import type { ErrorObject } from "ajv";
import { editDistance } from "../lib/edit-distance.js";

/** An error in a document: its location (dotted path, "" for the whole document), and a message with the expected and the actual value. */
export interface ValidationError {
  readonly path: string;
  readonly message: string;
}

/**
 * Describes an error of the validator for the author of the document.
 * @param subject name of the document ("body")
 */
export function describeError(error: ErrorObject, subject: string): ValidationError {
  const parent = dotted(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case "required":
    case "dependentRequired": {
      const path = join(parent, String(params.missingProperty));
      return { path, message: `\`${path}\` is required` };
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return { path: join(parent, name), message: unknownField(name, parent, error, subject) };
    }
    case "propertyNames":
      return {
        path: join(parent, String(params.propertyName)),
        message: `${shown(params.propertyName)} is not a valid name in ${named(parent, subject)}`,
      };
    default:
      return {
        path: parent,
        message: `${named(parent, subject)} must be ${expectation(error, params)}, got ${shown(error.data)}`,
      };
  }
}

function expectation(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  const stated = (error.parentSchema as { "x-expected"?: unknown } | undefined)?.["x-expected"];
  if (typeof stated === "string") return stated;
  switch (error.keyword) {
    case "type":
      return typeName(params.type);
    case "enum":
      return `one of ${(params.allowedValues as unknown[]).map(shown).join(", ")}`;
    case "const":
      return shown(params.allowedValue);
    case "discriminator": {
      const tag = String(params.tag);
      const { oneOf = [] } = error.parentSchema as { oneOf?: { properties?: Record<string, ValueTag> }[] };
      const tags = oneOf.flatMap((option) => tagValues(option.properties?.[tag])).map(shown);
      return `an object whose \`${tag}\` is one of ${tags.join(", ")}`;
    }
    case "minimum":
      return `at least ${String(params.limit)}`;
    case "maximum":
      return `at most ${String(params.limit)}`;
    case "exclusiveMinimum":
      return `more than ${String(params.limit)}`;
    case "exclusiveMaximum":
      return `less than ${String(params.limit)}`;
    case "minLength":
      return params.limit === 1 ? "a non-empty string" : `at least ${String(params.limit)} characters long`;
    case "maxLength":
      return `at most ${String(params.limit)} characters long`;
    case "minItems":
      return params.limit === 1 ? "a non-empty list" : `a list of at least ${String(params.limit)}`;
    case "maxItems":
      return `a list of at most ${String(params.limit)}`;
    case "minProperties":
      return params.limit === 1 ? "a non-empty object" : `an object with at least ${String(params.limit)} fields`;
    case "maxProperties":
      return `an object with at most ${String(params.limit)} fields`;
    case "uniqueItems":
      return "a list without duplicates";
    case "format":
      return `a valid ${String(params.format)}`;
    default:
      return `such that it ${error.message ?? `passes "${error.keyword}"`}`;
  }
}

/** The allowed values of a discriminator, the field that distinguishes the variants of an object. */
export interface ValueTag {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

export const tagValues = ({ const: only, enum: values = [only] }: ValueTag = {}): readonly unknown[] => values;

function unknownField(name: string, parent: string, error: ErrorObject, subject: string): string {
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const where = parent === "" ? `in the ${subject}` : `in \`${parent}\``;
  const hint = known.length === 0 ? "" : `; ${hintOf(name, known)}`;
  return `unknown field \`${shortened(name)}\` ${where}${hint}`;
}

/** Formats the number of validation errors, such as "1 validation error". */
export const formatErrorCount = ({ length }: readonly ValidationError[]): string =>
  length === 1 ? "1 validation error" : `${length} validation errors`;

/**
 * Returns a hint about an unknown name, to be appended to an error message.
 * @param otherwise hint that is used if no known name is similar
 */
export function hintOf(name: string, known: readonly string[], otherwise = knownAre(known)): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? otherwise : `did you mean \`${nearest}\`?`;
}

const MAX_NAMED = 50;

function knownAre(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `expected one of ${names
    .slice(0, MAX_NAMED)
    .map((name) => `\`${name}\``)
    .join(", ")}${more}`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function typeName(type: unknown): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.map((name) => TYPE_NAMES[String(name)] ?? String(name)).join(" or ");
}

/** Formats a received value for an error message. Long values are shortened. */
export function shown(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) return "a number out of range";
  if (Array.isArray(value) && (value.length > 5 || value.some(isNested))) return `a list of ${value.length}`;
  if (isNested(value) && !Array.isArray(value)) return "an object";
  if (value === undefined) return "no value";
  return shortened(JSON.stringify(value));
}

/** Error messages do not show objects and lists, because these may be nested to any depth. */
const isNested = (value: unknown) => typeof value === "object" && value !== null;

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 77)}…` : text);

const named = (path: string, subject: string) => (path === "" ? `the ${subject}` : `\`${path}\``);

const join = (parent: string, name: string) => (parent === "" ? name : `${parent}.${name}`);

/** Converts a JSON pointer to a dotted path: "/user/device_id" → "user.device_id". */
function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/**
 * Returns the known name that is most similar to the misspelled `name`. A similar name differs only in case and separators, or by edits in
 * up to a third of the characters (at most two edits). An edit inserts, drops, replaces or swaps characters. Returns undefined if no known
 * name is similar enough.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = folded(name);
  let best: string | undefined;
  let most = Math.min(2, Math.floor(name.length / 3));
  for (const candidate of known) {
    if (most < 0 || Math.abs(candidate.length - name.length) > 3) continue;
    const distance = editDistance(wanted, folded(candidate), most);
    if (distance === undefined) continue;
    best = candidate;
    most = distance - 1;
  }
  return best;
}

/** Maximum length of a name, in characters, for which a similar name is suggested. Comparing longer names takes too much time. */
const LONGEST = 60;

/** Removes separators, so that `pageSize`, `page-size` and `page_size` are the same name. */
const folded = (name: string) => name.toLowerCase().replaceAll(/[_\-. ]/g, "");
