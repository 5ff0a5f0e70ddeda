import { comparableWords, JOINING_WORDS } from "../../languages/index.js";
import { folded } from "../../lib/folded.js";
import { mostEdits, nearPrefix } from "../../lib/edit-distance.js";

export type PhraseKind = "query" | "category" | "brand";

export interface Phrase {
  readonly kind: PhraseKind;
  /** The query as typed, or the value of the category or brand. */
  readonly value: string;
  /** The text that is compared with the prefix. For a category, the name of the last level. */
  readonly label: string;
  /**
   * Popularity of the phrase from 0 to 1: how often shoppers type it, or how many products match it, relative to other phrases of its kind.
   */
  readonly score: number;
  /** Whether the phrase comes from the catalogue. Otherwise shoppers typed it. */
  readonly from_catalog: boolean;
  /**
   * The form of a phrase from the catalogue. `value`: a single value ("navy"), which ranks below product names for short prefixes. `term`:
   * a synonym or category name, which matches products without this word in their titles. Neither is suggested for an empty prefix.
   */
  readonly form?: "value" | "term";
  /** For a synonym, the corresponding words in titles. */
  readonly instead?: string;
}

export interface Match {
  readonly phrase: Phrase;
  /**
   * Match quality: 1 if the phrase starts with the prefix; lower if a later word starts with the prefix, or if the match is approximate.
   */
  readonly quality: number;
}

export interface Matches {
  /** The best matches per kind of phrase, before personalization, best match first. */
  readonly found: readonly Match[];
  /** The corrected text. Present if no phrase starts with the typed text, but a phrase starts with a similar text. */
  readonly meant?: string;
}

export interface SuggestionDictionary {
  readonly size: number;
  /**
   * Finds the phrases that start with a text.
   * @param typed any text
   * @param spelling whether to return similar phrases if no phrase starts with the text
   */
  find(typed: string, spelling: boolean): Matches;
  /**
   * Matches one category or brand against the prefix. Undefined if the dictionary does not contain the category or brand, or if the prefix
   * does not match.
   */
  match(kind: PhraseKind, value: string, typed: string): Match | undefined;
}

/**
 * Maximum number of matches per kind of phrase. The maximum exceeds the number of displayed suggestions, because taste reorders matches and
 * some matches have no products.
 */
const MAX_OF_A_KIND = 40;
/** Maximum prefix length in characters. Phrases are shorter. */
const LONGEST_TYPED = 80;
/** Minimum prefix length for spelling correction, in characters. Shorter prefixes are incomplete rather than misspelt. */
const SHORTEST_MISSPELT = 5;
/** Minimum length in characters of a word that is corrected within a longer text. */
const SHORTEST_MISSPELT_WORD = 4;
const INNER_WORD = 0.6;
/** Prefix length in characters, below which colours and other values rank lower. For "b", boots should rank above black products. */
const QUALIFIED_FROM = 3;
const TOO_FEW_LETTERS = 0.1;
const AN_EDIT = 0.5;
/** Factor for the quality of a match with different accents. For "kä", "Käse" ranks above "Kapseln". */
const OTHER_MARKS = 0.7;
/** Minimum weight of a phrase, so that match quality affects phrases with a score of 0, too. */
const BASE_WORTH = 0.2;

export const scoreOf = ({ phrase, quality }: Match): number => quality * (BASE_WORTH + phrase.score);

const HYPHENATED = /[\p{L}\p{N}][-‐‑]$/u;

/** Plural endings of words in category names. */
const PLURAL = /(?<=\p{L}{3}[^s])s$/u;

/** An entry of the prefix index. A phrase has one entry for each of its words, with the text from this word to the end. */
interface Entry {
  readonly text: string;
  /** The text with accents; absent if the phrase has no accents. */
  readonly marked?: string;
  readonly phrase: Phrase;
  readonly isStart: boolean;
}

