import { comparableWords, JOINING_WORDS } from "../../languages/index.js";
import { folded } from "../../lib/folded.js";
import { mostEdits, nearPrefix } from "../../lib/edit-distance.js";

export type PhraseKind = "query" | "category" | "brand";

export interface Phrase {
  readonly kind: PhraseKind;
  /** A query as it is typed, or the value of the category or brand. */
  readonly value: string;
  /** The text compared with the typed beginning: of a category its last level. */
  readonly label: string;
  /** From 0 to 1: how much it is typed, or how many products it has, beside the others of its kind. */
  readonly score: number;
  /** Whether it is from the catalogue; else from shoppers. */
  readonly from_catalog: boolean;
  /**
   * `value`: a value by itself ("navy"), which comes after things for the first letters. `term`: what finds products that no title
   * calls so: a synonym, the name of a category. Neither is suggested where nothing was typed.
   */
  readonly form?: "value" | "term";
  /** Of a synonym: what titles have in its place. */
  readonly instead?: string;
}

export interface Match {
  readonly phrase: Phrase;
  /** 1 for a phrase that begins with what was typed; less where another of its words does, or where it nearly does. */
  readonly quality: number;
}

export interface Matches {
  /** The best of each kind before taste, best first. */
  readonly found: readonly Match[];
  /** The phrase that was probably meant, where none begins with the typed text and some phrase nearly does. */
  readonly meant?: string;
}

export interface SuggestionDictionary {
  readonly size: number;
  /** @param typed anything @param spelling whether what nearly begins so counts where nothing does */
  find(typed: string, spelling: boolean): Matches;
  /** How a category or brand begins with what was typed; undefined where there is none or it does not. */
  match(kind: PhraseKind, value: string, typed: string): Match | undefined;
}

/** The phrases kept for a beginning: more than are ever shown, because taste may reorder them and some may find nothing. */
const MAX_OF_A_KIND = 40;
/** Nothing that begins with more is a phrase. */
const LONGEST_TYPED = 80;
/** Shorter beginnings are not finished rather than misspelt. */
const SHORTEST_MISSPELT = 5;
/** Of a word within a longer text. */
const SHORTEST_MISSPELT_WORD = 4;
const INNER_WORD = 0.6;
/** Fewer letters say nothing of a colour: for "b", boots come before what is black. */
const QUALIFIED_FROM = 3;
const TOO_FEW_LETTERS = 0.1;
const AN_EDIT = 0.5;
/** For "kä" cheese comes before capsules; who types "ka" may mean either. */
const OTHER_MARKS = 0.7;
/** No phrase is worth 0, so that the position of the match still orders phrases. */
const BASE_WORTH = 0.2;

export const scoreOf = ({ phrase, quality }: Match): number => quality * (BASE_WORTH + phrase.score);

const HYPHENATED = /[\p{L}\p{N}][-‐‑]$/u;

/** As names of categories have them. */
const PLURAL = /(?<=\p{L}{3}[^s])s$/u;

/** A phrase from one of its words on. */
interface Entry {
  readonly text: string;
  /** The same with the marks of its letters, where it has any. */
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

  /** The places of the entries that begin with it, the last one excluded. */
  const prefixWith = (prefix: string): [first: number, end: number] => [
    firstPosition(entries, ({ text }) => text >= prefix),
    firstPosition(entries, ({ text }) => text >= prefix && !text.startsWith(prefix)),
  ];

  function nearly(typed: string): Matches {
    const most = mostEdits(typed);
    const matches: Match[] = [];
    let meant: { readonly score: number; readonly edits: number; readonly text: string } | undefined;
    // By number, without an iterator's objects: what is misspelt is compared with thousands after every letter.
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

  /** The same for a text of several words that no phrase has together: "blakc dress". */
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
      // "t-" is on the way to "t-shirt", and not to "tops".
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

/** As `folded`, but for the marks of letters. */
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
  // "Chests of drawers", for "chest of"; "loreal" and "hm" for "L'Oréal" and "H&M".
  const one = words.map((word, at) => (at < words.length - 1 ? word.replace(PLURAL, "") : word)).join(" ");
  const others = new Set([one, comparableWords(phrase.label).join(" ")]);
  others.delete(words.join(" "));
  return [...own, ...[...others].map((text) => ({ text, phrase, isStart: true }))];
}

/** Each phrase once, as it matches best; of each kind the best. */
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

/** The beginning up to the end of the word that it ends in: "lapt" of "laptop sleeve" means "laptop". */
function wholeWords(text: string, length: number): string {
  const end = text.indexOf(" ", Math.max(0, length - 1));
  return end === -1 ? text : text.slice(0, end);
}

/** Where entries begin to be such, once which all others are; their number where none is. */
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
