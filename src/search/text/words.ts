import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { foldedLetters } from "../../lib/folded.js";
import { searchText, type Language, LANGUAGE_NAMES, LANGUAGES } from "../../languages/index.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";

export interface Words {
  /** Words of the query in typed order, at most MAX_WORDS. Duplicates are removed unless they contain digits. */
  readonly words: readonly string[];
  /** Minimum number of index terms that the analyzers produce from the words. */
  readonly pieces: number;
  /** Whether words were dropped because the query exceeds a length limit. */
  readonly isShortened: boolean;
}

/** Maximum number of words of a query that are searched. The limit bounds the cost of long queries, which are usually pasted text. */
export const MAX_WORDS = 12;
/** Maximum number of index terms that the analyzers produce from the words of a query. */
export const MAX_PIECES = 24;
const MAX_WORD_LENGTH = 100;

/** Control characters, private-use characters, surrogates and unassigned code points. Product titles contain no such characters. */
const NOT_TEXT = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}]+/gu;

/** An analyzer term: a sequence of letters and digits, or a single character of a script without spaces. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u{1F000}-\u{1FAFF}]|[\p{L}\p{N}\p{M}]+/gu;

/** Parses a query as plain text without syntax. Tokens without a letter, digit or emoji are dropped. */
export function wordsOf(query: string): Words {
  const words: string[] = [];
  const known = new Set<string>();
  let pieces = 0;
  for (const token of queryText(query).split(" ")) {
    const word = Array.from(token).slice(0, MAX_WORD_LENGTH).join("");
    const count = word.match(PIECE)?.length ?? 0;
    const key = word.toLowerCase();
    if (count === 0 || known.has(key)) continue;
    if (words.length === MAX_WORDS || pieces + count > MAX_PIECES) {
      if (words.length > 0) return { words, pieces, isShortened: true };
      return { words: [firstPieces(word)], pieces: MAX_PIECES, isShortened: true };
    }
    // Repeated numbers are preserved, because a query such as "60 x 60 cm" needs both numbers.
    if (!OF_AMOUNTS.test(key)) known.add(key);
    words.push(word);
    pieces += count;
  }
  return { words, pieces, isShortened: false };
}

const OF_AMOUNTS = /^(?:x|.*\d.*)$/u;

export const queryText = (query: string): string => searchText(query.replace(NOT_TEXT, " "));

const stopWordsOf = new Map<Language, ReadonlySet<string>>(
  LANGUAGE_NAMES.map((name) => [name, new Set(LANGUAGES[name].stopWords?.split(" "))]),
);

/**
 * Whether a word is too frequent in its language to distinguish products. The word is also compared without accents, because some stop-word
 * lists contain no accents.
 */
export function isStopWord(word: string, language: Language): boolean {
  const words = stopWordsOf.get(language);
  return words !== undefined && (words.has(word.toLowerCase()) || words.has(foldedLetters(word)));
}

/** Removes stop words. Returns all words if every word is a stop word. */
export function withoutStopWords(words: readonly string[], language: Language): readonly string[] {
  const requested = words.filter((word) => !isStopWord(word, language));
  return requested.length === 0 ? words : requested;
}

const firstPieces = (word: string) => (word.match(PIECE) ?? []).slice(0, MAX_PIECES).join(" ");

/** The storefront settings that text queries depend on. */
export interface TextRules extends Pick<StorefrontConfiguration, "language" | "field_weights" | "search"> {
  /** Additional synonym rules of one search: spelling corrections, and product names that look like negations ("nike free"). */
  readonly added?: readonly SynonymRule[];
}

export type WordRules = Pick<TextRules, "language" | "search" | "added">;

/** `strict`: a product must have every word. `any`: a product must have at least one word; full matches come first. */
export type TextTier = "strict" | "any";

/** How the words of a query are matched: whether all words are required, and how words are corrected. Identical for all shoppers. */
export interface Relaxation {
  readonly tier: TextTier;
  /**
   * Number of products with all words of the query. The number is exact if `tier` is `any`, otherwise products are counted up to a limit.
   */
  readonly all_words: number;
  /** Spelling corrections: for each word that no product contains, the most similar word of titles and brands. */
  readonly corrections: readonly SynonymRule[];
  /** Product names in the catalogue that look like negations and are therefore searched as typed, such as "nike free". */
  readonly names?: readonly string[];
  /** The corrected query. Present if no product has all words as typed. Responses only contain it if products match the corrected query. */
  readonly suggestion: string | undefined;
  /** Categories with the largest shares of products whose head noun is the query's head noun, see `query-categories.ts`. */
  readonly categories: readonly string[];
}

/** Value for a query that is neither relaxed nor corrected. The value is also used for listings and empty catalogues. */
export const AS_TYPED: Relaxation = {
  tier: "strict",
  all_words: 0,
  corrections: [],
  suggestion: undefined,
  categories: [],
};

/** The query with corrections applied, or undefined without corrections. */
export const correctedBy = (query: string | null, corrections: Relaxation["corrections"]): string | undefined =>
  correctedQuery(
    query ?? "",
    new Map(corrections.flatMap(({ terms, to }) => terms.map((term) => [term, to?.[0] ?? term] as const))),
  );

/** The query with some words replaced, or undefined without replacements. */
export function correctedQuery(query: string, corrected: ReadonlyMap<string, string>): string | undefined {
  if (corrected.size === 0) return undefined;
  return queryText(query).replace(/\S+/gu, (word) => corrected.get(word) ?? word);
}
