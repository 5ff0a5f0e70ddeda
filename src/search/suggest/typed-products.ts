import { createHash } from "node:crypto";
import type { LearntSource, ProductSource } from "../../catalog/document.js";
import { editionKey } from "../../catalog/edition.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { withoutDeadline } from "../../engine/deadline.js";
import type { Engine } from "../../engine/engine.js";
import { searchMany } from "../../engine/multi-search.js";
import type { Hit } from "../../engine/search.js";
import type { Ranked } from "../body.js";
import { productMatcher } from "../product-match.js";
import type { Product, ProductMemory } from "../product-memory.js";
import { hasProduct, productOf, readProducts } from "../read-products.js";
import { createSharedSearches, type Brought, type SharedSearches } from "../shared-searches.js";
import { bestFor, bytesOf, candidatesOf, type Candidates } from "./candidates.js";
import { candidatesBody, mostCandidates, productsBody, SPARE } from "./suggest-body.js";

export interface TypedProductsDeps {
  readonly engine: Engine;
  readonly products: ProductMemory;
  /** By the text of the search and the catalogue's edition. */
  readonly candidates: SharedSearches<Candidates>;
  /** Milliseconds that each search may take. */
  readonly budgetMs: number;
  /** Told of searches that failed. */
  readonly onFailure: (error: unknown) => void;
}

/** What is looked for in a catalogue. */
export interface TypedSearch {
  readonly live: LiveCatalog;
  readonly ranked: Ranked;
  /** What was probably meant. */
  readonly meant: string | undefined;
}

export interface TypedProducts {
  readonly products: readonly ProductSource[];
  /** False where some of them could not be had in time. */
  readonly are_whole: boolean;
}

/** As old as what no job tells of may be, popularity above all. What a job changes begins other keys. */
const FRESH_MS = 60_000;

/** @param now milliseconds on a clock that never goes back */
export const createSharedCandidates = (options: { readonly maxBytes: number; readonly now: () => number }) =>
  createSharedSearches<Candidates>({ ...options, bytesOf, freshMs: FRESH_MS });

/** For everybody alike, from memory where somebody has asked for the same lately. @throws where the engine does not answer at all */
export function candidatesFor(deps: TypedProductsDeps, { live, ranked, meant }: TypedSearch): Promise<Candidates> {
  const body = candidatesBody(ranked, meant);
  const text = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  const key = editionKey(live, text);
  const known = deps.candidates.recall(key);
  if (known !== undefined) return known;
  const asked = withoutDeadline(() => search<LearntSource | undefined>(deps, live, body)).then(({ outcome, hits }) => {
    rememberNew(deps.products, live, hits.filter(hasProduct).map(productOf));
    return candidatesOf(outcome, hits, mostCandidates(ranked));
  });
  deps.candidates.share(key, asked);
  return asked;
}

/** Writing a product down costs as much as reading it did. */
function rememberNew(memory: ProductMemory, live: LiveCatalog, products: readonly Product[]): void {
  const fresh = products.filter(({ source }) => !memory.has(live, source.product_identifier));
  const ids = fresh.map(({ source }) => source.product_identifier);
  memory.remember(live, ids, fresh);
}

/**
 * The first products for one shopper. Where the candidates do not tell which these are, the engine is asked with the shopper's
 * taste. @throws where the engine does not answer at all
 */
export async function productsFor(
  deps: TypedProductsDeps,
  { live, ranked, meant }: TypedSearch,
  candidates: Candidates,
): Promise<TypedProducts> {
  const { request, configuration, personal, plan } = ranked;
  const isScored = request.query !== null;
  const taste = personal?.taste ?? null;
  const ids =
    isScored || taste === null
      ? bestFor(candidates, taste, configuration.ranking.text_affinity, request.limit + SPARE)
      : undefined;
  if (ids === undefined) {
    const { outcome, hits } = await search<ProductSource>(deps, live, productsBody(ranked, meant));
    return { products: hits.map(({ _source }) => _source), are_whole: outcome === "answered" };
  }
  const known = await readProducts(deps, live, ids);
  const isShown = productMatcher(plan.conditions.eligible, live.leaves);
  const products = ids.flatMap((id): LearntSource[] => {
    const product = known.get(id)?.source;
    return product !== undefined && isShown(product) ? [product] : [];
  });
  return { products: products.slice(0, request.limit), are_whole: candidates.outcome === "answered" };
}

interface Answered<T> {
  readonly outcome: Brought["outcome"];
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
