import { MAX_NEAR, type Near } from "../semantic/nearest.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { plainClause, sumOf, type Signal } from "./signal.js";
import { wordsOf, type Relaxation } from "./text/words.js";
import { readNegations } from "./text/negation.js";
import type { SearchRequest } from "./listing/parse.js";

/** Of a model or an article: what is like it is something else. */
const MODEL_NUMBER = /\d{4}|\p{L}\d|\d\p{L}/u;

/**
 * What to look for by meaning: a query of which no product has all words, none of them misspelt, as far as it says what is wanted in
 * words. Undefined for every other one: those ask no encoder.
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

/** The most clauses that products near a query add to it. */
export const semanticClauses = ({ search }: Pick<StorefrontConfiguration, "search">): number =>
  search.semantic === 0 ? 0 : MAX_NEAR + 1;

/** The text query, which products near the query in meaning match as well: the nearest gets all the points, each other one its part. */
export function withNear(text: Signal, near: readonly Near[], points: number): Signal {
  const [first] = near;
  if (first === undefined) return text;
  const queries = near.map(({ id, likeness }) => ({
    constant_score: { filter: { ids: { values: [id] } }, boost: (points * likeness) / first.likeness },
  }));
  const parts = { must: [], filter: [], should: [text, { name: "semantic", clause: { dis_max: { queries } } }] };
  return { name: text.name, clause: sumOf(parts, plainClause), parts };
}
