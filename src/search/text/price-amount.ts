import { numberOf, type Token } from "./price-tokens.js";
import { phraseAt, type PriceVocabulary } from "./price-vocabulary.js";

/** A number in a query, which may be money. */
export interface Amount {
  readonly value: number;
  /** How many times larger words behind the number make it: 1 or 1,000. */
  readonly factor: number;
  /** `maybe`: pounds are also a weight. */
  readonly currency: "none" | "maybe" | "sure";
  /** The tokens of the number. */
  readonly first: number;
  readonly last: number;
  /** The token behind it and its currency. */
  readonly end: number;
}

const WEIGHTS = new Set(["pound", "pounds"]);
const SIGN = /^\p{Sc}$/u;

/** Reads "$1,250", "US$ 20", "EUR 20", "20 €", "1 250,50 kr", "50,-", "5 thousand rupees" and "20". */
export function amountAt(tokens: readonly Token[], at: number, words: PriceVocabulary): Amount | undefined {
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
    // "1 250,50": the last group may have decimals.
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

/** "50,-" and "50:-" are prices. */
const dashEnding = (tokens: readonly Token[], at: number): number => {
  const [mark, dash] = [tokens[at], tokens[at + 1]];
  const isEnding = /^[.,:]$/.test(mark?.text ?? "") && mark?.isGlued === true && dash?.text === "-" && dash.isGlued;
  return isEnding ? 2 : 0;
};

function currencyAt(tokens: readonly Token[], at: number, words: PriceVocabulary) {
  const token = tokens[at];
  if (token !== undefined && SIGN.test(token.text)) return { length: 1, currency: "sure" as const };
  const length = phraseAt(words, "currency", tokens, at);
  // "US$", but not "vitamin C $20".
  const last = tokens[at + length - 1];
  const isApart = length > 1 && last?.isGlued === false && SIGN.test(last.text);
  if (length === 0 || isApart) return { length: 0, currency: "none" as const };
  return { length, currency: WEIGHTS.has(token?.text ?? "") ? ("maybe" as const) : ("sure" as const) };
}
