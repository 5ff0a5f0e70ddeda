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

export interface ReportedLanguage {
  /** What the texts are best analysed as; null where they do not tell. */
  readonly language: Language | null;
  /** The languages that the texts are in, most first. */
  readonly shares: readonly Share[];
}

/** What a catalogue says beside its titles and descriptions. */
export interface BesideTexts {
  /** Levels of categories, and values of options and attributes, each once. */
  readonly values: Iterable<string>;
  /** Headers of columns, and names of options and attributes, each once. */
  readonly names: Iterable<string>;
}

/** Different words with fewer letters together are no evidence. */
const MIN_LETTERS = 30;
/** A language without an analyzer needs more: a few brands and loans look like Filipino or Icelandic. */
const MIN_LETTERS_OF_OTHER = 100;
/** The language of a catalogue has so much of it; with less, a person is asked. */
const MIN_SHARE = 0.9;
/** Smaller shares are brands and loans. */
const SHOWN_SHARE = 0.08;
const ITERATIONS = 30;
/**
 * The share that is subtracted from each language: that of one text, between 2 % and 8 %. A short title is often most like a language that the
 * shop has no other text in.
 */
const LEAST_STRAY = 0.02;
const MOST_STRAY = 0.08;
const MAX_LENGTH = 300;
/** Titles have about so many letters. Longer texts are sentences, which say more: up to `MAX_TEXTS_WEIGHT` times as much. */
const TITLE_LETTERS = 50;
const MAX_TEXTS_WEIGHT = 4;
/** The weight of all values and of all names; that of titles is 1. Fewer letters than `enough` weigh proportionally less. */
const BESIDE = { values: { weight: 1, enough: 300 }, names: { weight: 0.3, enough: 60 } };
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
const ENGLISH = LANGUAGES.english.code ?? "";

/** How likely a text is in each language, as logarithms. */
type Scores = readonly (readonly [code: string, score: number])[];

interface ScoredText {
  readonly scores: Scores;
  /** Whether most letters are Latin. */
  readonly isLatin: boolean;
}

/** A text with how much it counts. */
interface Weighed extends ScoredText {
  readonly weight: number;
}

/** Texts of one kind. */
interface Scored {
  readonly all: readonly ScoredText[];
  /** Of all different words together. */
  readonly letters: number;
  /** Of a text. */
  readonly meanLetters: number;
  /** Whether most letters are Latin. */
  readonly isLatin: boolean;
}

/**
 * Tells the language of a catalogue by all of its texts together: each is a draw from a mixture of languages, whose shares are
 * those under which the texts are most likely (expectation maximization). So what the catalogue is in decides about a title
 * that would be said in several.
 * @param texts titles with the beginnings of descriptions
 */
export async function reportLanguage(
  texts: Iterable<string>,
  beside: BesideTexts = { values: [], names: [] },
): Promise<ReportedLanguage> {
  // Four megabytes of n-grams, which only whoever asks has to read.
  const { eld } = await import("eld/large");
  const scored = (some: Iterable<string>) => scoredBy((text) => eld.detect(text).getScores(), some);
  const main = scored(texts);
  const [values, names] = [scored(beside.values), scored(beside.names)];
  const own = weighed(main, Math.min(MAX_TEXTS_WEIGHT, Math.max(1, main.meanLetters / TITLE_LETTERS)));
  const inEnglish = (firstOf(mixture(own)) ?? ENGLISH) === ENGLISH;
  // Programs and brands use English. So English values count only beside English titles, and English names never.
  const reportedValues = besideTitles(main, values).filter(({ code }) => inEnglish || code !== ENGLISH);
  const reportedNames = besideTitles(main, names).filter(({ code }) => code !== ENGLISH);
  const shares = mixture([
    ...own,
    ...reportedValues.map((text) => ({ ...text, weight: weightOf(values, BESIDE.values) / values.all.length })),
    ...reportedNames.map((text) => ({ ...text, weight: weightOf(names, BESIDE.names) / names.all.length })),
  ]);
  const languageOf = (code: string) => BY_CODE.get(code) ?? null;
  const first = firstOf(shares);
  if (first === undefined) return { language: null, shares: [] };
  const language = languageOf(first);
  const certain = [...shares].reduce((sum, [code, share]) => (languageOf(code) === language ? sum + share : sum), 0);
  const others = reportedNames.filter(({ code }) => languageOf(code) !== language);
  const isContradicted = others.length > names.all.length / 2 && names.letters >= MIN_LETTERS;
  const enough = language === null ? MIN_LETTERS_OF_OTHER : MIN_LETTERS;
  const isClear = main.letters + values.letters >= enough && certain >= MIN_SHARE && !isContradicted;
  const shown = [...shares].filter(
    ([code, share]) => share >= SHOWN_SHARE || (isContradicted && others.some((other) => other.code === code)),
  );
  return {
    language: isClear ? (language ?? "other") : null,
    shares: shown
      .map(([code, share]) => ({ name: nameOf(code), language: languageOf(code), share }))
      .sort((a, b) => b.share - a.share),
  };
}

