import type { LeafType, Scalar } from "../catalog/leaves.js";

/**
 * What a filter's operand is when it is compared with values of a leaf: a number against text is its text, text against a
 * number the number it spells, a date the milliseconds since 1970. Undefined: equal to, greater and less than nothing
 * such a leaf can have.
 */
export function operandFor(operand: Scalar, type: LeafType): Scalar | undefined {
  switch (type) {
    case "string":
      return String(operand);
    case "number":
      return typeof operand === "number" ? operand : typeof operand === "string" ? numberIn(operand) : undefined;
    case "boolean":
      return typeof operand === "boolean" ? operand : BOOLEANS.get(operand);
    case "date":
      return instant(operand);
  }
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberIn(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const YEAR_0 = Date.parse("0000-01-01T00:00:00.000Z");
const YEAR_10000 = Date.parse("+010000-01-01T00:00:00.000Z");

/** Milliseconds since 1970 of an ISO 8601 timestamp (UTC unless it says otherwise) or of such milliseconds. */
export function instant(value: Scalar): number | undefined {
  if (typeof value === "boolean") return undefined;
  if (typeof value === "number") return value >= YEAR_0 && value < YEAR_10000 ? Math.trunc(value) : undefined;
  const match = TIMESTAMP.exec(value);
  if (match === null) return undefined;
  const hasTime = match[1] !== undefined;
  const hasZone = match[4] !== undefined;
  const time = Date.parse(hasTime && !hasZone ? `${value}Z` : value);
  return Number.isNaN(time) ? undefined : time;
}

/** The order of the engine's keywords: by code point, where JavaScript's own order is by UTF-16 unit. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all that need only one unit. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Values of one leaf, of one type. */
export function compareValues(a: Scalar, b: Scalar): number {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return Number(a) - Number(b);
}
