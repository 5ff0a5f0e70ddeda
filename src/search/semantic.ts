import { MAX_NEAR, type Near } from "../semantic/nearest.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { plainClause, sumOf, type Signal } from "./signal.js";
import { wordsOf, type Relaxation } from "./text/words.js";
import { readNegations } from "./text/negation.js";
import type { SearchRequest } from "./listing/parse.js";

/** A model or article number. Queries with such a number skip semantic search, which would return similar, but different models. */
const MODEL_NUMBER = /\d{4}|\p{L}\d|\d\p{L}/u;

/**
 * Returns the text for semantic search. Returns undefined if a product matches all words, or if the query was
 * corrected. Also returns undefined if the query contains a negation or a model number.
 */
export function meantQuery(
  { query }: Pick<SearchRequest, "query">,
  { all_words, corrections }: Pick<Relaxation, "all_words" | "corrections">,
  configuration: StorefrontConfiguration,
): string | undefined {
  if (query === null || configuration.search.semantic === 0) return undefined;
  if (all_words > 0 || corrections.length > 0) return undefined;
  const { words } = wordsOf(query);
  const { unwanted } = readNegations(words, configuration);
  if (words.length === 0 || unwanted.length > 0 || words.some((word) => MODEL_NUMBER.test(word))) return undefined;
  return words.join(" ");
}

/** The maximum number of clauses that semantic search adds to a query. */
export const semanticClauses = ({ search }: Pick<StorefrontConfiguration, "search">): number =>
  search.semantic === 0 ? 0 : MAX_NEAR + 1;

/**
 * Extends a text signal so that semantic search results match as well. The most similar product gets all `points`, and each other product
 * gets points in proportion to its similarity.
 */
export function withNear(text: Signal, near: readonly Near[], points: number): Signal {
  const [first] = near;
  if (first === undefined) return text;
  const queries = near.map(({ id, likeness }) => ({
    constant_score: { filter: { ids: { values: [id] } }, boost: (points * likeness) / first.likeness },
  }));
  const parts = { must: [], filter: [], should: [text, { name: "semantic", clause: { dis_max: { queries } } }] };
  return { name: text.name, clause: sumOf(parts, plainClause), parts };
}
