import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import { productClause, rankedQuery, rankedSort } from "../listing/plan.js";
import { CANDIDATE_FIELDS } from "../listing/rank.js";
import type { Ranked } from "../ranked.js";
import { allOf } from "../../filters/filter.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import { plainClause, type Signal } from "../signal.js";
import { TEXT, textQuery } from "../text/text-query.js";
import { BRAND_LEAF } from "./choose-phrases.js";
import type { Phrase } from "./phrase-book.js";
import { typedClause, type Reading } from "./typed-clause.js";

/**
 * Short beginnings match many products, any of which taste may prefer; they are fetched by name, since most are not
 * shown.
 */
const FIRST_LETTERS = 5;
const MAX_FOR_FIRST_LETTERS = 200;
/** Longer beginnings match few products, which are fetched whole, so that no second read is needed. */
const MAX_FOR_MORE_LETTERS = 10;

/** So many more are found than shown: while a job is running, some may be gone when they are read. */
export const SPARE = 2;

/** The number of products to search for, shared by all shoppers. */
export const mostCandidates = ({ request }: Ranked): number =>
  isLong(request.query) ? Math.max(MAX_FOR_MORE_LETTERS, request.limit + SPARE) : MAX_FOR_FIRST_LETTERS;

const isLong = (query: string | null) => (query?.length ?? 0) > FIRST_LETTERS;

/** The products for what has been typed so far, with their taste tokens: the same for all shoppers. */
export function suggestionCandidatesBody(ranked: Ranked, reading: Reading): Clause {
  return {
    size: mostCandidates(ranked),
    docvalue_fields: CANDIDATE_FIELDS.docvalue_fields,
    ...(isLong(ranked.request.query) ? {} : { stored_fields: "_none_" }),
    ...orderedProducts({ ...ranked, personal: null }, reading),
  };
}

/**
 * The first products for what has been typed so far; the storefront's own first ones where nothing has. The source is asked for
 * whole: it is returned as stored, unparsed.
 */
export const suggestedProductsBody = (ranked: Ranked, reading: Reading): Clause => ({
  size: ranked.request.limit,
  docvalue_fields: CANDIDATE_FIELDS.docvalue_fields,
  ...orderedProducts(ranked, reading),
});

function orderedProducts(ranked: Ranked, reading: Reading): Clause {
  const { request, configuration, catalog, plan } = ranked;
  const { leaves } = catalog;
  const sold = plan.conditions.eligible;
  const products = productClause(sold, leaves);
  const { query } = request;
  const clauseFor = (signal: Signal) =>
    query !== null && signal.name === TEXT
      ? typedClause(query, reading, configuration, { sold, leaves })
      : plainClause(signal);
  return {
    track_total_hits: false,
    query: rankedQuery(ranked, products, [], clauseFor),
    sort: rankedSort(ranked),
  };
}

/** How many products there are for a phrase; of a query, whether there are any. */
export function countBody({ kind, value }: Phrase, { configuration, catalog, plan }: Ranked): Clause {
  const { eligible } = plan.conditions;
  const { leaves } = catalog;
  switch (kind) {
    case "query": {
      const query = { bool: { filter: [productClause(eligible, leaves), textQuery(value, configuration, "strict")] } };
      return { size: 0, track_total_hits: 1, query };
    }
    case "brand":
      return counting(productsMatching(allOf([eligible, { kind: "in", field: BRAND_LEAF, values: [value] }]), leaves));
    case "category":
      return counting(
        productsMatching(allOf([eligible, { kind: "in", field: CATEGORIES_LEAF, values: [value] }]), leaves),
      );
  }
}

const counting = (filter: Clause): Clause => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: [filter] } },
});
