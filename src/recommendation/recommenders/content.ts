import { CATEGORIES_FIELD } from "../../catalog/fields.js";
import { PRICE_BAND, readToken, TASTE_FIELD, tasteToken } from "../../catalog/taste-tokens.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Seed } from "../seed.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { BY_SCORE, MAX_FOCUS, type Proposal } from "./proposal.js";

/**
 * Weights of values that a candidate shares with the seed products. Each weight is multiplied by the inverse document frequency of the
 * value (the engine's BM25 over keywords). A value that all products share, such as a shop's only designer, therefore scores close to 0. A
 * rare word of a title scores 5 to 10.
 */
const CATEGORY_WEIGHT = 2;
const DESIGNER_WEIGHT = 1;
const VALUE_WEIGHT = 0.5;
const PRICE_WEIGHT = 0.5;
const OTHER_WORDS_WEIGHT = 0.3;

const MAX_TOKENS = 40;
/** Maximum number of title terms in the engine query. The most distinctive terms are chosen. */
const MAX_TITLE_TERMS = 12;
/** Maximum number of terms from other fields than the title. */
const MAX_OTHER_TERMS = 5;

/**
 * Proposes products with similar content to those in focus. A shared category or title word is required. Designer, colour, price and words
 * of attributes only rank the matches. The recommender also works for new products, because it does not need product views.
 *
 * The query requires values that few products share. With all values in one disjunction, the engine would score all products of a designer,
 * in the worst case the whole catalogue (3 to 4 times slower for 47k products).
 */
export function content({ focus, seeds: given }: RecommendationContext): Proposal | null {
  const seeds = focus.slice(-MAX_FOCUS);
  const clauses = [...sharesOf(seeds)].map(([token, share]) => ({ token, clause: shared(token, share) }));
  const isCategory = ({ token }: { readonly token: string }) => readToken(token).field === CATEGORIES_FIELD;
  const titles = seeds.flatMap((seed) => seed.titles);
  const must = [
    ...clauses.filter(isCategory).map(({ clause }) => clause),
    ...moreLike("text.title", titles, MAX_TITLE_TERMS, 1),
  ];
  if (must.length === 0) return null;
  const words = seeds.flatMap((seed) => seed.words);
  const should = [
    ...clauses.filter((one) => !isCategory(one)).map(({ clause }) => clause),
    ...moreLike("text.other", words, MAX_OTHER_TERMS, OTHER_WORDS_WEIGHT),
  ];
  return {
    kind: "search",
    query: { bool: { must: [{ bool: { should: must } }], ...(should.length === 0 ? {} : { should }) } },
    sort: BY_SCORE,
    ...(given.length === 0 ? {} : { shared: "for a minute" }),
  };
}

/**
 * Returns the most frequent taste tokens of the seed products, each with the share of seed products that have the token. A price band also
 * adds half its share to adjacent bands.
 */
export function sharesOf(seeds: readonly Seed[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const add = (token: string, part: number) => shares.set(token, (shares.get(token) ?? 0) + part / seeds.length);
  for (const { tokens } of seeds) {
    for (const token of tokens) {
      add(token, 1);
      const { field, value } = readToken(token);
      if (field !== PRICE_BAND) continue;
      for (const beside of [-1, 1]) add(tasteToken(PRICE_BAND, Number(value) + beside), 0.5);
    }
  }
  return new Map([...shares].sort(([, a], [, b]) => b - a).slice(0, MAX_TOKENS));
}

/** Returns the query clause for a taste token. The boost of the clause grows with the share of seed products that have the token. */
export function shared(token: string, share: number): Clause {
  return { term: { [TASTE_FIELD]: { value: token, boost: share * weightOf(readToken(token).field) } } };
}

function weightOf(field: string): number {
  switch (field) {
    case CATEGORIES_FIELD:
      return CATEGORY_WEIGHT;
    case "designer":
      return DESIGNER_WEIGHT;
    case PRICE_BAND:
      return PRICE_WEIGHT;
    default:
      return VALUE_WEIGHT;
  }
}

export function moreLike(field: string, texts: readonly string[], max_query_terms: number, boost: number): Clause[] {
  if (texts.length === 0) return [];
  const like = { fields: [field], like: texts, min_term_freq: 1, min_doc_freq: 1, max_query_terms };
  return [{ more_like_this: { ...like, minimum_should_match: "1", boost } }];
}
