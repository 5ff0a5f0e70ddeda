import { DEPARTMENTS, type EndingRule, type LanguageDefinition } from "./languages.js";
import { foldedLetters } from "../lib/folded.js";

type Setting = string | number | boolean | readonly string[];
/** A token filter or analyzer in the format of the engine's settings. */
type Part = Readonly<Record<string, Setting>>;

interface Analyzer extends Part {
  readonly type: "custom";
  readonly tokenizer: string;
  readonly filter: readonly string[];
}

/** Token filters and analyzers by name. */
export interface Analysis {
  readonly filters: Readonly<Record<string, Part>>;
  readonly analyzers: Readonly<Record<string, Analyzer>>;
}

/**
 * Settings of a token filter that splits words at punctuation, and also joins the parts of a word without punctuation: "usb-c" becomes
 * "usb", "c" and "usbc".
 */
const PARTS = {
  type: "word_delimiter_graph",
  catenate_all: true,
  split_on_case_change: false,
  split_on_numerics: false,
  stem_english_possessive: false,
} as const;

/** Minimum length of a term that is joined from neighbouring words. Shorter terms may coincide with unrelated words. */
const SHORTEST_JOINED = 3;
const MOST_JOINED = 3;

/**
 * The analyzers of a language. Their input is text that was normalized by `searchText`.
 *
 * - `words` (for indexing): whole words, parts of words split at punctuation, and the forms of each word.
 * - `query_words`: whole words. `query_parts`: whole words, or all parts of a word.
 * - `joined`: two or three neighbouring words as one term, split at punctuation and digits. "memory stick" becomes
 *   "memorystick"; "1000XM4" becomes "1000xm", "xm4" and "1000xm4".
 * - `whole_words`: each word as one term, in each of its forms.
 * - `typed`: each word as one folded term without stemming, for prefixes and spelling. `exact`: like `typed`, but with
 *   accents.
 * - `characters`: single characters, for languages without spaces between words.
 *
 * Stop words are indexed. Queries drop stop words if other words remain.
 */
export const analysisOf = (language: LanguageDefinition): Analysis => analysisWith(language, formFilters(language));

function analysisWith({ forms }: LanguageDefinition, { filters, chains }: FormFilters): Analysis {
  const lower = forms.lowercase === null ? "lowercase" : "lower";
  const chain = chains.length === 1 ? (chains[0] ?? []) : ["forms"];
  const analyzer = (...filter: readonly string[]): Analyzer => ({ type: "custom", tokenizer: "whitespace", filter });
  const unspaced = (...filter: readonly string[]): Analyzer => ({
    type: "custom",
    tokenizer: forms.tokenizer ?? "standard",
    filter: ["cjk_width", "lowercase", ...filter, "asciifolding"],
  });
  const elided = forms.elidedArticles === null ? [] : ["elided"];
  const whole = analyzer(...elided, "whole", lower, ...chain);
  return {
    filters: {
      parts: PARTS,
      pieces: { ...PARTS, split_on_numerics: true },
      whole: { ...PARTS, generate_word_parts: false, generate_number_parts: false },
      neighbours: {
        type: "shingle",
        min_shingle_size: 2,
        max_shingle_size: MOST_JOINED,
        output_unigrams: false,
        token_separator: "",
        filler_token: "",
      },
      long: { type: "length", min: SHORTEST_JOINED },
      ...(forms.lowercase === null ? {} : { lower: { type: "lowercase", language: forms.lowercase } }),
      ...(forms.elidedArticles === null
        ? {}
        : { elided: { type: "elision", articles: forms.elidedArticles.split(" "), articles_case: true } }),
      ...filters,
    },
    analyzers: {
      words: forms.isUnspaced ? unspaced("pairs") : analyzer(...elided, "parts", "flatten_graph", lower, ...chain),
      query_words: forms.isUnspaced ? unspaced("only_pairs") : whole,
      query_parts: forms.isUnspaced ? unspaced("only_pairs") : analyzer(...elided, "parts", lower, ...chain),
      joined: analyzer("pieces", "flatten_graph", lower, "neighbours", "long", ...chain, "unique"),
      whole_words: whole,
      exact: analyzer("whole", lower),
      typed: analyzer("whole", lower, "asciifolding"),
      ...(forms.isUnspaced ? { characters: unspaced() } : {}),
    },
  };
}

