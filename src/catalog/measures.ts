import type { Language } from "../languages/index.js";
import type { FieldValues } from "./fields.js";

/*
 * Parses amounts with units, so that "0,33 l" matches "330 ml" and "24 inches" nearly matches "60 cm". Bare numbers and
 * unknown units remain plain words.
 */

/** Physical quantities. Base units: millimetres, grams, millilitres, megabytes, watts, volts and milliampere-hours. */
const DIMENSIONS = ["length", "mass", "volume", "storage", "power", "voltage", "charge"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Measure {
  readonly dimension: Dimension;
  readonly amount: number;
}

/** All spellings of each unit as a pattern, and the conversion factor to the base unit. */
const UNITS: Readonly<Record<Dimension, Readonly<Record<string, number>>>> = {
  length: {
    "mm|millimeters?|millimetres?": 1,
    "cm|centimeters?|centimetres?|zentimeter": 10,
    "m|meters?|metres?|metros?|metri": 1_000,
    "inch|inches|″|”|\"|''|zoll|pouces?|pulgadas?|pollici|tum": 25.4,
    "ft|foot|feet|'": 304.8,
    "yd|yards?": 914.4,
  },
  mass: {
    mg: 0.001,
    "g|gr|grams?|gramm|grammes?|gramos?|grammi": 1,
    "kg|kilos?|kilograms?|kilogramm|kilogrammes?": 1_000,
    "oz|ounces?": 28.3495,
    "lbs?|pounds?": 453.592,
  },
  volume: {
    "ml|milliliters?|millilitres?": 1,
    cl: 10,
    dl: 100,
    "l|lt|ltr|liters?|litres?|litros?|litri": 1_000,
    "fl\\.?\\s?oz|fluid ounces?": 29.5735,
    "gal|gallons?": 3_785.41,
  },
  storage: { mb: 1, "gb|gigabytes?": 1_000, "tb|terabytes?": 1_000_000 },
  power: { "w|watts?": 1, kw: 1_000 },
  voltage: { "v|volts?": 1 },
  charge: { mah: 1, ah: 1_000 },
};

/**
 * The unit "in" (inch), recognized only in English, because "in" is a preposition in other languages. In English, "in" before a number is
 * also a preposition: "2 in 1".
 */
const ENGLISH: Readonly<Record<string, number>> = { "in(?!\\.?\\s*\\d)": 25.4 };

const NUMBER = "\\d{1,6}(?:[.,]\\d{1,3})?";
/** Pattern of one or several amounts that share a unit: "60x80", "140/160", "124-179", "1 1/2". */
const CHAIN = `(?:\\d{1,3}\\s(?=\\d{1,3}/))?${NUMBER}(?:\\s?[x×*/–-]\\s?${NUMBER})*`;

interface Unit extends Measure {
  readonly pattern: RegExp;
}

const unitsOf = (dimension: Dimension, names: Readonly<Record<string, number>>): Unit[] =>
  Object.entries(names).map(([written, amount]) => ({
    dimension,
    amount,
    pattern: new RegExp(`^(?:${written})$`, "iu"),
  }));

interface Reader {
  readonly units: readonly Unit[];
  readonly within: RegExp;
  /** Matches a text that consists of one measure only. */
  readonly whole: RegExp;
}

const readerFor = (more: Readonly<Record<string, number>>): Reader => {
  const all = DIMENSIONS.map(
    (dimension) => [dimension, { ...UNITS[dimension], ...(dimension === "length" ? more : {}) }] as const,
  );
  const written = all.flatMap(([, names]) => Object.keys(names)).sort((a, b) => b.length - a.length);
  const measure = `(${CHAIN})\\s?-?(${written.join("|")})(?![\\p{L}\\p{N}])\\.?`;
  return {
    units: all.flatMap(([dimension, names]) => unitsOf(dimension, names)),
    within: new RegExp(`(?<![\\p{L}\\p{N}.,])${measure}`, "giu"),
    whole: new RegExp(`^${measure}$`, "iu"),
  };
};

const ANY_LANGUAGE = readerFor({});
const IN_ENGLISH = readerFor(ENGLISH);
const readerIn = (language: Language): Reader => (language === "english" ? IN_ENGLISH : ANY_LANGUAGE);

/** Maximum length of text to parse for measures, in characters. */
const MAX_LENGTH = 500;

export function measuresIn(text: string, language: Language): Measure[] {
  const reader = readerIn(language);
  return [...text.slice(0, MAX_LENGTH).matchAll(reader.within)].flatMap((match) => measuresOf(match, reader, language));
}

/** Parses a text that consists of amounts with a common unit, such as "20 x 30 cm". Returns an empty list for any other text. */
export function measuresOfWhole(text: string, language: Language): Measure[] {
  if (text.length > MAX_WHOLE_LENGTH || !/^\d/.test(text)) return [];
  const reader = readerIn(language);
  const match = reader.whole.exec(text.trim());
  return match === null ? [] : measuresOf(match, reader, language);
}

const MAX_WHOLE_LENGTH = 40;

function measuresOf([, chain = "", written = ""]: RegExpExecArray, { units }: Reader, language: Language): Measure[] {
  // "5G" means a mobile network, not five grams.
  const unit = written === "G" ? undefined : units.find(({ pattern }) => pattern.test(written));
  if (unit === undefined) return [];
  const { dimension, amount: size } = unit;
  const amounts = amountsOf(chain, language).filter((amount) => amount > 0);
  // "6x0,33 l" yields the amount per item (0.33 litres) and the total (1.98).
  const meant = dimension === "length" ? amounts : new Set([...amounts.slice(-1), amounts.reduce((a, b) => a * b, 1)]);
  return [...meant].map((amount) => ({ dimension, amount: amount * size }));
}

/** Matches fractions with the usual denominators of inches and pounds. Any other slash separates two amounts: "140/160". */
const FRACTION = /^(?:(\d+)[ -])?(\d+)\/(2|3|4|8|16|32|64)$/;

function amountsOf(chain: string, language: Language): number[] {
  return chain.split(/\s?[x×*]\s?/u).flatMap((part) => {
    const [, whole = "0", over = "", under = "1"] = FRACTION.exec(part) ?? [];
    if (over !== "" && Number(over) < Number(under)) return [Number(whole) + Number(over) / Number(under)];
    return part.split(/[/–-]/u).map((amount) => amountOf(amount.trim(), language));
  });
}

/** Parses an amount by language: "1,000" means one thousand in English and one in German, and "1.000" the opposite. */
function amountOf(text: string, language: Language): number {
  const thousands = language === "english" ? /,(?=\d{3}$)/ : /\.(?=\d{3}$)/;
  return Number(text.replace(thousands, "").replace(",", "."));
}

/** Matches field names that end with a unit: "height_cm". */
const NAMED_UNIT = /(?:^|[._\s(-])(mm|cm|m|in|inch|inches|kg|g|lbs?|oz|ml|cl|l|gb|tb|w|v|mah)\)?$/i;

/** Maximum number of distinct amounts per product and physical quantity. More amounts do not improve searches. */
const MAX_AMOUNTS = 100;

/** Extracts a product's measures from titles, from values that consist of a measure, and from numeric fields with a unit in their name. */
export function measuresOfProduct(
  variants: readonly FieldValues[],
  language: Language,
): Readonly<Partial<Record<Dimension, readonly number[]>>> {
  const found = new Map<Dimension, Set<number>>();
  const add = ({ dimension, amount }: Measure) => {
    const amounts = found.get(dimension) ?? new Set<number>();
    if (amounts.size < MAX_AMOUNTS) found.set(dimension, amounts.add(amount));
  };
  const seen = new Set<string>();
  for (const fields of variants) {
    for (const [field, values] of fields) {
      const unit = NAMED_UNIT.exec(field)?.[1];
      for (const value of values) {
        const text = unit !== undefined && isNumber(value) ? `${value}${unit}` : String(value);
        const key = field === "title" ? `title ${text}` : text;
        if (seen.has(key) || typeof value === "boolean") continue;
        seen.add(key);
        const measures =
          field === "title" ? measuresIn(text, language) : measuresOfWhole(withoutRemark(text), language);
        for (const one of measures) add(one);
      }
    }
  }
  return Object.fromEntries([...found].map(([dimension, amounts]) => [dimension, [...amounts]]));
}

/** Removes a trailing remark in parentheses: "750 ml (1 l = 13 €)". */
const withoutRemark = (text: string): string =>
  text.endsWith(")") ? text.slice(0, text.indexOf("(")).trimEnd() : text;

const isNumber = (value: unknown): value is number | string =>
  typeof value === "number" || (typeof value === "string" && /^\d{1,6}(?:\.\d{1,3})?$/.test(value));
