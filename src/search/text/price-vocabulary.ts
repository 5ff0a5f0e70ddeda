import { measuresOfWhole } from "../../catalog/measures.js";
import { type Language, LANGUAGE_NAMES, LANGUAGES, type PriceWords, withEnglish } from "../../languages/index.js";
import { remembered } from "../../lib/remembered.js";
import { type Token, tokensOf } from "./price-tokens.js";

/** Names of the word lists from which price phrases are built. */
export type WordList = Exclude<keyof PriceWords, "grouping">;

/** The price words of a language, together with the English price words. */
export interface PriceVocabulary {
  readonly language: Language;
  /** Price phrases by word list and first token, longest phrase first, because "bis zu" starts with "bis". */
  readonly phrases: ReadonlyMap<WordList, ReadonlyMap<string, readonly (readonly string[])[]>>;
  /** Whether spaces separate thousands: "1 250". */
  readonly spaces: boolean;
  /** Whether apostrophes separate thousands: "1'250". */
  readonly apostrophes: boolean;
  /** Short words that are not units: "by", "im". */
  readonly joining: ReadonlySet<string>;
}

const LISTS = ["below", "most", "least", "orLess", "orMore", "between", "and", "from", "to", "within", "price", "currency", "thousand", "shares"] as const satisfies readonly WordList[]; // prettier-ignore

export const priceVocabulary = remembered(new Map<Language, PriceVocabulary>(), (language) => {
  const known = withEnglish(language, "priceWords");
  const groupings = known.flatMap(({ grouping }) => grouping?.split("|") ?? []);
  return {
    language,
    phrases: new Map(LISTS.map((list) => [list, byFirst(known.flatMap((one) => one[list]?.split("|") ?? []))])),
    spaces: groupings.includes("space"),
    apostrophes: groupings.includes("apostrophe"),
    joining: new Set(withEnglish(language, "betweenWords").flatMap((list) => list.split(" "))),
  };
});

function byFirst(phrases: readonly string[]): Map<string, string[][]> {
  const map = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const words = tokensOf(phrase).map(({ text }) => text);
    const first = words[0] as string;
    map.set(
      first,
      [...(map.get(first) ?? []), words].sort((a, b) => b.length - a.length),
    );
  }
  return map;
}

/** The number of tokens in the longest phrase of the list that starts at this position, or 0. */
export function phraseAt({ phrases }: PriceVocabulary, list: WordList, tokens: readonly Token[], at: number): number {
  const first = tokens[at]?.text;
  const some = first === undefined ? [] : (phrases.get(list)?.get(first) ?? []);
  return some.find((words) => words.every((word, more) => tokens[at + more]?.text === word))?.length ?? 0;
}

/** Words for counts and shares. An amount before such a word is not a price. */
const COUNTED = "percent|prozent|procent|people|persons|players|seats|calories|kcal|carats?|hz|fps|mp|yrs?";
const MEASURE = new RegExp(
  `^(?:${COUNTED}|${LANGUAGE_NAMES.flatMap((name) => LANGUAGES[name].measures ?? []).join("|")})$`,
  "iu",
);
const MEASURE_SIGN = /^["″”'%°]$/;

/**
 * Whether a token is a unit, so that an amount before it is a measure instead of a price.
 * @param raw the token as typed
 */
export const isUnit = (raw: string, { language }: PriceVocabulary): boolean =>
  MEASURE_SIGN.test(raw) || MEASURE.test(raw) || measuresOfWhole(`1 ${raw}`, language).length > 0;

/** Whether a word may turn a bare amount into a measure or a larger number. Two-letter words count, because nearly all are units. */
export const mayBeUnit = (raw: string, { joining }: PriceVocabulary): boolean =>
  LARGER.test(raw) || (raw.length <= 2 && !joining.has(raw.toLowerCase()));
const LARGER = /^(?:millions?|millionen|mio|lakhs?|crores?|juta|میلیون)$/iu;