/**
 * Returns an OpenSearch `_analyze` request that produces one stem per word of a text normalized by `searchText`. The stems are used to
 * compare word forms without an index.
 */
export function stemsRequest(language: LanguageDefinition): {
  readonly tokenizer: string;
  readonly filter: readonly (string | Part)[];
} {
  const ofForms = formFilters(language);
  const { filters, analyzers } = analysisWith(language, ofForms);
  const { tokenizer, filter } = analyzers[language.forms.isUnspaced ? "query_words" : "whole_words"] as Analyzer;
  const stem = ofForms.chains.at(-1) ?? [];
  const names = filter.flatMap((name) => (name === "forms" ? stem : [name]));
  return { tokenizer, filter: names.map((name) => filters[name] ?? name) };
}

/** Token filters by name, and chains of filters that each produce one form of a word. */
interface FormFilters {
  readonly filters: Readonly<Record<string, Part>>;
  readonly chains: readonly (readonly string[])[];
}

/**
 * The token filters that produce the forms of a word. Two words match if they have a form in common. Accents are removed after stemming
 * (for endings with accents) and before stemming (for words typed without accents). In English, accents are only removed before stemming,
 * because English endings have no accents.
 */
function formFilters(language: LanguageDefinition): FormFilters {
  const { forms } = language;
  if (forms.isUnspaced) {
    const pairs = { type: "cjk_bigram", output_unigrams: true };
    return {
      filters: { pairs, only_pairs: { type: "cjk_bigram" } },
      chains: [["cjk_width", "asciifolding"]],
    };
  }
  const filters: Record<string, Part> = {};
  const rulesOf = (name: string, rules: readonly EndingRule[]) =>
    rules.map(([pattern, replacement], at) => {
      filters[`${name}_${at + 1}`] = { type: "pattern_replace", pattern, replacement };
      return `${name}_${at + 1}`;
    });
  const fold = [...forms.folding, "asciifolding"];
  const stemEndings = rulesOf("stem_ending", forms.stemEndings);
  const wordEndings = rulesOf("word_ending", forms.wordEndings);
  const irregular = irregularRules(language);
  if (irregular.length > 0) filters["irregular"] = { type: "stemmer_override", rules: irregular };
  const override = irregular.length > 0 ? ["irregular"] : [];
  const stemmers = forms.stemmers.map((chain) =>
    chain.split(" ").map((stemmer) => {
      if (stemmer === "kstem") return stemmer;
      filters[stemmer] = { type: "stemmer", language: stemmer };
      return stemmer;
    }),
  );
  const chains = [
    ...(forms.keepsWord || (stemmers.length === 0 && wordEndings.length === 0) ? [[...override, ...fold]] : []),
    ...stemmers.flatMap((stem) => [
      ...(forms.accentedEndings ? [[...override, ...stem, ...fold, ...stemEndings]] : []),
      [...fold, ...override, ...stem, ...stemEndings],
    ]),
    ...(wordEndings.length > 0 ? [[...override, ...fold, ...wordEndings]] : []),
  ];
  if (chains.length > 1)
    filters["forms"] = { type: "multiplexer", preserve_original: false, filters: chains.map((one) => one.join(", ")) };
  return { filters, chains };
}

/**
 * Rules for `stemmer_override`, which replaces words and protects them from stemming. Each irregular form, with and without accents, is
 * replaced by its stem.
 */
function irregularRules({ irregular, departments }: LanguageDefinition): string[] {
  const rules = new Map<string, string>();
  const add = (stem: string, forms: readonly string[]) => {
    for (const form of forms) for (const key of [form, foldedLetters(form)]) rules.set(key, stem);
  };
  for (const word of irregular?.split(", ") ?? []) {
    const [stem = "", ...forms] = word.split(" ");
    add(stem, forms);
  }
  for (const department of departments === null ? [] : DEPARTMENTS) {
    const words = departments?.[department].words.split(" ") ?? [];
    add(foldedLetters(words[0] ?? ""), words);
  }
  return [...rules].map(([form, stem]) => `${form} => ${stem}`);
}
