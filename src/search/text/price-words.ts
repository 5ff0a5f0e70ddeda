import type { Language } from "../../languages/index.js";
import type { PriceWish } from "../response-schema.js";
import { numberOf, type Token, tokensOf } from "./price-tokens.js";
import {
  isUnit,
  mayBeUnit,
  phraseAt,
  priceVocabulary,
  type PriceVocabulary,
  type WordList,
} from "./price-vocabulary.js";
import { wordsOf } from "./words.js";

export interface ReadQuery {
  /** The query without the price words; null if no other words are left. */
  readonly query: string | null;
  /** The price in the query. Undefined if the query contains no price. */
  readonly price?: PriceWish;
}

/** A part of a price phrase: a word list, an amount, or a dash. */
type Part = WordList | "min" | "max" | "-";

interface Form {
  /** The word lists and amounts of the phrase, in typed order. A nested list contains alternatives, of which the first match is used. */
  readonly parts: readonly (Part | readonly Part[])[];
  /** Whether the words alone indicate a price. Otherwise the amount needs a currency. */
  readonly isPlain?: true;
}

/** Forms of price phrases, longest form first. A word of the list `price` may precede each form; the amount then needs no currency. */
const FORMS: readonly Form[] = [
  // Matches "between 20 and 60", "zwischen $20 und $60", "between 20-60".
  { parts: ["between", "min", ["and", "to", "-"], "max"], isPlain: true },
  // Matches "from 20 to 60 euro", "von 20 bis 60 €".
  { parts: ["from", "min", ["to", "-"], "max"] },
  // Matches "100-500 TL arası", "5000 és 10000 Ft között".
  { parts: ["min", ["and", "to", "-"], "max", "within"] },
  // Matches "$20-$60", "20 to 60 dollars".
  { parts: ["min", ["to", "-"], "max"] },
  // Matches "under 50", "unter 50 Euro".
  { parts: ["below", "max"], isPlain: true },
  // Matches "up to $50", "bis 50 Euro".
  { parts: ["most", "max"] },
  // Matches "over £200", "ab 100 €".
  { parts: ["least", "min"] },
  // Matches "$50 or less", "500 TL altı".
  { parts: ["max", "orLess"] },
  // Matches "$50 and up", "$50+".
  { parts: ["min", "orMore"] },
];

interface Text {
  readonly query: string;
  readonly tokens: readonly Token[];
  readonly words: PriceVocabulary;
}

/** A price phrase found in the query, with its amounts. `end` is the index of the token after the phrase. */
interface Match {
  readonly form: Form;
  readonly min?: Amount;
  readonly max?: Amount;
  readonly first: number;
  readonly end: number;
  readonly isPlain: boolean;
}

/** Tokens of a query that are a price or are replaced by `instead`. `end` is exclusive. */
interface Phrase {
  readonly first: number;
  readonly end: number;
  readonly price?: PriceWish;
  readonly instead?: string;
}

/**
 * Extracts a price from a query: "shoes under 50", "under 50 dress", "bis 50 Euro", "between $20 and $60". A bare amount before a unit is a
 * measure, and words such as "over" are removed: "over 30 inch" becomes "30 inch". The time is linear in the query's length.
 */
export function readPrice(query: string, language: Language): ReadQuery {
  const text = { query, tokens: tokensOf(query), words: priceVocabulary(language) };
  const kept: string[] = [];
  let price: PriceWish | undefined;
  let from = 0;
  let ended: number | undefined;
  for (let at = 0; at < text.tokens.length;) {
    const phrase = phraseFrom(text, at);
    const both = phrase?.price === undefined ? price : joined(price, phrase.price);
    if (phrase === undefined || (phrase.price !== undefined && both === undefined)) {
      at += 1;
      continue;
    }
    const { first, end, instead = " " } = phrase;
    // Whether the price phrase continues the previous price phrase, as in "over $20 and under $60".
    const isJoined = ended !== undefined && ended + phraseAt(text.words, "and", text.tokens, ended) === first;
    kept.push(isJoined ? "" : query.slice(from, text.tokens[first]?.start), instead);
    from = (text.tokens[end - 1] as Token).end;
    ended = phrase.price === undefined ? undefined : end;
    price = both;
    at = end;
  }
  if (kept.length === 0) return { query };
  const rest = [...kept, query.slice(from)].join("").replace(/\s+/gu, " ").trim();
  return { query: wordsOf(rest).words.length === 0 ? null : rest, ...(price === undefined ? {} : { price }) };
}

/** Combines two price limits. Undefined if both limits are minimums, both limits are maximums, or the range is empty. */
function joined(one: PriceWish | undefined, other: PriceWish): PriceWish | undefined {
  if (one === undefined) return other;
  if (Object.keys(one).some((bound) => bound in other)) return undefined;
  const both = { ...one, ...other };
  return (both.min as number) <= (both.max as number) ? both : undefined;
}

