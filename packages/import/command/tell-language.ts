import { type Language, LANGUAGE_NAMES, LANGUAGES } from "../../../src/languages/index.js";

/** A language and its share of the texts. */
export interface Share {
  /** In English. */
  readonly name: string;
  /** What it is called in configurations; null where `languages` has no file for it. */
  readonly language: Language | null;
  /** 0–1. */
  readonly share: number;
}

export interface ToldLanguage {
  /** What the texts are best analysed as; null where they do not tell. */
  readonly language: Language | null;
  /** The languages that the texts are in, most first. */
  readonly shares: readonly Share[];
}

/** Different words with fewer letters together are no evidence. */
const MIN_LETTERS = 30;
/** The language of a catalogue has so much of it, and twice as much as the next one. */
const MIN_SHARE = 0.55;
/** Smaller shares are brands and loans. */
const SHOWN_SHARE = 0.08;
const ITERATIONS = 30;
const MAX_LENGTH = 300;
/**
 * What a point of the library's score of a text is worth as a log-likelihood. Small, because neighbouring n-grams repeat each other: from
 * .02 to .1 the thirty-two made shops of `shop-titles.ts` were told right, and the less the clearer.
 */
const EVIDENCE = 0.02;
/** The library scales the mean score x of its n-grams to x / (x + 25). */
const SCALE = 25;
/** Languages that the library knows by one name. */
const NAMES: Readonly<Record<string, string>> = { hr: "Croatian, Bosnian or Serbian", ms: "Indonesian or Malay" };

const BY_CODE = new Map(LANGUAGE_NAMES.map((name) => [LANGUAGES[name].code, name]));

/**
 * Tells the language of a catalogue by all of its texts together: each is a draw from a mixture of languages, whose shares are
 * those under which the texts are most likely (expectation maximization). So what the catalogue is in decides about a title
 * that would be said in several.
 */
export async function tellLanguage(texts: Iterable<string>): Promise<ToldLanguage> {
  // Four megabytes of n-grams, which only whoever asks has to read.
  const { eld } = await import("eld/large");
  const words = new Set<string>();
  const scores: (readonly (readonly [code: string, score: number])[])[] = [];
  for (const text of texts) {
    const letters = text.slice(0, MAX_LENGTH).replaceAll(/\S*\d\S*/g, " ");
    const own = letters.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
    for (const word of own) words.add(word);
    const grams = own.reduce((sum, word) => sum + Math.ceil(word.length / 3), 0);
    const found = Object.entries(eld.detect(letters).getScores());
    if (found.length > 0)
      scores.push(found.map(([code, score]) => [code, (EVIDENCE * grams * SCALE * score) / (1 - score)]));
  }
  const shares = [...mixture(scores)]
    .map(([code, share]) => ({ name: nameOf(code), language: BY_CODE.get(code) ?? null, share }))
    .filter(({ share }) => share >= SHOWN_SHARE)
    .sort((a, b) => b.share - a.share);
  const [first, second] = shares;
  const isClear =
    first !== undefined &&
    [...words].join("").length >= MIN_LETTERS &&
    first.share >= MIN_SHARE &&
    first.share >= 2 * (second?.share ?? 0);
  return { language: isClear ? (first.language ?? "other") : null, shares };
}

/** The shares of languages under which all scores together are most likely. */
function mixture(scores: readonly (readonly (readonly [code: string, score: number])[])[]): Map<string, number> {
  let shares = new Map(scores.flatMap((text) => text.map(([code]) => [code, 1])));
  for (let at = 0; at < ITERATIONS; at += 1) {
    const next = new Map<string, number>();
    for (const text of scores) {
      const most = Math.max(...text.map(([, score]) => score));
      const parts = text.map(([code, score]) => [code, (shares.get(code) ?? 0) * Math.exp(score - most)] as const);
      const sum = parts.reduce((total, [, part]) => total + part, 0);
      if (!(sum > 0)) continue;
      for (const [code, part] of parts) next.set(code, (next.get(code) ?? 0) + part / sum / scores.length);
    }
    shares = next;
  }
  return shares;
}

const nameOf = (code: string): string =>
  NAMES[code] ?? new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;

/** The languages that a person may mean where the texts do not tell: "english or czech". */
export const likelyOf = ({ shares }: ToldLanguage): string =>
  shares.map(({ language }) => language ?? "other").join(" or ") || "german";

/** "german (German 72 %, French 24 %)", for a person. */
export function toldInWords({ language, shares }: ToldLanguage): string {
  const found = shares.map(({ name, share }) => `${name} ${Math.round(share * 100)} %`).join(", ");
  if (language === null) return `unsure (${found === "" ? "no words that tell it" : found})`;
  if (language === "other")
    return `other (${found}): there is no analyzer for it, so words are compared as they are written`;
  return `${language} (${found})`;
}
