import type { FieldType, Scalar } from "./filter.js";

/** Identifier fields. Identifiers are not normalized, because seed products, events, rules and document ids contain them as sent. */
const IDENTIFIERS: ReadonlySet<string> = new Set(["product_identifier", "variant_identifier"]);

/** Characters without width: soft hyphens, zero-width spaces, word joiners, byte order marks and direction marks. */
const INVISIBLE = String.raw`\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff`;
const JOINERS = String.raw`\u200c\u200d`;
/**
 * Matches characters between which a zero-width joiner is part of the spelling: the joiner shapes Persian or Sinhala letters or combines
 * emojis.
 */
const JOINED = String.raw`[^\0-\u024f\s${JOINERS}]`;

const VISIBLE = new RegExp(`[^\\s${INVISIBLE}${JOINERS}]`);
const UNUSUAL = new RegExp(`[^\\S ]|  |[${INVISIBLE}${JOINERS}]`);
const UNSEEN = new RegExp(`[${INVISIBLE}]|(?<!${JOINED})[${JOINERS}]|[${JOINERS}](?!${JOINED})`, "g");

/** Whitespace other than a single space. */
const SPACES = /(?: ?[^\S ]| {2})\s*/g;

/** Whether a text consists only of whitespace and invisible characters. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/**
 * Normalizes text for comparison: composes it (Unicode NFC), collapses whitespace to single spaces, trims it, and removes invisible
 * characters. Blank text becomes "". Normalizing twice gives the same result.
 */
export function normalText(text: string): string {
  const composed = text.trim().normalize("NFC");
  if (!UNUSUAL.test(composed)) return composed;
  const seen = composed.replace(UNSEEN, "").replace(SPACES, " ");
  // Normalizes again, because a letter and its accent may combine after an invisible character is removed.
  return seen === composed ? composed : normalText(seen);
}

/**
 * Returns a value in the normalized form that filters, facets and sorts use. Values in feeds and requests are normalized in the same way,
 * so that different input methods produce the same value.
 */
export const normalValue = <T extends Scalar>(field: string, value: T): T =>
  typeof value === "string" && !IDENTIFIERS.has(field) ? (normalText(value) as T) : value;

/**
 * Converts an operand for comparison with values of a field. A number becomes text for a text field, numeric text becomes a number for a
 * number field, and a date becomes milliseconds since 1970. Returns undefined if no value of this type can satisfy a comparison with the
 * operand.
 */
export function operandFor(operand: Scalar, type: FieldType): Scalar | undefined {
  switch (type) {
    case "string":
      return String(operand);
    case "number":
      return typeof operand === "number" ? operand : typeof operand === "string" ? numberIn(operand) : undefined;
    case "boolean":
      return typeof operand === "boolean" ? operand : typeof operand === "string" ? booleanIn(operand) : undefined;
    case "date":
      return instant(operand);
  }
}

export const booleanIn = (text: string): boolean | undefined =>
  text === "true" ? true : text === "false" ? false : undefined;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberIn(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const TIMESTAMP =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(\d{2}))(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:(?:0\d|1[0-7]):[0-5]\d|18:00))?)?$/;

/**
 * Whether the engine accepts a value as a date. `Date.parse` is less strict: it accepts 30 February (as 1 March), 24:00, and an offset of
 * 19 hours.
 */
export function isTimestamp(value: Scalar): boolean {
  const match = typeof value === "string" ? TIMESTAMP.exec(value) : null;
  return match !== null && new Date(`${match[1]}T00:00:00Z`).getUTCDate() === Number(match[2]);
}

const YEAR_0 = Date.parse("0000-01-01T00:00:00.000Z");
const YEAR_10000 = Date.parse("+010000-01-01T00:00:00.000Z");

/**
 * Returns a time in milliseconds since 1970; undefined for an invalid time.
 * @param value an ISO 8601 timestamp (default time zone: UTC) or milliseconds
 */
export function instant(value: Scalar): number | undefined {
  if (typeof value === "boolean") return undefined;
  if (typeof value === "number") return value >= YEAR_0 && value < YEAR_10000 ? Math.trunc(value) : undefined;
  const match = TIMESTAMP.exec(value);
  if (match === null || !isTimestamp(value)) return undefined;
  const [, , , time, zone] = match;
  const at = Date.parse(time !== undefined && zone === undefined ? `${value}Z` : value);
  return Number.isNaN(at) ? undefined : at;
}

/** Compares text by code point, like the engine's keyword fields. JavaScript compares by UTF-16 unit. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Returns the rank of a UTF-16 code unit in code point order. Surrogates rank last, because they represent code points above U+FFFF. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

export function compareValues(a: Scalar, b: Scalar): number {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return Number(a) - Number(b);
}