function phraseFrom(text: Text, at: number): Phrase | undefined {
  if (!isStart(text, at)) return undefined;
  const named = phraseAt(text.words, "price", text.tokens, at);
  for (const form of FORMS) {
    const match = matchAt(text, form, at, at + named);
    const phrase = match === undefined ? undefined : (priceIn(text, match) ?? measureIn(text, match));
    if (phrase !== undefined) return phrase;
  }
  return undefined;
}

/**
 * Matches a price phrase at a token.
 * @param first first token of the phrase
 * @param start first token after a word of the list `price`, if the phrase starts with such a word
 */
function matchAt({ tokens, words }: Text, form: Form, first: number, start: number): Match | undefined {
  const amounts: { min?: Amount; max?: Amount } = {};
  let at = start;
  for (const part of form.parts) {
    const length = [part].flat().reduce((found, one) => found || lengthOf(one), 0);
    if (length === 0) return undefined;
    at += length;
  }
  return { form, ...amounts, first, end: at, isPlain: form.isPlain === true || start > first };

  function lengthOf(part: Part): number {
    if (part === "-") return tokens[at]?.text === "-" ? 1 : 0;
    if (part !== "min" && part !== "max") return phraseAt(words, part, tokens, at);
    const amount = amountAt(tokens, at, words);
    if (amount !== undefined) amounts[part] = amount;
    return amount === undefined ? 0 : amount.end - at;
  }
}

/** Whether a price phrase starts with an amount. Such a phrase is a price only if the amount has a currency. */
const isWordless = ({ form }: Match): boolean => form.parts[0] === "min" || form.parts[0] === "max";

function priceIn(text: Text, match: Match): Phrase | undefined {
  const { first, end, isPlain } = match;
  const currencies = [match.min, match.max].map((amount) => amount?.currency);
  const isMoney = currencies.includes("sure") || (currencies.includes("maybe") && !isWordless(match));
  if (!(isMoney ? isEnd(text, end) : isPlain && isBareEnd(text, match))) return undefined;
  const price = boundsOf(text, match);
  return price === undefined ? undefined : { first, end: closed(text, end), price };
}

/**
 * Maximum ratio between the bounds of a price range that are joined by a word like "bis". The word may also start a maximum price: "Jordan
 * 1 bis 150 Euro" is not a range.
 */
const MOST_TIMES = 10;

/** The price range of a match. Undefined for two amounts that are not a range. */
function boundsOf({ tokens, words }: Text, match: Match): PriceWish | undefined {
  const { min, max } = match;
  const value = (amount: Amount, factor = amount.factor) => amount.value * factor;
  if (min === undefined || max === undefined) {
    return { ...(min === undefined ? {} : { min: value(min) }), ...(max === undefined ? {} : { max: value(max) }) };
  }
  // In "5 to 10 thousand rupees", the factor applies to both amounts.
  const [low, high] = [value(min, min.value < max.value ? max.factor : min.factor), value(max)];
  if (!isWordless(match)) return { min: Math.min(low, high), max: Math.max(low, high) };
  const isMost = phraseAt(words, "most", tokens, min.end) > 0;
  return low > high || (isMost && low * MOST_TIMES < high) ? undefined : { min: low, max: high };
}

/** Returns the measure in a phrase, such as "60 cm", without words such as "under". A range is formatted as in titles: 20-60 cm. */
function measureIn({ query, tokens, words }: Text, match: Match): Phrase | undefined {
  const { min, max, first, end } = match;
  const amounts = [min, max].filter((amount) => amount !== undefined);
  const isMeasured = amounts.every(({ currency }) => currency === "none") && amounts.at(-1)?.end === end;
  // Ignores max and min without other price words, because "Pro Max 256 GB" is a product name.
  if (!isMeasured || isWordless(match) || /^(?:max|min)$/.test(tokens[first]?.text ?? "")) return undefined;
  const unit = tokens[end]?.text === "-" && tokens[end].isGlued ? tokens[end + 1] : tokens[end];
  if (unit === undefined || !isUnit(query.slice(unit.start, unit.end), words)) return undefined;
  const numbers = amounts.map((amount) => query.slice(tokens[amount.first]?.start, tokens[amount.last]?.end));
  return { first, end, instead: numbers.join("-") };
}

const isLetters = (token: Token | undefined): boolean => token?.kind === "word" || token?.kind === "number";

/** Numerals after which the number continues in the next token, as in "2万5000円". */
const NUMERAL = /^[十百千万億亿천백만]$/u;

function isStart({ tokens }: Text, at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]];
  if (before !== undefined && NUMERAL.test(before.text)) return false;
  return token?.isGlued !== true || (!isLetters(before) && !/^[-.,/+#&]$/.test(before?.text ?? ""));
}

const isClosing = (token: Token | undefined): boolean => token?.isGlued === true && /^[,;.:!?)]$/.test(token.text);

function isEnd({ tokens }: Text, at: number): boolean {
  const [token, last] = [tokens[at], tokens[at - 1]];
  if (token?.isGlued !== true || isClosing(token)) return true;
  return token.kind === "character" || (last?.kind === "character" && token.kind === "word");
}