/** Values or names with the most likely language of each. Latin ones beside titles in another script are left out: brands and slugs. */
function besideTitles(main: Scored, beside: Scored): (ScoredText & { readonly code: string })[] {
  const shares = mixture([...weighed(main, 1), ...weighed(beside, 1)]);
  return beside.all.flatMap((text) => {
    const code = firstOf(posterior(text.scores, shares));
    return code === undefined || (text.isLatin && !main.isLatin) ? [] : [{ ...text, code }];
  });
}

function scoredBy(score: (text: string) => Readonly<Record<string, number>>, texts: Iterable<string>): Scored {
  const words = new Set<string>();
  const all: ScoredText[] = [];
  let total = 0;
  let latin = 0;
  for (const text of texts) {
    const letters = text.slice(0, MAX_LENGTH).replaceAll(/\S*\d\S*/g, " ");
    const own = letters.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
    for (const word of own) words.add(word);
    const grams = own.reduce((sum, word) => sum + Math.ceil(word.length / 3), 0);
    const found = Object.entries(score(letters));
    if (found.length === 0) continue;
    const length = own.join("").length;
    const ofLatin = letters.match(/\p{Script=Latin}/gu)?.length ?? 0;
    total += length;
    latin += ofLatin;
    all.push({
      scores: found.map(([code, points]) => [code, (EVIDENCE * grams * SCALE * points) / (1 - points)]),
      isLatin: ofLatin * 2 >= length,
    });
  }
  return {
    all,
    letters: [...words].join("").length,
    meanLetters: total / Math.max(1, all.length),
    isLatin: latin * 2 >= total,
  };
}

/** The texts of a kind, which together count so much. */
const weighed = ({ all }: Scored, weight: number): Weighed[] =>
  all.map((text) => ({ ...text, weight: weight / all.length }));

/** What texts beside the titles count together: the fewer letters, the less. */
const weightOf = ({ letters }: Scored, { weight, enough }: (typeof BESIDE)["values"]): number =>
  weight * Math.min(1, letters / enough);

/** The shares of languages under which all scores together are most likely. */
function mixture(texts: readonly Weighed[]): Map<string, number> {
  const total = texts.reduce((sum, { weight }) => sum + weight, 0);
  const stray = Math.min(MOST_STRAY, Math.max(LEAST_STRAY, 1 / texts.length));
  let shares = new Map(texts.flatMap(({ scores }) => scores.map(([code]) => [code, 1])));
  for (let at = 0; at < ITERATIONS; at += 1) {
    const next = new Map<string, number>();
    for (const { scores, weight } of texts)
      for (const [code, part] of posterior(scores, shares))
        next.set(code, (next.get(code) ?? 0) + (part * weight) / total);
    const kept = [...next].map(([code, share]) => [code, Math.max(0, share - stray)] as const);
    const sum = kept.reduce((all, [, share]) => all + share, 0);
    if (sum === 0) return next;
    shares = new Map(kept.map(([code, share]) => [code, share / sum]));
  }
  return shares;
}

/** How probable it is that a text is in each language; nothing where it is in none of them. */
function posterior(scores: Scores, shares: ReadonlyMap<string, number>): (readonly [code: string, part: number])[] {
  const most = Math.max(...scores.map(([, score]) => score));
  const parts = scores.map(([code, score]) => [code, (shares.get(code) ?? 0) * Math.exp(score - most)] as const);
  const sum = parts.reduce((total, [, part]) => total + part, 0);
  return sum > 0 ? parts.map(([code, part]) => [code, part / sum]) : [];
}

/** The language with the largest share. */
const firstOf = (shares: Iterable<readonly [code: string, share: number]>): string | undefined =>
  [...shares].sort(([, a], [, b]) => b - a)[0]?.[0];

const nameOf = (code: string): string =>
  NAMES[code] ?? new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;

/** The languages that a person may mean where the texts do not tell: "english or czech". */
export const likelyOf = ({ shares }: ReportedLanguage): string =>
  shares.map(({ language }) => language ?? "other").join(" or ") || "german";

/** "german (German 72 %, French 24 %)", for a person. */
export function formatReported({ language, shares }: ReportedLanguage): string {
  const found = shares.map(({ name, share }) => `${name} ${Math.round(share * 100)} %`).join(", ");
  if (language === null) return `unsure (${found === "" ? "no words that tell it" : found})`;
  if (language === "other")
    return `other (${found}): there is no analyzer for it, so words are compared as they are written`;
  return `${language} (${found})`;
}
