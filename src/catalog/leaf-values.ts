import { booleanIn, isTimestamp } from "../filters/operand.js";
import type { LostLeaf } from "./flatten.js";
import type { LeafType, Scalar } from "./leaves.js";

/** Longer strings are text, not values: they are searched and returned but not filtered on (the engine's terms end at 32,766 bytes). */
export const MAX_VALUE_LENGTH = 1024;

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
  const trimmed = text.trim();
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
  text.length > 20 ? undefined : booleanIn(text.trim().toLowerCase());

function timestampIn(text: string): string | undefined {
  const trimmed = text.trim();
  return isTimestamp(trimmed) ? trimmed : undefined;
}
