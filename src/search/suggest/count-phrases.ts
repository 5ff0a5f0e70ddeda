import { FEATURE_FIELDS } from "../../catalog/features.js";
import { CATEGORIES_FIELD } from "../../catalog/fields.js";
import { productClause, rankedQuery, rankedSort } from "../query.js";
import type { Plan } from "../listing/plan.js";
import { allOf } from "../../filters/filter.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import { plainClause, type Signal } from "../signal.js";
import { TEXT, textQuery } from "../text/text-query.js";
import { BRAND_FIELD, type ChosenPhrases } from "./choose-phrases.js";
import type { Phrase } from "./suggestion-dictionary.js";
import { searchEach, typedClause, type Reading } from "./typed-clause.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Suggesting } from "../searching.js";
import type { OpenBook } from "./suggestion-dictionaries.js";
import type { SuggestedValue } from "./schema.js";

/**
 * Maximum length of a short prefix, in characters. A short prefix matches many products, whose order depends on the
 * shopper's taste. Only the identifiers of these products are fetched, because most of them are not displayed.
 */
const FIRST_LETTERS = 5;
const MAX_FOR_FIRST_LETTERS = 200;
/**
 * Minimum number of products to request for a longer prefix. The products are fetched with their features, which saves a second request.
 */
const MAX_FOR_MORE_LETTERS = 10;

/** Number of additional products to request, because a running job may delete some products before they are read. */
export const SPARE = 2;

/** Returns the number of candidate products to request, which is the same for all shoppers. */
export const mostCandidates = ({ request }: Plan): number =>
  isLong(request.query) ? Math.max(MAX_FOR_MORE_LETTERS, request.limit + SPARE) : MAX_FOR_FIRST_LETTERS;

const isLong = (query: string | null) => (query?.length ?? 0) > FIRST_LETTERS;

/**
 * The engine request for candidate products, which is identical for all shoppers. For a long prefix, the engine also
 * returns product features.
 */
export const suggestionCandidatesBody = (plan: Plan, reading: Reading): Clause => ({
  size: mostCandidates(plan),
  ...(isLong(plan.request.query) ? { docvalue_fields: FEATURE_FIELDS.docvalue_fields } : { stored_fields: "_none_" }),
  ...orderedProducts({ ...plan, personal: null }, reading),
});

function orderedProducts(plan: Plan, reading: Reading): Clause {
  const { request, configuration, catalog, conditions } = plan;
  const { fields } = catalog;
  const sold = conditions.eligible;
  const products = productClause(sold, fields);
  const { query } = request;
  const clauseFor = (signal: Signal) =>
    query !== null && signal.name === TEXT
      ? typedClause(query, reading, configuration, { sold, fields })
      : plainClause(signal);
  return {
    track_total_hits: false,
    query: rankedQuery(plan, products, [], clauseFor),
    sort: rankedSort(plan),
  };
}

/** Counts the products of a brand or category. For a query, only checks whether a product matches. */
function countBody({ kind, value }: Phrase, { configuration, catalog, conditions }: Plan): Clause {
  const { eligible } = conditions;
  const { fields } = catalog;
  switch (kind) {
    case "query": {
      const query = { bool: { filter: [productClause(eligible, fields), textQuery(value, configuration, "strict")] } };
      return { size: 0, track_total_hits: 1, query };
    }
    case "brand":
      return counting(productsMatching(allOf([eligible, { kind: "in", field: BRAND_FIELD, values: [value] }]), fields));
    case "category":
      return counting(
        productsMatching(allOf([eligible, { kind: "in", field: CATEGORIES_FIELD, values: [value] }]), fields),
      );
  }
}

const counting = (filter: Clause): Clause => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: [filter] } },
});

export interface CountedPhrases {
  readonly queries: readonly Phrase[];
  readonly categories: readonly SuggestedValue[];
  readonly brands: readonly SuggestedValue[];
  /** Whether all phrases were counted. If false, the uncounted phrases are left out. */
  readonly are_whole: boolean;
}

/**
 * Removes phrases without products. Phrases without a cached count are counted in one engine call.
 * @throws an error if the engine is unavailable
 */
export async function countPhrases(
  deps: Suggesting,
  live: LiveCatalog,
  plan: Plan,
  { counts }: Pick<OpenBook, "counts">,
  { queries, categories, brands }: ChosenPhrases,
): Promise<CountedPhrases> {
  const uncounted = [...queries.filter(({ from_catalog }) => !from_catalog), ...categories, ...brands].filter(
    (phrase) => !counts.has(phrase),
  );
  const bodies = uncounted.map((phrase) => countBody(phrase, plan));
  const outcomes = await searchEach<never>(deps, live, bodies, "failed to count the products of suggested phrases");
  outcomes.forEach((one, at) => {
    if (one.outcome === "answered") counts.set(uncounted[at] as Phrase, one.response.hits.total.value);
  });
  const valueOf = (phrase: Phrase): SuggestedValue[] => {
    const count = counts.get(phrase) ?? 0;
    return count === 0 ? [] : [{ value: phrase.value, label: phrase.label, count }];
  };
  return {
    queries: queries.filter((phrase) => phrase.from_catalog || (counts.get(phrase) ?? 0) > 0),
    categories: categories.flatMap(valueOf),
    brands: brands.flatMap(valueOf),
    are_whole: uncounted.every((phrase) => counts.has(phrase)),
  };
}
