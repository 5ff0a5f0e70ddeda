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

/** Maximum number of words in a typed prefix. If the prefix has more words, the last words are used. */
const MAX_WORDS = 8;
/** Weight of the corrected text, relative to the typed text. */
const MEANT = 0.5;
const NAME_FIELDS = ["title", "designer", "categories"] as const;

/**
 * Points for products with a variant that has all values named in the query. For "red dress", a red dress ranks above a green "Red Carpet
 * Dress".
 */
const NAMED_VALUES = 20;

export interface Reading {
  readonly meant: string | undefined;
  /** Whether the last word is searched in all fields, because no phrase matches the prefix. */
  readonly inAllTexts: boolean;
  readonly values: readonly NamedValue[];
}

/**
 * Matches products for an incomplete query. All words except the last one must match as words. The last word matches as a word, as the
 * prefix of a word in a name, or as a value such as a colour. As in a search, products of the named type rank above accessories.
 * @param sold filter that the variant must satisfy, together with the named values
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
 * Matches the last word, or words with this prefix, in names. For "usb-c", the word "usb" and words starting with "c" match. Descriptions
 * are not searched, because descriptions match nearly every prefix, and the search would be too slow for every keystroke.
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

/** Minimum prefix length in characters. Shorter prefixes match too many words. */
const SHORTEST_ANYWHERE = 3;

/** Matches the word, or words with this prefix, in any field. */
function anywhere(word: string, weights: FieldWeights): Clause[] {
  const start = folded(word).split(" ").at(-1) ?? "";
  if (start.length < SHORTEST_ANYWHERE) return [];
  return [wordMatch(word, weights), { prefix: { [ANY_FIELD]: { value: start, boost: weights.other } } }];
}

/** Returns one filter that matches any of the values that a word names. */
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

/** Matches products by a prefix of their head noun. Head nouns are indexed as stems, which start with the same letters as the word. */
function headPrefix(word: string, boost: number): Clause[] {
  const start = folded(word);
  if (boost === 0 || start === "" || start.includes(" ")) return [];
  return [{ constant_score: { filter: { prefix: { "text.heads": { value: start } } }, boost } }];
}

/**
 * Runs several searches within the time budget for suggestions. Logs the first failure and returns the remaining outcomes.
 * @param failure description of the missing result, for the log
 * @param more query parameters, see `searchMany`
 * @throws an error if the engine is unavailable
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
  if (failed !== undefined) warned(deps, "failed to load some suggestions")(new Error(`${failure}: ${failed.reason}`));
  return outcomes;
}

interface Known {
  readonly isKnown: boolean;
}

/** Results of `hasTypedWords`, cached per catalogue version, because the words of a catalogue change only with feeds. */
const TYPED_WORDS: Kind<Known> = { name: "typed_words", bytesOf: () => 50, freshMs: 600_000 };

/**
 * Whether a product contains one of the words that the correction would change. Such a word is correct, even if no phrase starts with it.
 * Returns false if the engine does not respond in time.
 * @throws an error if the engine is unavailable
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
    const [found] = await searchEach<never>(deps, live, [body], "failed to look up the words of a typed query");
    if (found?.outcome === "answered") return { value: { isKnown: found.response.hits.total.value > 0 } };
    return { value: { isKnown: false }, isWhole: false };
  });
  return isKnown;
}

/** Builds a request for products that contain a word of `typed` that was changed in `meant`. Undefined if no word was changed. */
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
