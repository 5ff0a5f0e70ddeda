import { createSuggestionDictionaries } from "../../src/search/suggest/suggestion-dictionaries.js";
import type { Searching, Suggesting } from "../../src/search/searching.js";
import { searchFor } from "../../src/composition/search.js";
import type { Engine } from "../../src/engine/engine.js";
import { rerank } from "../../src/personalization/reranking/rerank.js";
import { contextOn } from "./context.js";
import { BY_SCORE, type Reranker, type Rerankers } from "../../src/search/match/reranker.js";

/** A personalizer that treats every shopper as unknown. */
export const UNKNOWN_SHOPPERS = {
  recall: () => Promise.resolve({ ranking: "anonymous", snapshot: null, viewed: [] } as const),
  rerank,
};

const SECRET = new Uint8Array(32).fill(7);

/**
 * Creates the search dependencies of one service process for tests of cursor chains. `given` overrides individual
 * dependencies.
 */
export function chainDeps(engine: Engine, given: Partial<Searching> = {}): Searching {
  const { now = () => Date.now(), elapsed = () => performance.now() } = given;
  const context = contextOn(engine, { cursorTtlSeconds: 300 }, { now, elapsed });
  const process = searchFor(context, { secret: SECRET, personalizer: UNKNOWN_SHOPPERS });
  return { ...process, rerankers: rerankedBy(BY_SCORE), ...given };
}

/** Returns `Rerankers` that use the same reranker for every personalized chain. */
export const rerankedBy = (ranking: Reranker): Rerankers => ({
  for: () => ranking,
});

/** Creates the suggestion dependencies of one service process. `given` overrides individual dependencies. */
export const suggestingOn = (engine: Engine, given: Partial<Suggesting> = {}): Suggesting => {
  const { recall: recallLately } = UNKNOWN_SHOPPERS;
  const context = contextOn(engine, { recommendationBudgetMs: 50 });
  const { cache, liveCatalogs, features } = searchFor(context);
  const books = createSuggestionDictionaries(context, cache.plain);
  return { ...context, cache, liveCatalogs, features, books, personalizer: { recallLately }, ...given };
};
