import type { Language } from "../languages/index.js";
import type { FieldValues } from "./fields.js";

/*
 * Amounts with their units, so that "0,33 l" is "330 ml" and "24 inches" nearly "60 cm". Bare numbers and units that are not
 * listed stay words.
 */

/** What is measured. Amounts are kept in millimetres, grams, millilitres, megabytes, watts, volts and milliampere-hours. */
const DIMENSIONS = ["length", "mass", "volume", "storage", "power", "voltage", "charge"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface Measure {
  readonly dimension: Dimension;
  readonly amount: number;
}

/** Of each unit all ways to write it, and how much it is. */
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

/** In other languages "in" is a preposition, and before a number it is one here: "2 in 1". */
const ENGLISH: Readonly<Record<string, number>> = { "in(?!\\.?\\s*\\d)": 25.4 };

const NUMBER = "\\d{1,6}(?:[.,]\\d{1,3})?";
/** "60x80", "140/160", "124-179", "1 1/2": each of several amounts has the unit behind the last one. */
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
  /** Matches a text that is nothing but one. */
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

/** What a text measures, in its order; titles are looked at as far as this. */
const MAX_LENGTH = 500;

export function measuresIn(text: string, language: Language): Measure[] {
  const reader = readerIn(language);
  return [...text.slice(0, MAX_LENGTH).matchAll(reader.within)].flatMap((match) => measuresOf(match, reader, language));
}

/** What a text measures that is nothing but amounts of one unit; none where it is anything else. */
export function measuresOfWhole(text: string, language: Language): Measure[] {
  if (text.length > MAX_WHOLE_LENGTH || !/^\d/.test(text)) return [];
  const reader = readerIn(language);
  const match = reader.whole.exec(text.trim());
  return match === null ? [] : measuresOf(match, reader, language);
}

const MAX_WHOLE_LENGTH = 40;

function measuresOf([, chain = "", written = ""]: RegExpExecArray, { units }: Reader, language: Language): Measure[] {
  // "5G" is no five grams.
  const unit = written === "G" ? undefined : units.find(({ pattern }) => pattern.test(written));
  if (unit === undefined) return [];
  const { dimension, amount: size } = unit;
  const amounts = amountsOf(chain, language).filter((amount) => amount > 0);
  // Of "6x0,33 l" each has 0.33 litres, and all together 1.98.
  const meant = dimension === "length" ? amounts : new Set([...amounts.slice(-1), amounts.reduce((a, b) => a * b, 1)]);
  return [...meant].map((amount) => ({ dimension, amount: amount * size }));
}

/** The denominators of inches and pounds. Anything else behind a stroke is another amount: "140/160". */
const FRACTION = /^(?:(\d+)[ -])?(\d+)\/(2|3|4|8|16|32|64)$/;

function amountsOf(chain: string, language: Language): number[] {
  return chain.split(/\s?[x×*]\s?/u).flatMap((part) => {
    const [, whole = "0", over = "", under = "1"] = FRACTION.exec(part) ?? [];
    if (over !== "" && Number(over) < Number(under)) return [Number(whole) + Number(over) / Number(under)];
    return part.split(/[/–-]/u).map((amount) => amountOf(amount.trim(), language));
  });
}

/** "1,000" is a thousand in English and one in German, "1.000" the other way round. */
function amountOf(text: string, language: Language): number {
  const thousands = language === "english" ? /,(?=\d{3}$)/ : /\.(?=\d{3}$)/;
  return Number(text.replace(thousands, "").replace(",", "."));
}

/** Leaves that name the unit of their numbers: "height_cm". */
const NAMED_UNIT = /(?:^|[._\s(-])(mm|cm|m|in|inch|inches|kg|g|lbs?|oz|ml|cl|l|gb|tb|w|v|mah)\)?$/i;

/** More is no help in finding a product. */
const MAX_AMOUNTS = 100;

/** What a product measures: by its titles, by values that are nothing but a measure, and by numbers of leaves that name a unit. */
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

/** "750 ml (1 l = 13 €)" */
const withoutRemark = (text: string): string =>
  text.endsWith(")") ? text.slice(0, text.indexOf("(")).trimEnd() : text;

const isNumber = (value: unknown): value is number | string =>
  typeof value === "number" || (typeof value === "string" && /^\d{1,6}(?:\.\d{1,3})?$/.test(value));