/** Returns the end of a price phrase, including the punctuation after the phrase. */
function closed({ tokens }: Text, end: number): number {
  let at = end;
  while (isClosing(tokens[at])) at += 1;
  return at;
}

/** Whether an amount without currency is at the end of the query or before a word that is not a unit. */
function isBareEnd(text: Text, { min, max, end }: Match): boolean {
  const { query, tokens, words } = text;
  // Years are not prices: "coins between 1980 and 1999".
  if (min !== undefined && max !== undefined && [min, max].every(({ value }) => isYear(value))) return false;
  // Carats are not prices: "under 14k gold".
  if (tokens[end - 1]?.text === "k") return false;
  const next = tokens[closed(text, end)];
  if (next === undefined || isClosing(tokens[end])) return true;
  const raw = query.slice(next.start, next.end);
  if (next.isGlued || next.kind !== "word" || isUnit(raw, words) || mayBeUnit(raw, words)) return false;
  const after = tokens[end + 1];
  if (after?.isGlued === true && after.kind === "number") return false;
  // A number before a material is a percentage and not a price: "shirt under 50 cotton".
  return after !== undefined || phraseAt(words, "shares", tokens, end) === 0;
}

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1_900 && value < 2_100;

/** A number in a query that may be an amount of money. */
interface Amount {
  readonly value: number;
  /** Factor of a number word after the number: 1,000 for "thousand", 1 without a number word. */
  readonly factor: number;
  /** Whether the amount has a currency. `maybe` for pounds, which may also be a weight. */
  readonly currency: "none" | "maybe" | "sure";
  /** The first and last token of the number. */
  readonly first: number;
  readonly last: number;
  /** The token after the amount and its currency. */
  readonly end: number;
}

const WEIGHTS = new Set(["pound", "pounds"]);
const SIGN = /^\p{Sc}$/u;

/** Parses amounts: "$1,250", "US$ 20", "EUR 20", "20 €", "1 250,50 kr", "50,-", "5 thousand rupees" and "20". */
function amountAt(tokens: readonly Token[], at: number, words: PriceVocabulary): Amount | undefined {
  const before = currencyAt(tokens, at, words);
  const first = at + before.length;
  const number = numberAt(tokens, first, words);
  if (number === undefined) return undefined;
  const thousand = phraseAt(words, "thousand", tokens, number.end);
  const numberEnd = number.end + thousand;
  const dash = dashEnding(tokens, numberEnd);
  const behind = currencyAt(tokens, numberEnd + dash, words);
  const found = [before.currency, dash > 0 ? "sure" : "none", behind.currency] as const;
  return {
    value: number.value,
    factor: thousand > 0 ? 1_000 : 1,
    currency: found.includes("sure") ? "sure" : found.includes("maybe") ? "maybe" : "none",
    first,
    last: numberEnd - 1,
    end: numberEnd + dash + behind.length,
  };
}

function numberAt(tokens: readonly Token[], at: number, { spaces, apostrophes }: PriceVocabulary) {
  const token = tokens[at];
  if (token?.kind !== "number") return undefined;
  let [text, end] = [token.text, at + 1];
  if (spaces && /^[1-9]\d{0,2}$/.test(text)) {
    // A digit group with decimals is the last group of a number, as in "1 250,50".
    for (let isLast = false; !isLast && isGroup(tokens, end); end += 1) {
      const group = (tokens[end] as Token).text;
      text += `'${group}`;
      isLast = group.length > 3;
    }
  }
  const value = numberOf(text, apostrophes || end > at + 1);
  return value === undefined ? undefined : { value, end };
}

const isGroup = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === "number" &&
  tokens[at].start - (tokens[at - 1] as Token).end === 1 &&
  /^\d{3}(?:[.,]\d{1,2})?$/.test(tokens[at].text);

/** Returns the number of tokens in a dash that ends a price, as in "50,-" and "50:-". */
const dashEnding = (tokens: readonly Token[], at: number): number => {
  const [mark, dash] = [tokens[at], tokens[at + 1]];
  const isEnding = /^[.,:]$/.test(mark?.text ?? "") && mark?.isGlued === true && dash?.text === "-" && dash.isGlued;
  return isEnding ? 2 : 0;
};

function currencyAt(tokens: readonly Token[], at: number, words: PriceVocabulary) {
  const token = tokens[at];
  if (token !== undefined && SIGN.test(token.text)) return { length: 1, currency: "sure" as const };
  const length = phraseAt(words, "currency", tokens, at);
  // "US$" is a currency, but "C $" in "vitamin C $20" is not.
  const last = tokens[at + length - 1];
  const isApart = length > 1 && last?.isGlued === false && SIGN.test(last.text);
  if (length === 0 || isApart) return { length: 0, currency: "none" as const };
  return { length, currency: WEIGHTS.has(token?.text ?? "") ? ("maybe" as const) : ("sure" as const) };
}
