import { createSuggestionDictionaries } from "../../src/search/suggest/suggestion-dictionaries.js";
import type { Searching, Suggesting } from "../../src/search/searching.js";
import { searchFor } from "../../src/composition/search.js";
import type { Engine } from "../../src/engine/engine.js";
import { rerank } from "../../src/personalization/reranking/rerank.js";
import { contextOn } from "./context.js";
import { BY_SCORE, type Reranker, type Rerankers } from "../../src/search/match/reranker.js";

/** A personalizer that knows no shopper. */
export const UNKNOWN_SHOPPERS = {
  recall: () => Promise.resolve({ ranking: "anonymous", snapshot: null, viewed: [] } as const),
  rerank,
};

const SECRET = new Uint8Array(32).fill(7);

/** The dependencies of chains of pages, as one process of an installation has them; `given` replaces some. */
export function chainDeps(engine: Engine, given: Partial<Searching> = {}): Searching {
  const { now = () => Date.now(), elapsed = () => performance.now() } = given;
  const context = contextOn(engine, { cursorTtlSeconds: 300 }, { now, elapsed });
  const process = searchFor(context, { secret: SECRET, personalizer: UNKNOWN_SHOPPERS });
  return { ...process, placements: placedBy(BY_SCORE), ...given };
}

/** The same ranking for every chain in the storefront's own order. */
export const placedBy = (ranking: Reranker): Rerankers => ({
  for: () => ranking,
});

/** What suggestions are made of, in one process of an installation; `given` replaces some. */
export const suggestingOn = (engine: Engine, given: Partial<Suggesting> = {}): Suggesting => {
  const { recall: recallLately } = UNKNOWN_SHOPPERS;
  const context = contextOn(engine, { recommendationBudgetMs: 50 });
  const { cache, liveCatalogs, features } = searchFor(context);
  const books = createSuggestionDictionaries(context, cache.plain);
  return { ...context, cache, liveCatalogs, features, books, personalizer: { recallLately }, ...given };
};
