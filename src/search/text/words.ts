import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { foldedLetters } from "../../lib/folded.js";
import { searchText, type Language, LANGUAGE_NAMES, LANGUAGES } from "../../languages/index.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";

export interface Words {
  /** In the order typed, at most MAX_WORDS, each once unless it has digits. */
  readonly words: readonly string[];
  /** At least how many terms the analyzers make of them. */
  readonly pieces: number;
  /** Whether more was typed than is looked for. */
  readonly isShortened: boolean;
}

/** As many as 60 characters have: what is looked for a thousand costs no more than that. Nobody types more; some paste it. */
export const MAX_WORDS = 12;
/** Of words that analyzers take apart. */
export const MAX_PIECES = 24;
const MAX_WORD_LENGTH = 100;

/** Controls, private use, halves of surrogate pairs and unassigned code points: nothing that a title could hold. */
const NOT_TEXT = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}]+/gu;

/** A single term of the analyzers: a run of letters and digits, or a character of a script written without spaces. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u{1F000}-\u{1FAFF}]|[\p{L}\p{N}\p{M}]+/gu;

/** Reads a query as plain text: nothing in it is syntax. What has no letter, digit or pictograph beyond U+FFFF is no word. */
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
    // "60 x 60 cm" has both numbers.
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

/** Whether a word is too frequent in a language to tell products apart. Some lists have their words without accents. */
export function isStopWord(word: string, language: Language): boolean {
  const words = stopWordsOf.get(language);
  return words !== undefined && (words.has(word.toLowerCase()) || words.has(foldedLetters(word)));
}

/** The words without those; all where no other word is left. */
export function withoutStopWords(words: readonly string[], language: Language): readonly string[] {
  const requested = words.filter((word) => !isStopWord(word, language));
  return requested.length === 0 ? words : requested;
}

const firstPieces = (word: string) => (word.match(PIECE) ?? []).slice(0, MAX_PIECES).join(" ");

/** The settings of a storefront that text queries depend on. */
export interface TextRules extends Pick<StorefrontConfiguration, "language" | "field_weights" | "search"> {
  /** Rules that a search adds to those of the storefront: corrections of its words, and names that have negations. */
  readonly added?: readonly SynonymRule[];
}

export type WordRules = Pick<TextRules, "language" | "search" | "added">;

/** `strict`: every word must be somewhere in the product. `any`: one of them; what has all words comes first. */
export type TextTier = "strict" | "any";

/** How many of a query's words are required, and which others are looked for in their place: the same for all shoppers. */
export interface Relaxation {
  readonly tier: TextTier;
  /** How many products have all words, as far as that was counted: exact where the tier is `any`. */
  readonly all_words: number;
  /** For words that no product has: the most similar word of titles and designers, if it is near enough. */
  readonly corrections: readonly SynonymRule[];
  /** Negations that are names in the catalogue, and are searched as typed: "nike free". */
  readonly names?: readonly string[];
  /** The query in such words, where no product has all words as they were typed. A page says so where some has all of these. */
  readonly suggestion: string | undefined;
  /** The categories in which things are that are called what the query names, see `query-categories.ts`. */
  readonly categories: readonly string[];
}

/** Where there is no query, or no catalogue. */
export const AS_TYPED: Relaxation = {
  tier: "strict",
  all_words: 0,
  corrections: [],
  suggestion: undefined,
  categories: [],
};

/** The query by the words that are looked for in place of those typed; undefined where all are as typed. */
export const correctedBy = (query: string | null, corrections: Relaxation["corrections"]): string | undefined =>
  correctedQuery(
    query ?? "",
    new Map(corrections.flatMap(({ terms, to }) => terms.map((term) => [term, to?.[0] ?? term] as const))),
  );

/** The query with other words in place of some; undefined where there are none. */
export function correctedQuery(query: string, corrected: ReadonlyMap<string, string>): string | undefined {
  if (corrected.size === 0) return undefined;
  return queryText(query).replace(/\S+/gu, (word) => corrected.get(word) ?? word);
}
