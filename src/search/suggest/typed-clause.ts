import type { FieldWeights } from "../../storefront/configuration.js";
import { allOf, anyOf, type Filter } from "../../filters/filter.js";
import { type Clause, productsMatching } from "../../catalog/matching/filter-query.js";
import type { FieldTypes } from "../../catalog/fields.js";
import { asTyped, productTypeMatch, popularityPrior } from "../text/text-parts.js";
import { unitsOf } from "../text/units.js";
import { ANY_FIELD, TYPED_FIELD, wordMatch } from "../text/word-match.js";
import { type TextRules, wordsOf } from "../text/words.js";
import { comparableWords } from "../../languages/index.js";
import { folded } from "../../lib/folded.js";
import type { Suggesting } from "../searching.js";
import { namedBy, type NamedValue } from "./named-values.js";
import type { Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { warned } from "../../context.js";
import type { EngineCall } from "../../engine/engine.js";
import { searchMany, type SearchOutcome } from "../../engine/multi-search.js";

/** Nobody types more before looking up; the last ones count. */
const MAX_WORDS = 8;
/** A guess at what was meant counts less than what was typed. */
const MEANT = 0.5;
const NAME_FIELDS = ["title", "designer", "categories"] as const;

/** Points for products with one variant that has all values which the words name: a red dress comes before a green "Red Carpet Dress". */
const NAMED_VALUES = 20;

export interface Reading {
  readonly meant: string | undefined;
  /** Whether the last word is looked for in all texts, since no phrase begins with what was typed, or nearly so. */
  readonly inAllTexts: boolean;
  readonly values: readonly NamedValue[];
}

/**
 * Products for what has been typed so far: all words but the last as they stand, and the last as a word, or as the beginning
 * of one in a name, of a colour or a material. What the words name comes before what goes with it, as in a search.
 * @param sold what a variant must be like, by its values as well
 */
export function typedClause(
  typed: string,
  reading: Reading,
  rules: TextRules,
  { sold, fields }: { readonly sold: Filter; readonly fields: FieldTypes },
): Clause {
  const having = (filter: Filter): Clause => productsMatching(allOf([sold, filter]), fields);
  const { meant } = reading;
  if (meant === undefined) return prefix(typed, reading, rules, having);
  const guess = { bool: { must: [prefix(meant, reading, rules, having)], boost: MEANT } };
  return { dis_max: { queries: [prefix(typed, reading, rules, having), guess] } };
}

function prefix(
  typed: string,
  { values, inAllTexts }: Reading,
  rules: TextRules,
  having: (filter: Filter) => Clause,
): Clause {
  const { field_weights, search } = rules;
  const words = wordsOf(typed).words.slice(-MAX_WORDS);
  const last = words.at(-1);
  if (last === undefined) return { match_none: {} };
  const complete = words.slice(0, -1);
  const named = words.map((word) => namedBy(values, word, word === last)).map(valueFilters);
  const lastNamed = named.at(-1) ?? [];
  const should = [
    ...valuePoints(named.flat(), having),
    ...asTyped(words.join(" "), rules),
    ...productTypeMatch(unitsOf(words, rules), rules),
    ...headPrefix(last, search.heads),
    ...popularityPrior(search.popularity),
  ];
  return {
    bool: {
      must: [
        ...complete.map((word) => wordMatch(word, field_weights)),
        lastWord(last, field_weights, [
          ...lastNamed.map((filter) => constant(having(filter), field_weights)),
          ...(inAllTexts ? anywhere(last, field_weights) : []),
        ]),
      ],
      ...(should.length === 0 ? {} : { should }),
    },
  };
}

/**
 * A word of a name, or its beginning: "usb-c" is the word "usb" and what begins with "c". Descriptions hold the beginnings of
 * nearly everything, and are long to go through after every letter.
 */
function lastWord(word: string, weights: FieldWeights, others: readonly Clause[]): Clause {
  const fields = NAME_FIELDS.map((field) => `text.${field}^${weights[field]}`);
  const whole = { multi_match: { query: word, fields, operator: "and", zero_terms_query: "none" } };
  const parts = folded(word).split(" ");
  const start = parts.pop() ?? "";
  if (start === "") return whole;
  const begun: Clause[] = [
    ...others,
    { prefix: { [TYPED_FIELD]: { value: comparableWords(word).join(""), boost: weights.title } } },
    { prefix: { "text.name": { value: start, boost: weights.categories } } },
  ];
  if (parts.length === 0) return { dis_max: { queries: [whole, ...begun] } };
  const before = parts.map((part) => wordMatch(part, weights));
  return { dis_max: { queries: [whole, { bool: { must: [...before, { dis_max: { queries: begun } }] } }] } };
}

const constant = (filter: Clause, { other }: FieldWeights): Clause => ({ constant_score: { filter, boost: other } });

/** Shorter beginnings are of too many words. */
const SHORTEST_ANYWHERE = 3;

/** The word in any text, or the beginning of one. */
function anywhere(word: string, weights: FieldWeights): Clause[] {
  const start = folded(word).split(" ").at(-1) ?? "";
  if (start.length < SHORTEST_ANYWHERE) return [];
  return [wordMatch(word, weights), { prefix: { [ANY_FIELD]: { value: start, boost: weights.other } } }];
}

/** One filter for all that a word names: a word is of one colour or another. */
export const valueFilters = (named: readonly NamedValue[]): Filter[] => {
  const fields = [...new Set(named.map(({ field }) => field))];
  const filters = fields.map((field): Filter => {
    return {
      kind: "in",
      field,
      values: named.filter(({ field: fieldName }) => fieldName === field).map(({ value }) => value),
    };
  });
  return filters.length === 0 ? [] : [anyOf(filters)];
};

const valuePoints = (filters: readonly Filter[], having: (filter: Filter) => Clause): Clause[] =>
  filters.length === 0 ? [] : [{ constant_score: { filter: having(allOf(filters)), boost: NAMED_VALUES } }];

/** Matches kinds of products by the beginning of a word. They are indexed stemmed, and a word and its stem begin alike. */
function headPrefix(word: string, boost: number): Clause[] {
  const start = folded(word);
  if (boost === 0 || start === "" || start.includes(" ")) return [];
  return [{ constant_score: { filter: { prefix: { "text.heads": { value: start } } }, boost } }];
}

/**
 * Runs searches in the time that suggestions have. Logs the first one that failed: answers go without.
 * @param failure what is missing then
 * @param more query parameters, see `searchMany`
 * @throws where the engine does not answer at all
 */
export async function searchEach<T>(
  deps: Suggesting,
  { index }: LiveCatalog,
  bodies: readonly object[],
  failure: string,
  more?: EngineCall["querystring"],
): Promise<SearchOutcome<T>[]> {
  const outcomes = await searchMany<T>(deps.engine, index, bodies, deps.config.recommendationBudgetMs, more);
  const failed = outcomes.find((one) => one.outcome === "failed");
  if (failed !== undefined) warned(deps, "suggestions are missing")(new Error(`${failure}: ${failed.reason}`));
  return outcomes;
}

interface Known {
  readonly isKnown: boolean;
}

/** The words of a catalogue change with jobs, and so with the edition. */
const TYPED_WORDS: Kind<Known> = { name: "typed_words", bytesOf: () => 50, freshMs: 600_000 };

/**
 * Whether a product has one of the words that a guess would change: such a word is not misspelt, even if no phrase begins with it.
 * False where the engine does not say so in time.
 * @throws where the engine does not answer at all
 */
export async function hasTypedWords(
  deps: Suggesting,
  live: LiveCatalog,
  typed: string,
  meant: string,
): Promise<boolean> {
  const body = changedWordsBody(typed, meant);
  if (body === undefined) return false;
  const { isKnown } = await deps.cache.read(TYPED_WORDS, live, JSON.stringify(body), async () => {
    const [found] = await searchEach<never>(deps, live, [body], "typed words cannot be looked up");
    if (found?.outcome === "answered") return { value: { isKnown: found.response.hits.total.value > 0 } };
    return { value: { isKnown: false }, isWhole: false };
  });
  return isKnown;
}

/** Asks whether any product has one of the words of `typed` that `meant` has another one for. Undefined where there is none. */
export function changedWordsBody(typed: string, meant: string): Clause | undefined {
  const words = folded(typed).split(" ");
  const kept = folded(meant).split(" ");
  const last = words.length - 1;
  const should = words.flatMap((word, at): Clause[] => {
    const instead = kept[at] ?? "";
    if (at === last ? instead.startsWith(word) : instead === word) return [];
    const whole = { match: { [ANY_FIELD]: word } };
    return at === last ? [whole, { prefix: { [ANY_FIELD]: { value: word } } }] : [whole];
  });
  if (should.length === 0) return undefined;
  return { size: 0, track_total_hits: 1, query: { bool: { filter: [{ bool: { should } }] } } };
}