export function createSuggestionDictionary(phrases: readonly Phrase[]): SuggestionDictionary {
  const entries = phrases.flatMap(entriesOf).sort((a, b) => compare(a.text, b.text));
  const byWorth = best(
    phrases.filter(({ form }) => form === undefined).map((phrase): Match => ({ phrase, quality: 1 })),
  );
  const byValue = new Map(phrases.map((phrase) => [keyOf(phrase.kind, phrase.value), phrase]));

  /** The index range of the entries with this prefix. `end` is exclusive. */
  const prefixWith = (prefix: string): [first: number, end: number] => [
    firstPosition(entries, ({ text }) => text >= prefix),
    firstPosition(entries, ({ text }) => text >= prefix && !text.startsWith(prefix)),
  ];

  function nearly(typed: string): Matches {
    const most = mostEdits(typed);
    const matches: Match[] = [];
    let meant: { readonly score: number; readonly edits: number; readonly text: string } | undefined;
    // Uses an index loop, which is faster than an iterator, because each keystroke may compare thousands of entries.
    const [first, end] = prefixWith(typed.slice(0, 1));
    for (let at = first; at < end; at += 1) {
      const { text, phrase, isStart } = entries[at] as Entry;
      const near = nearPrefix(typed, text, most);
      if (near === undefined) continue;
      const match = { phrase, quality: AN_EDIT ** near.edits * (isStart ? 1 : INNER_WORD) };
      matches.push(match);
      const score = scoreOf(match);
      if (meant !== undefined && (near.edits > meant.edits || (near.edits === meant.edits && score <= meant.score)))
        continue;
      meant = { score, edits: near.edits, text: wholeWords(text, near.length) };
    }
    return { found: best(matches), ...(meant === undefined ? {} : { meant: meant.text }) };
  }

  function look(begun: string, typed: string, marked: string, spelling: boolean): Matches {
    const unjoined = typed.split(" ").filter((word) => !JOINING_WORDS.has(word));
    for (const prefix of new Set([begun, typed, unjoined.join(" ") || typed])) {
      const exact = entries
        .slice(...prefixWith(prefix))
        .map((entry) => ({ phrase: entry.phrase, quality: qualityOf(entry, typed, marked) }));
      if (exact.length > 0) return { found: best(exact) };
    }
    if (!spelling || typed.length < SHORTEST_MISSPELT) return { found: [] };
    const whole = nearly(typed);
    return whole.meant === undefined ? nearlyByWord(typed) : whole;
  }

  /** Corrects a multi-word text word by word, if no phrase contains all words: "blakc dress". */
  function nearlyByWord(typed: string): Matches {
    const isBegun = (word: string) => entries[prefixWith(word)[0]]?.text.startsWith(word) === true;
    const wordFor = (word: string) =>
      word.length < SHORTEST_MISSPELT_WORD || isBegun(word) ? word : (nearly(word).meant ?? word);
    const meant = typed.split(" ").map(wordFor).join(" ");
    return meant === typed ? { found: [] } : { ...look(meant, meant, meant, false), meant };
  }

  return {
    size: phrases.length,

    find(given, spelling) {
      const typed = folded(given);
      if (typed === "") return { found: given.trim() === "" ? byWorth : [] };
      if (typed.length > LONGEST_TYPED) return { found: [] };
      // The hyphen counts as a word boundary: "t-" matches "t-shirt" but not "tops".
      const begun = HYPHENATED.test(given) ? `${typed} ` : typed;
      return look(begun, typed, withMarks(given), spelling);
    },

    match(kind, value, given) {
      const phrase = byValue.get(keyOf(kind, value));
      if (phrase === undefined) return undefined;
      const typed = folded(given);
      const found = entriesOf(phrase).filter(({ text }) => text.startsWith(typed));
      if (found.length === 0) return undefined;
      return { phrase, quality: found.some(({ isStart }) => isStart) ? 1 : INNER_WORD };
    },
  };
}

function qualityOf({ text, marked = text, phrase, isStart }: Entry, typed: string, typedMarks: string): number {
  const position = (isStart ? 1 : INNER_WORD) * (marked.startsWith(typedMarks) ? 1 : OTHER_MARKS);
  return phrase.form === "value" && typed.length < QUALIFIED_FROM ? position * TOO_FEW_LETTERS : position;
}

/** Converts a text to lower case and replaces punctuation by spaces, but preserves accents. */
const withMarks = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();

function entriesOf(phrase: Phrase): Entry[] {
  const words = folded(phrase.label).split(" ");
  const marked = withMarks(phrase.label).split(" ");
  const hasMarks = marked.length === words.length && marked.some((word, at) => word !== words[at]);
  const own = words.map((_, from) => ({
    text: words.slice(from).join(" "),
    ...(hasMarks ? { marked: marked.slice(from).join(" ") } : {}),
    phrase,
    isStart: from === 0,
  }));
  // Adds alternative spellings: "chest of" for "Chests of drawers", and "loreal" and "hm" for "L'Oréal" and "H&M".
  const one = words.map((word, at) => (at < words.length - 1 ? word.replace(PLURAL, "") : word)).join(" ");
  const others = new Set([one, comparableWords(phrase.label).join(" ")]);
  others.delete(words.join(" "));
  return [...own, ...[...others].map((text) => ({ text, phrase, isStart: true }))];
}

/** The best match of each phrase, limited to the best phrases per kind. */
function best(matches: readonly Match[]): Match[] {
  const byPhrase = new Map<Phrase, Match>();
  for (const match of matches) {
    const known = byPhrase.get(match.phrase);
    if (known === undefined || known.quality < match.quality) byPhrase.set(match.phrase, match);
  }
  const sorted = [...byPhrase.values()].sort(
    (a, b) => scoreOf(b) - scoreOf(a) || compare(a.phrase.value, b.phrase.value),
  );
  const left: Record<PhraseKind, number> = { query: MAX_OF_A_KIND, category: MAX_OF_A_KIND, brand: MAX_OF_A_KIND };
  return sorted.filter(({ phrase }) => (left[phrase.kind] -= 1) >= 0);
}

/** Extends a prefix to the end of its last word: "lapt" in "laptop sleeve" becomes "laptop". */
function wholeWords(text: string, length: number): string {
  const end = text.indexOf(" ", Math.max(0, length - 1));
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Binary search. Returns the index of the first entry that satisfies the condition, or the number of entries if no entry satisfies it. All
 * entries after the first match must satisfy the condition, too.
 */
function firstPosition(entries: readonly Entry[], isSuch: (entry: Entry) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSuch(entries[middle] as Entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const keyOf = (kind: PhraseKind, value: string) => `${kind} ${value}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
