import { type Language, LANGUAGE_NAMES, LANGUAGES } from "../../../src/languages/index.js";

/** A language and its share of the texts. */
export interface Share {
  /** English name. */
  readonly name: string;
  /** Name of the language in configurations; null if the service has no analyzer for the language. */
  readonly language: Language | null;
  /** Share of the texts in this language, between 0 and 1. */
  readonly share: number;
}

export interface DetectedLanguage {
  /** Recommended analyzer; null if the detection is inconclusive. */
  readonly language: Language | null;
  /** The detected languages, largest share first. */
  readonly shares: readonly Share[];
}

/** Texts of a catalogue besides titles and descriptions. */
export interface BesideTexts {
  /** Category levels and values of options and attributes, without duplicates. */
  readonly values: Iterable<string>;
  /** Column headers and names of options and attributes, without duplicates. */
  readonly names: Iterable<string>;
}

/**
 * Minimum total number of letters in the distinct words of a catalogue. With fewer letters, the language detection is
 * inconclusive.
 */
const MIN_LETTERS = 30;
/**
 * Minimum total number of letters to detect a language without an analyzer. The minimum exceeds `MIN_LETTERS`, because
 * a few brands and loanwords resemble Filipino or Icelandic.
 */
const MIN_LETTERS_OF_OTHER = 100;
/** Minimum share of texts in the main language. If the share is lower, the user must choose the language. */
const MIN_SHARE = 0.9;
/**
 * Minimum share of the texts that are in a language for the language to be reported. Smaller shares come from brands
 * and loanwords.
 */
const SHOWN_SHARE = 0.08;
const ITERATIONS = 30;
/**
 * Lower and upper limit of the correction that is subtracted from the share of each language. The correction is the
 * share that one text has of all texts, because a single short title may resemble a language that the shop does not
 * use.
 */
const LEAST_STRAY = 0.02;
const MOST_STRAY = 0.08;
const MAX_LENGTH = 300;
/**
 * Typical number of letters in a title. If the mean number of letters per text is higher, the texts have up to
 * `MAX_TEXTS_WEIGHT` times the weight, because sentences indicate the language more reliably than titles.
 */
const TITLE_LETTERS = 50;
const MAX_TEXTS_WEIGHT = 4;
/**
 * Weights of all attribute values and of all attribute names in language detection, relative to the weight of the
 * titles. With fewer than `enough` letters, the weight is proportional to the number of letters.
 */
const BESIDE = { values: { weight: 1, enough: 300 }, names: { weight: 0.3, enough: 60 } };
/**
 * Factor that converts a score of the detection library to a log-likelihood. The factor is small because neighbouring
 * n-grams are correlated. Values from 0.02 to 0.1 classified all 32 synthetic shops of `shop-titles.ts` correctly, and
 * lower values separated the languages more clearly.
 */
const EVIDENCE = 0.02;
/** Constant with which the detection library normalizes a mean n-gram score x: x / (x + 25). */
const SCALE = 25;
/** Names for languages that the detection library does not distinguish. */
const NAMES: Readonly<Record<string, string>> = { hr: "Croatian, Bosnian or Serbian", ms: "Indonesian or Malay" };

const BY_CODE = new Map(LANGUAGE_NAMES.map((name) => [LANGUAGES[name].code, name]));
const ENGLISH = LANGUAGES.english.code ?? "";

/** Log-likelihood of a text in each language. */
type Scores = readonly (readonly [code: string, score: number])[];

interface ScoredText {
  readonly scores: Scores;
  /** Whether most letters are Latin. */
  readonly isLatin: boolean;
}

/** A scored text with its weight. */
interface Weighed extends ScoredText {
  readonly weight: number;
}

/** Detection scores of one group of texts: all titles, all attribute values or all attribute names. */
interface Scored {
  readonly all: readonly ScoredText[];
  /** Total number of letters in all distinct words. */
  readonly letters: number;
  /** Mean number of letters per text. */
  readonly meanLetters: number;
  /** Whether most letters are Latin. */
  readonly isLatin: boolean;
}

/**
 * Detects the language of a catalogue from all its texts. Each text is modelled as a draw from a mixture of languages,
 * whose shares are estimated by expectation maximization. Titles that fit several languages thus count mostly for the
 * catalogue's main language.
 * @param texts titles followed by the start of the description
 */
export async function detectLanguage(
  texts: Iterable<string>,
  beside: BesideTexts = { values: [], names: [] },
): Promise<DetectedLanguage> {
  // Loads the n-grams (4 MB) only if a language detection runs.
  const { eld } = await import("eld/large");
  const scored = (some: Iterable<string>) => scoredBy((text) => eld.detect(text).getScores(), some);
  const main = scored(texts);
  const [values, names] = [scored(beside.values), scored(beside.names)];
  const own = weighed(main, Math.min(MAX_TEXTS_WEIGHT, Math.max(1, main.meanLetters / TITLE_LETTERS)));
  const inEnglish = (firstOf(mixture(own)) ?? ENGLISH) === ENGLISH;
  // English values count only if the titles are English, because shops in other languages also use English values.
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

/**
 * Returns the most likely language of each attribute value or name. Omits Latin texts if the titles use another script,
 * because such texts are mostly brands and slugs.
 */
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

/** Distributes a total weight evenly over the texts. */
const weighed = ({ all }: Scored, weight: number): Weighed[] =>
  all.map((text) => ({ ...text, weight: weight / all.length }));

/**
 * Returns the total weight of attribute values or names. The weight is lower if the values or names have few letters in
 * total.
 */
const weightOf = ({ letters }: Scored, { weight, enough }: (typeof BESIDE)["values"]): number =>
  weight * Math.min(1, letters / enough);

/** Estimates the language shares that maximize the likelihood of all texts. */
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

/** Probability of each language for a text; empty if no language is possible. */
function posterior(scores: Scores, shares: ReadonlyMap<string, number>): (readonly [code: string, part: number])[] {
  const most = Math.max(...scores.map(([, score]) => score));
  const parts = scores.map(([code, score]) => [code, (shares.get(code) ?? 0) * Math.exp(score - most)] as const);
  const sum = parts.reduce((total, [, part]) => total + part, 0);
  return sum > 0 ? parts.map(([code, part]) => [code, part / sum]) : [];
}

/** Returns the language with the largest share. */
const firstOf = (shares: Iterable<readonly [code: string, share: number]>): string | undefined =>
  [...shares].sort(([, a], [, b]) => b - a)[0]?.[0];

const nameOf = (code: string): string =>
  NAMES[code] ?? new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;

/** Formats the likely languages of an inconclusive detection, like "english or czech". */
export const likelyOf = ({ shares }: DetectedLanguage): string =>
  shares.map(({ language }) => language ?? "other").join(" or ") || "german";

/** Formats a detected language, like "german (German 72 %, French 24 %)". */
export function formatDetected({ language, shares }: DetectedLanguage): string {
  const found = shares.map(({ name, share }) => `${name} ${Math.round(share * 100)} %`).join(", ");
  const [first, ...others] = shares;
  if (language === null && first === undefined) return "not recognized, because the texts contain no known words";
  if (language === null && others.length === 0)
    return `probably ${String(first?.name)}, but the texts have too few words to be certain`;
  if (language === null) return `uncertain (${found})`;
  if (language === "other")
    return `other (${found}): there is no analyzer for this language, so words are compared without stemming`;
  return `${language} (${found})`;
}
