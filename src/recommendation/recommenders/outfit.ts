import { CATEGORIES_FIELD, type FieldTypes } from "../../catalog/fields.js";
import { categoryHeads, compatibilityPhrases, headPosition } from "../../catalog/product-type.js";
import type { Language } from "../../languages/index.js";
import { shownFields } from "../../catalog/shown-fields.js";
import { PRICE_BAND, readToken } from "../../catalog/taste-tokens.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import type { Taxonomy } from "../../catalog/taxonomy.js";
import { JOINED_FIELD } from "../../search/text/word-match.js";
import { headsOf, type Seed } from "../seed.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { moreLike, sharesOf, shared } from "./content.js";
import { BY_SCORE, type Proposal } from "./proposal.js";

/**
 * Maximum ratios between the price of a candidate and the price of the seed product. Each ratio that the candidate does not exceed adds
 * `NEAR_WEIGHT` to the candidate's score.
 */
const NEAR = [1.5, 3];
const NEAR_WEIGHT = 1;
/** Weight of shared facet values, such as the season: a swimsuit goes with other summer products. */
const VALUE_WEIGHT = 1;
const MAX_VALUES = 10;
/** Maximum number of words from attribute values, such as a collection or a fabric. The most distinctive words are chosen. */
const MAX_WORDS = 8;
const WORDS_WEIGHT = 0.1;

/** Weight of a matching department. It exceeds the sum of all other weights, so that products of the same department rank first. */
const DEPARTMENT_WEIGHT = 20;

/** Pattern that matches the names of fields that list compatible products. */
const COMPATIBILITY_FIELD = /(?:^|[._])(?:compatib(?:le|ility)|suitable_for|fits)(?:[._]|$)/i;

/**
 * Proposes products whose content complements the products in focus. The profile must exclude products of the same type. There are three
 * cases.
 * - The catalogue contains compatibility fields: proposes cheaper products that name the model or type of a seed product, products of the
 *   same brand first.
 * - The shop sells fashion: proposes products of the same designer, colours, facet values and similar price. Products with the same head
 *   noun in their categories are excluded, so that a jacket does not complement a jacket.
 * - Other shops: proposes no products, because similar groceries do not complement each other.
 */
export function outfit({ focus, seeds, fields: all, taxonomy, configuration }: RecommendationContext): Proposal | null {
  const { language, fields } = configuration;
  const fieldNames = shownFields(all, fields);
  const saying = [...fieldNames.keys()].filter((field) => COMPATIBILITY_FIELD.test(field));
  const query =
    saying.length > 0
      ? accessories(focus, saying, fieldNames, language)
      : matching(focus, fieldNames, taxonomy, language);
  if (query === null) return null;
  return { kind: "search", query, sort: BY_SCORE, ...(seeds.length === 0 ? {} : { shared: "for a minute" }) };
}

function matching(
  focus: readonly Seed[],
  fields: FieldTypes,
  { departments, sells_fashion }: Taxonomy,
  language: Language,
): Clause | null {
  if (!sells_fashion) return null;
  const shares = [...sharesOf(focus)].filter(
    ([token]) => ![CATEGORIES_FIELD, PRICE_BAND].includes(readToken(token).field),
  );
  const should = [
    ...shares.map(([token, share]) => shared(token, share)),
    ...sharedValues(focus),
    ...nearPrices(focus),
    ...moreLike(
      "text.other",
      focus.flatMap(({ words }) => words),
      MAX_WORDS,
      WORDS_WEIGHT,
    ),
  ];
  const values = [...new Set(focus.flatMap(({ department_values }) => department_values))];
  if (departments !== null && values.length > 0) {
    const filter = productsMatching({ kind: "in", field: departments.field, values }, fields);
    should.push({ constant_score: { filter, boost: DEPARTMENT_WEIGHT } });
  }
  if (should.length === 0) return null;
  const position = headPosition(language);
  const called = new Set(focus.flatMap(({ categories }) => categories.flatMap((one) => categoryHeads(one, position))));
  return {
    bool: {
      should,
      ...(called.size === 0 ? {} : { must_not: [{ match: { "text.product_types": [...called].join(" ") } }] }),
    },
  };
}

/** Matches each value as text, because filtering on variant fields takes the engine many times longer. */
function sharedValues(focus: readonly Seed[]): Clause[] {
  const counts = new Map<string, number>();
  for (const { facet_values } of focus)
    for (const value of facet_values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].slice(0, MAX_VALUES).map(([value, count]) => ({
    constant_score: {
      filter: { match_phrase: { "text.other": value } },
      boost: (VALUE_WEIGHT * count) / focus.length,
    },
  }));
}

function nearPrices(focus: readonly Seed[]): Clause[] {
  const prices = focus.flatMap(({ price }) => price ?? []);
  const [middle] = prices.sort((a, b) => a - b).slice(Math.floor(prices.length / 2));
  if (middle === undefined) return [];
  return NEAR.map((factor) => ({
    range: { "sort.price": { gte: middle / factor, lte: middle * factor, boost: NEAR_WEIGHT } },
  }));
}

/** Weights of matching values: a model is more specific than a type, and a type is more specific than a brand. */
const MODEL_WEIGHT = 4;
const TYPE_WEIGHT = 2;
const BRAND_WEIGHT = 1;

function accessories(
  focus: readonly Seed[],
  saying: readonly string[],
  fields: FieldTypes,
  language: Language,
): Clause | null {
  const types = [...new Set(focus.flatMap((seed) => headsOf(seed, language).flat()))];
  const models = [...new Set(focus.flatMap((seed) => seed.models))];
  const brands = [...new Set(focus.flatMap((seed) => seed.designers))];
  const says = (values: readonly string[], boost: number): Clause[] =>
    saying.map((field) => ({
      constant_score: { filter: productsMatching({ kind: "in", field, values: [...values] }, fields), boost },
    }));
  const should: Clause[] = [
    ...models.map((model) => ({ match_phrase: { "text.other": { query: model, boost: MODEL_WEIGHT } } })),
    ...types.map((type): Clause => ({ constant_score: { filter: { match: { [JOINED_FIELD]: compatibilityPhrases(type).join(" ") } }, boost: TYPE_WEIGHT } })),
    ...says(types.flatMap(spellings), TYPE_WEIGHT),
  ]; // prettier-ignore
  const price = Math.min(...focus.flatMap(({ price: own }) => own ?? []));
  return {
    bool: {
      must: [{ bool: { should } }],
      should: says(brands.flatMap(spellings), BRAND_WEIGHT),
      must_not: [{ match: { "text.heads": types.join(" ") } }],
      ...(Number.isFinite(price) ? { filter: [{ range: { "sort.price": { lt: price } } }] } : {}),
    },
  };
}

/** Returns common spellings of a word, because field values are compared case-sensitively. */
const spellings = (word: string): string[] => [...new Set([word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])]; // prettier-ignore
