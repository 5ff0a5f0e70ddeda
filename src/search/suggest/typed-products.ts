import { createHash } from "node:crypto";
import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { LearntSource, ProductSource } from "../../catalog/product-document.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { keepProducts, readProducts } from "../../catalog/products.js";
import type { Engine } from "../../engine/engine.js";
import { searchMany, type SearchOutcomeKind } from "../../engine/multi-search.js";
import type { Hit } from "../../engine/search-documents.js";
import { scoringOf, type Plan } from "../listing/plan.js";
import { productMatcher } from "../../catalog/matching/variant-choice.js";
import { scorer, unreachable } from "../../personalization/signals/signals.js";
import { candidateOf, candidatesBytes, candidatesOf, rank, reachedFrom, type Candidates } from "../listing/rank.js";
import { suggestionCandidatesBody, mostCandidates, suggestedProductsBody, SPARE } from "./count-phrases.js";
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
  readonly plan: Plan;
  readonly reading: Reading;
}

export interface TypedProducts {
  readonly products: readonly ProductSource[];
  /** False where some of them could not be had in time. */
  readonly are_whole: boolean;
}

/** Products that a search has found for all shoppers. */
export interface SuggestionCandidates {
  readonly outcome: SearchOutcomeKind;
  readonly candidates: Candidates;
}

const OBJECTS_BYTES = 200;
const bytesOf = ({ candidates }: SuggestionCandidates): number => OBJECTS_BYTES + candidatesBytes(candidates);

/** Values that change without a job, above all popularity, may be this old. */
const SUGGESTED: Kind<SuggestionCandidates> = { name: "suggested", bytesOf, freshMs: 60_000 };

/** The same for all shoppers. @throws where the engine does not answer at all */
export function candidatesFor(
  deps: TypedProductsDeps,
  { live, plan, reading }: TypedSearch,
): Promise<SuggestionCandidates> {
  const body = suggestionCandidatesBody(plan, reading);
  const text = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  return deps.cache.read(SUGGESTED, live, text, async () => {
    const { outcome, hits } = await search<LearntSource | undefined>(deps, live, body);
    keepProducts(deps.cache, live, hits);
    const of = { are_all: hits.length < mostCandidates(plan), brought: "in order" } as const;
    const candidates = candidatesOf(plan, hits, of, scoreOf);
    return { value: { outcome, candidates }, isWhole: outcome === "answered" };
  });
}

/** Of what was typed, the sort's first value is the score. */
const scoreOf = ({ sort = [] }: Hit<unknown>): number => (sort.length === 2 ? Number(sort[0]) : 0);

/**
 * The first products for one shopper. Where the candidates do not contain them, the engine is searched with the
 * shopper's taste.
 * @throws where the engine does not answer at all
 */
export async function productsFor(
  deps: TypedProductsDeps,
  { live, plan, reading }: TypedSearch,
  candidates: SuggestionCandidates,
): Promise<TypedProducts> {
  const { request, conditions } = plan;
  const scoring = scoringOf(plan);
  const size = request.limit + SPARE;
  const isKnown = request.query !== null || scoring === undefined;
  const reached = isKnown ? reachedFrom(candidates.candidates, plan, size) : undefined;
  const ids = reached && rank(reached, plan, { size }).own.map(({ id }) => id);
  if (ids === undefined) {
    const { outcome, hits } = await search<ProductSource>(deps, live, suggestedProductsBody(plan, reading));
    // What the engine brings is scored by all signals that have a clause: the rest is added.
    const rest = scoring === undefined ? () => 0 : scorer(unreachable(scoring));
    const scored = hits.map((hit) => ({ hit, score: Number(hit.sort?.[0] ?? 0) + rest(candidateOf(hit)) }));
    const ordered = scoring === undefined ? scored : scored.sort((a, b) => b.score - a.score);
    return { products: ordered.map(({ hit }) => hit._source), are_whole: outcome === "answered" };
  }
  const known = await readProducts(deps, live, ids, "ranked");
  const isShown = productMatcher(conditions.eligible, live.leaves);
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
