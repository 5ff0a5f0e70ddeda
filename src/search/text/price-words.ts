import type { Language } from "../../storefront/configuration.js";
import type { PriceWish } from "../response-schema.js";

export interface ReadQuery {
  /** The rest of the query; null when nothing is left. */
  readonly query: string | null;
  /** Undefined for a query that names no price. */
  readonly price?: PriceWish;
}

/** Before an amount, as parts of a regular expression. */
interface PriceWords {
  /** Mean a price also where the amount is bare and what follows is no unit. */
  readonly below: string;
  /** Mean one only where the amount has its currency: "pro max 256", "bis 60". */
  readonly most: string;
  readonly least: string;
}

/** Understood everywhere. */
const ENGLISH: PriceWords = {
  below: "under|below|less than|cheaper than",
  most: "up to|at most|max\\.?|maximum|<=?",
  least: "over|above|more than|at least|from|min\\.?|minimum|>=?",
};
const OTHERS: Partial<Record<Language, PriceWords>> = {
  german: {
    below: "unter|weniger als|günstiger als|billiger als",
    most: "bis|bis zu|höchstens|maximal",
    least: "über|ab|mindestens|mehr als",
  },
  french: { below: "moins de", most: "sous|jusqu'à|au plus", least: "plus de|à partir de|au moins" },
  italian: { below: "meno di", most: "sotto|sotto i|fino a|massimo", least: "più di|oltre|a partire da|almeno|da" },
  spanish: { below: "menos de", most: "bajo|hasta|máximo|por debajo de", least: "más de|desde|a partir de|mínimo" },
  turkish: { below: "", most: "en fazla|maksimum", least: "en az" },
};

const SIGN = "[€$£₺]";
const CURRENCY = `(?:${SIGN}|(?:eur|euros?|usd|dollars?|bucks|gbp|pounds|chf|tl|lira)(?![\\p{L}\\p{N}]))`;
const AMOUNT = "(\\d{1,7}(?:[.,]\\d{1,2})?)(?![\\p{L}\\p{N}]|[.,]\\p{N})";

/** Behind a bare amount: it is no price, but a measure or a number of things. Of two letters nearly all are one. */
const MEASURED =
  "(?:\\p{L}{1,2}|inch(?:es)?|feet|foot|yards?|met(?:er|re)s?|lbs?|pounds?|ounces?|grams?|kilos?|gal(?:lons?)?|lit(?:er|re)s?|" +
  "watts?|volts?|amps?|lumens?|mah|ghz|mhz|rpm|psi|btu|dpi|degrees?|zoll|liter|gramm|kilo|grad|stück|pouces?|litres?|pollici|" +
  "litri|pulgadas?|litros?|inç|ports?|packs?|pcs|pieces?|parts?|counts?|sheets?|pages?|minutes?|hours?|days?|weeks?|months?|" +
  "years?|tage|wochen|monate|jahre|jours|mois|ans|giorni|mesi|anni|días|meses|años)(?![\\p{L}\\p{N}])";

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
  const known = made.get(language);
  if (known !== undefined) return known;
  const own = OTHERS[language];
  const words = (of: keyof PriceWords) => alternatives(ENGLISH[of], own?.[of] ?? "");
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
const alternatives = (...lists: readonly string[]): string =>
  lists
    .flatMap((list) => list.split("|"))
    .filter((words) => words !== "")
    .sort((a, b) => b.length - a.length)
    .join("|");
