import type { PriceWords } from "../../languages/language.js";
import { type Language, LANGUAGE_NAMES, LANGUAGES, withEnglish } from "../../languages/languages.js";
import type { PriceWish } from "../response-schema.js";

export interface ReadQuery {
  /** The query without the words for a price; null where no other words are in it. */
  readonly query: string | null;
  /** Undefined for a query that names no price. */
  readonly price?: PriceWish;
}

const SIGN = "[€$£₺]";
const CURRENCY = `(?:${SIGN}|(?:eur|euros?|usd|dollars?|bucks|gbp|pounds|chf|tl|lira)(?![\\p{L}\\p{N}]))`;
const AMOUNT = "(\\d{1,7}(?:[.,]\\d{1,2})?)(?![\\p{L}\\p{N}]|[.,]\\p{N})";

/** Behind a bare amount: it is no price, but a measure or a number of things. Of two letters nearly all are one. */
const MEASURED = `(?:\\p{L}{1,2}|${LANGUAGE_NAMES.flatMap((name) => LANGUAGES[name].measures ?? []).join("|")})(?![\\p{L}\\p{N}])`;

/**
 * Reads a price out of a query: "shoes under 50", "under 50 dress", "bis 50 Euro". A bare amount with a unit behind it is a
 * measure ("under 50 cm"), and so may one be that is not "under" something; these need a currency.
 */
export function readPrice(query: string, language: Language): ReadQuery {
  const { most, least } = patternsOf(language);
  const max = most.exec(query);
  const match = max ?? least.exec(query);
  if (match === null) return { query };
  // Of the forms, one has matched.
  const amount = Number(match.slice(1).join("").replace(",", "."));
  const end = match.index + match[0].length;
  const rest = `${query.slice(0, match.index)} ${query.slice(end)}`.replace(/\s+/gu, " ").trim();
  return { query: rest === "" ? null : rest, price: max === null ? { min: amount } : { max: amount } };
}

interface Patterns {
  readonly most: RegExp;
  readonly least: RegExp;
}

const made = new Map<Language, Patterns>();

function patternsOf(language: Language): Patterns {
  const earlier = made.get(language);
  if (earlier !== undefined) return earlier;
  const known = withEnglish(language, "priceWords");
  const words = (of: keyof PriceWords) => alternatives(known.flatMap((one) => one[of] ?? []));
  const patterns = {
    most: pattern(
      priced(`${words("below")}|${words("most")}`),
      `(?:${words("below")})\\s*${AMOUNT}(?=$|\\s+(?!${MEASURED})\\p{L}{3,}(?![\\p{L}\\p{N}]))`,
    ),
    least: pattern(priced(words("least"))),
  };
  made.set(language, patterns);
  return patterns;
}

/** Words and an amount that has its currency, before or behind it. */
const priced = (words: string): string =>
  `(?:${words})\\s*(?:${SIGN}\\s*${AMOUNT}(?:\\s*${CURRENCY})?|${AMOUNT}\\s*${CURRENCY})`;

const pattern = (...forms: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join("|")})(?=\\s|$)`, "iu");

/** The longest first: "bis zu" begins like "bis". */
const alternatives = (lists: readonly string[]): string =>
  lists
    .flatMap((list) => list.split("|"))
    .sort((a, b) => b.length - a.length)
    .join("|");
