import type { CatalogCache, Kind } from "../catalog/cache.js";
import type { LearntSource } from "../catalog/product-document.js";
import type { LiveCatalog } from "../catalog/live.js";
import { keepProducts, readProductsIn, type BatchedProducts } from "../catalog/products.js";
import { TASTE_FIELD } from "../catalog/taste-tokens.js";
import type { Engine } from "../engine/engine.js";
import type { SearchOutcomeKind } from "../engine/multi-search.js";
import { createSearchBatch, type SearchBatch } from "../engine/search-batch.js";
import type { Hit } from "../engine/search-documents.js";
import { textBytes } from "../lib/text-bytes.js";
import { VIEWED_WITH_FIELD } from "../personalization/rerank/co-visitation.js";
import type { Block, Row } from "./block.js";
import { canShare, candidateBody, eligible, excludedProducts, type SearchStep, type Stock } from "./candidate-body.js";
import type { Step } from "./rounds.js";
import { viewedWithOf } from "./seed.js";
import type { Situation } from "./situation.js";

export interface AskDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  /** Milliseconds that the engine may search for one block's candidates. */
  readonly budgetMs: number;
  /** Told of searches that failed; their blocks go without. */
  readonly onFailure: (error: unknown) => void;
}

/** The request and catalogue in which candidates are searched. */
export interface CandidateContext {
  readonly live: LiveCatalog;
  readonly situation: Situation;
  readonly blocks: readonly Block[];
}

/** A step that is to be taken for the block at a place. */
export interface CandidateQuery {
  readonly place: number;
  readonly step: Step;
  readonly stock: Stock;
}

export interface CandidateAnswer extends CandidateQuery {
  readonly outcome: SearchOutcomeKind;
  /** Products that were named come in the order in which they were. */
  readonly rows: readonly Row[];
}

/**
 * Asks in one engine call, and in none when everything is in the cache. Blocks that search the same are answered by one
 * search, and named products are read by identifier for all blocks together.
 * @throws errors of the engine where it does not answer at all
 */
export async function askCandidates(
  deps: AskDeps,
  context: CandidateContext,
  queries: readonly CandidateQuery[],
): Promise<CandidateAnswer[]> {
  const { live } = context;
  const batch = createSearchBatch({ ...deps, index: live.index });
  const searches = new Map<string, Promise<Found>>();
  const searching = queries.map((query) =>
    isSearch(query.step) ? searchedRows({ ...deps, batch, searches }, context, query, query.step) : undefined,
  );
  const named = queries.flatMap(({ step: { proposal } }) => (proposal.kind === "products" ? proposal.ids : []));
  const reading = readProductsIn(batch, deps, live, named);
  batch.send();
  return Promise.all(
    queries.map(async (query, at) => ({
      ...query,
      ...((await searching[at]) ?? namedRows(context, query, await reading)),
    })),
  );
}

const isSearch = (step: Step): step is SearchStep => step.proposal.kind === "search";

type Found = Pick<CandidateAnswer, "outcome" | "rows">;

interface SearchDeps extends AskDeps {
  readonly batch: SearchBatch;
  /** By the text of the search. */
  readonly searches: Map<string, Promise<Found>>;
}

/** The rows of one block from its search: the shared rows without those that this shopper must not see. */
async function searchedRows(
  deps: SearchDeps,
  { live, situation, blocks }: CandidateContext,
  { place, stock }: CandidateQuery,
  step: SearchStep,
): Promise<Found> {
  const block = blocks[place] as Block;
  const excluded = excludedProducts(block.profile, situation);
  const body = candidateBody(step, block, situation, stock, excluded);
  const text = JSON.stringify(body);
  const read = canShare(step.proposal, excluded) ? readShared : search;
  const found = deps.searches.get(text) ?? read(deps, live, body, text);
  deps.searches.set(text, found);
  const { outcome, rows } = await found;
  return { outcome, rows: rows.filter(({ id }) => !excluded.has(id)).slice(0, block.size) };
}

/** A `Found` that is the same for everybody who asks for it. */
interface KeptFound {
  readonly outcome: SearchOutcomeKind;
  /** As JSON, of each its id, tokens and `viewed_with`: half the time that objects take to be read. */
  readonly rows: string;
}

/** Candidates for popular, trending and new products may be this old. */
const BLOCK: Kind<KeptFound> = { name: "block", bytesOf: ({ rows }) => textBytes(rows), freshMs: 5_000 };

async function readShared(deps: SearchDeps, live: LiveCatalog, body: object, text: string): Promise<Found> {
  const { outcome, rows } = await deps.cache.read(BLOCK, live, text, async () => {
    const found = await search(deps, live, body);
    const tuples = found.rows.map(({ id, tokens, viewed_with }) => [id, tokens, viewed_with]);
    const value = { outcome: found.outcome, rows: JSON.stringify(tuples) };
    return { value, isWhole: found.outcome === "answered" };
  });
  const tuples = JSON.parse(rows) as [id: string, tokens: string[], viewed_with: string[]][];
  return { outcome, rows: tuples.map(([id, tokens, viewed_with]) => ({ id, tokens, viewed_with })) };
}

/** Hits bring products with them where `candidateBody` has asked for them. */
async function search({ batch, cache, onFailure }: SearchDeps, live: LiveCatalog, body: object): Promise<Found> {
  const found = await batch.add<LearntSource | undefined>(body);
  if (found.outcome === "failed") {
    onFailure(new Error(`candidates cannot be searched: ${found.reason}`));
    return { outcome: found.outcome, rows: [] };
  }
  const { hits } = found.response.hits;
  keepProducts(cache, live, hits);
  return { outcome: found.outcome, rows: hits.map(rowOf) };
}

const rowOf = ({ sort = [], fields }: Hit<unknown>): Row => ({
  id: String(sort.at(-1)),
  tokens: (fields?.[TASTE_FIELD] ?? []).map(String),
  viewed_with: (fields?.[VIEWED_WITH_FIELD] ?? []).map(String),
});

function namedRows(
  { situation, blocks }: CandidateContext,
  { place, step: { by, proposal }, stock }: CandidateQuery,
  { products, outcome }: BatchedProducts,
): Found {
  if (proposal.kind !== "products") return { outcome, rows: [] };
  const isEligible = eligible(by, blocks[place] as Block, situation, stock);
  const rows = proposal.ids.flatMap((id): Row[] => {
    const product = products.get(id);
    if (product === undefined || !isEligible(product.source)) return [];
    return [{ id, tokens: product.tokens, viewed_with: viewedWithOf(product.source) }];
  });
  return { outcome, rows };
}
