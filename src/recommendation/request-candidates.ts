import type { CatalogCache, Kind } from "../catalog/cache.js";
import type { ProductSource } from "../catalog/product-document.js";
import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import { keepProducts, readProductsIn, type BatchedProducts } from "../catalog/products.js";
import { type Context, warned } from "../context.js";
import { createSearchBatch, type SearchBatch, type SearchOutcomeKind } from "../engine/multi-search.js";
import { textBytes } from "../lib/cache.js";
import type { Candidate } from "../personalization/candidate.js";
import { candidateOf } from "../personalization/candidate.js";
import type { Personalizer } from "../personalization/personalizer.js";
import type { ProductTokens } from "../personalization/product-tokens.js";
import type { ImpressionLog } from "../tracking/impressions.js";
import type { Block } from "./block.js";
import {
  candidateBody,
  eligible,
  excludedProducts,
  type SearchStep,
  sharedFor,
  type Step,
  type Stock,
} from "./candidate-body.js";
import type { Shared } from "./recommenders/proposal.js";
import type { Neighbours } from "./recommenders/sessions.js";
import type { RecommendationContext } from "./recommendation-context.js";

export interface Recommending extends Context {
  readonly cache: CatalogCache;
  readonly liveCatalogs: LiveCatalogs;
  readonly personalizer: Pick<Personalizer, "recall" | "rerank">;
  /** Finds the products for those seed identifiers that identify variants. */
  readonly identify: ProductTokens["identify"];
  readonly impressions: Pick<ImpressionLog, "add">;
  readonly neighbours: Neighbours;
}

/** Logs failed searches for candidates. Blocks are filled without the missing candidates. */
export const candidatesMissing = (deps: Recommending): ((error: unknown) => void) =>
  warned(deps, "failed to load candidate products of a recommendation");

export interface WantedCandidates {
  readonly live: LiveCatalog;
  readonly context: RecommendationContext;
  readonly blocks: readonly Block[];
}

/** A recommender step together with the position of the block for which it finds candidates. */
export interface CandidateQuery {
  readonly position: number;
  readonly step: Step;
  readonly stock: Stock;
}

export interface CandidateResponse extends CandidateQuery {
  readonly outcome: SearchOutcomeKind;
  /** Candidates, best first. Products that a recommender lists by identifier are in the order of that list. */
  readonly rows: readonly Candidate[];
}

/**
 * Sends all queries in one engine call, or in no call if everything is cached. Blocks with the same search share one response, and products
 * that are proposed by identifier are read once for all blocks.
 * @throws the errors of the engine if the whole call fails
 */
export async function requestCandidates(
  deps: Recommending,
  wanted: WantedCandidates,
  queries: readonly CandidateQuery[],
): Promise<CandidateResponse[]> {
  const { live } = wanted;
  const batch = createSearchBatch(deps.engine, live.index, deps.config.recommendationBudgetMs);
  const searches = new Map<string, Promise<Found>>();
  const searching = queries.map((query) =>
    isSearch(query.step) ? searchedRows({ ...deps, batch, searches }, wanted, query, query.step) : undefined,
  );
  const named = queries.flatMap(({ step: { proposal } }) => (proposal.kind === "products" ? proposal.ids : []));
  const reading = readProductsIn(batch, deps.cache, live, named, candidatesMissing(deps));
  batch.send();
  return Promise.all(
    queries.map(async (query, at) => ({
      ...query,
      ...((await searching[at]) ?? namedRows(wanted, query, await reading)),
    })),
  );
}

const isSearch = (step: Step): step is SearchStep => step.proposal.kind === "search";

type Found = Pick<CandidateResponse, "outcome" | "rows">;

interface Asking extends Recommending {
  readonly batch: SearchBatch;
  /** Running searches, keyed by the JSON text of the request body. */
  readonly searches: Map<string, Promise<Found>>;
}

/** Returns the candidates of one block from the shared search, without the products that are excluded for this shopper. */
async function searchedRows(
  deps: Asking,
  { live, context, blocks }: WantedCandidates,
  { position, stock }: CandidateQuery,
  step: SearchStep,
): Promise<Found> {
  const block = blocks[position] as Block;
  const excluded = excludedProducts(block.profile, context);
  const body = candidateBody(step, block, context, stock, excluded);
  const text = JSON.stringify(body);
  const shared = sharedFor(step.proposal, excluded);
  const found =
    deps.searches.get(text) ??
    (shared === undefined ? search(deps, live, body) : readShared(deps, live, body, text, shared));
  deps.searches.set(text, found);
  const { outcome, rows } = await found;
  return { outcome, rows: rows.filter(({ id }) => !excluded.has(id)).slice(0, block.size) };
}

/** A cached search result as JSON. A single string is cheaper for the garbage collector than many objects. */
interface KeptFound {
  readonly json: string;
}

const BLOCK = { name: "block", bytesOf: ({ json }: KeptFound) => textBytes(json) } as const;

const SHARED: Readonly<Record<Shared, Kind<KeptFound>>> = {
  "for seconds": { ...BLOCK, freshMs: 5_000 },
  "for a minute": { ...BLOCK, freshMs: 60_000 },
};

async function readShared(deps: Asking, live: LiveCatalog, body: object, text: string, shared: Shared): Promise<Found> {
  const { json } = await deps.cache.read(SHARED[shared], live, text, async () => {
    const found = await search(deps, live, body);
    return { value: { json: JSON.stringify(found) }, isWhole: found.outcome === "answered" };
  });
  return JSON.parse(json) as Found;
}

/** Runs a search. Hits contain whole products if `candidateBody` requested them. */
async function search(deps: Asking, live: LiveCatalog, body: object): Promise<Found> {
  const found = await deps.batch.add<ProductSource | undefined>(body);
  if (found.outcome === "failed") {
    candidatesMissing(deps)(new Error(`failed to search for candidate products: ${found.reason}`));
    return { outcome: found.outcome, rows: [] };
  }
  const { hits } = found.response.hits;
  keepProducts(deps.cache, live, hits);
  return { outcome: found.outcome, rows: hits.map(candidateOf) };
}

function namedRows(
  { context, blocks }: WantedCandidates,
  { position, step: { by, proposal }, stock }: CandidateQuery,
  { products, outcome }: BatchedProducts,
): Found {
  if (proposal.kind !== "products") return { outcome, rows: [] };
  const isEligible = eligible(by, blocks[position] as Block, context, stock);
  const rows = proposal.ids.flatMap((id): Candidate[] => {
    const product = products.get(id);
    if (product === undefined || !isEligible(product.source)) return [];
    return [{ id, tokens: product.tokens }];
  });
  return { outcome, rows };
}
