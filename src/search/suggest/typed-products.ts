import { createHash } from "node:crypto";
import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { LearntSource, ProductSource } from "../../catalog/product-document.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { keepProducts, readProducts } from "../../catalog/products.js";
import type { Engine } from "../../engine/engine.js";
import { searchMany, type SearchOutcomeKind } from "../../engine/multi-search.js";
import type { Hit } from "../../engine/search-documents.js";
import type { Ranked } from "../ranked.js";
import { productMatcher } from "../../catalog/matching/product-match.js";
import { bestFor, bytesOf, suggestionCandidatesOf, type SuggestionCandidates } from "./candidates.js";
import { suggestionCandidatesBody, mostCandidates, suggestedProductsBody, SPARE } from "./suggest-body.js";
import type { Reading } from "./typed-clause.js";

export interface TypedProductsDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  /** Milliseconds that each search may take. */
  readonly budgetMs: number;
  /** Told of searches that failed. */
  readonly onFailure: (error: unknown) => void;
}

/** A search of a catalogue for typed words. */
export interface TypedSearch {
  readonly live: LiveCatalog;
  readonly ranked: Ranked;
  readonly reading: Reading;
}

export interface TypedProducts {
  readonly products: readonly ProductSource[];
  /** False where some of them could not be had in time. */
  readonly are_whole: boolean;
}

/** Values that change without a job, above all popularity, may be this old. */
const SUGGESTED: Kind<SuggestionCandidates> = { name: "suggested", bytesOf, freshMs: 60_000 };

/** The same for all shoppers. @throws where the engine does not answer at all */
export function candidatesFor(
  deps: TypedProductsDeps,
  { live, ranked, reading }: TypedSearch,
): Promise<SuggestionCandidates> {
  const body = suggestionCandidatesBody(ranked, reading);
  const text = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  return deps.cache.read(SUGGESTED, live, text, async () => {
    const { outcome, hits } = await search<LearntSource | undefined>(deps, live, body);
    keepProducts(deps.cache, live, hits);
    return { value: suggestionCandidatesOf(outcome, hits, mostCandidates(ranked)), isWhole: outcome === "answered" };
  });
}

/**
 * The first products for one shopper. Where the candidates do not contain them, the engine is searched with the
 * shopper's taste.
 * @throws where the engine does not answer at all
 */
export async function productsFor(
  deps: TypedProductsDeps,
  { live, ranked, reading }: TypedSearch,
  candidates: SuggestionCandidates,
): Promise<TypedProducts> {
  const { request, configuration, personal, plan } = ranked;
  const isScored = request.query !== null;
  const taste = personal?.taste ?? null;
  const ids =
    isScored || taste === null
      ? bestFor(candidates, taste, configuration.ranking.text_affinity, request.limit + SPARE)
      : undefined;
  if (ids === undefined) {
    const { outcome, hits } = await search<ProductSource>(deps, live, suggestedProductsBody(ranked, reading));
    return { products: hits.map(({ _source }) => _source), are_whole: outcome === "answered" };
  }
  const known = await readProducts(deps, live, ids, "ranked");
  const isShown = productMatcher(plan.conditions.eligible, live.leaves);
  const products = ids.flatMap((id): LearntSource[] => {
    const product = known.get(id)?.source;
    return product !== undefined && isShown(product) ? [product] : [];
  });
  return { products: products.slice(0, request.limit), are_whole: candidates.outcome === "answered" };
}

interface Answered<T> {
  readonly outcome: SearchOutcomeKind;
  readonly hits: readonly Hit<T>[];
}

async function search<T>(
  { engine, budgetMs, onFailure }: TypedProductsDeps,
  { index }: LiveCatalog,
  body: object,
): Promise<Answered<T>> {
  const [found] = await searchMany<T>(engine, index, [body], budgetMs);
  if (found === undefined || found.outcome === "failed") {
    onFailure(new Error(`products to suggest cannot be searched: ${found?.reason ?? "no answer"}`));
    return { outcome: "failed", hits: [] };
  }
  return { outcome: found.outcome, hits: found.response.hits.hits };
}
