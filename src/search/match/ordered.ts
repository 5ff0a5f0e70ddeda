import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Engine, EngineCall } from "../../engine/engine.js";
import { type Hit, searchColumns } from "../../engine/search-documents.js";
import { hashOf } from "../../lib/hash.js";
import type { SearchRequest } from "../listing/parse.js";
import type { Plan } from "../listing/plan.js";
import { productClause, rankedQuery, rankedSort } from "../query.js";
import { COUNT_EACH, mustCount } from "../sort.js";
import type { SortValues } from "../paging/state.js";

/** Limits for random page access, in rows. */
export interface Reach {
  /** Maximum row number per engine request: `index.max_result_window` for catalogues, see `index-templates/catalog.json`. */
  readonly window: number;
  /** Number of rows read per request while skipping rows beyond the engine's window. */
  readonly stride: number;
}

export const REACH: Reach = { window: 100_000, stride: 10_000 };

/** A product's identifier and its sort values. */
export interface Row {
  readonly id: string;
  readonly sort: SortValues;
}

export interface Slice {
  readonly size: number;
  readonly from?: number;
  /** Sort values of a row. Only the rows after this row are returned. */
  readonly after?: SortValues | null;
  /** Identifiers of excluded products. */
  readonly excluded?: readonly string[];
}

/**
 * Returns the request body for a slice of the unpersonalized order. The body requests no stored fields, because the last sort value is the
 * product identifier.
 */
export function sliceBody(plan: Plan, { size, from = 0, after = null, excluded = [] }: Slice): Clause {
  const sort = rankedSort(plan);
  return {
    size,
    ...(from === 0 ? {} : { from }),
    track_total_hits: mustCount(sort),
    ...(mustCount(sort) ? { post_filter: COUNT_EACH } : {}),
    stored_fields: "_none_",
    query: rankedQuery(plan, productClause(plan.conditions.matching, plan.catalog.fields), excluded),
    sort,
    ...(after === null ? {} : { search_after: after }),
  };
}

/**
 * Parameters of requests with text scores. Term frequencies are computed over all shards, so the order does not depend on the number of
 * shards; the engine skips this step for a single shard. Requests with the same query use the same shard copies, because copies differ in
 * their deleted documents, which would change the order between pages.
 */
export const scoringBy = ({ query }: Pick<SearchRequest, "query">): EngineCall["querystring"] =>
  query === null ? undefined : { search_type: "dfs_query_then_fetch", preference: `query ${hashOf(query)}` };

/** Reads a slice of the product order. Only the last slice has fewer than `slice.size` rows. @throws the errors of the engine */
export async function readSlice(
  engine: Engine,
  { index }: Pick<LiveCatalog, "index">,
  plan: Plan,
  slice: Slice,
): Promise<Row[]> {
  const { hits } = await searchColumns(engine, index, sliceBody(plan, slice), scoringBy(plan.request));
  return hits.hits.map(rowOf);
}

export const rowOf = ({ sort = [] }: Hit<unknown>): Row => ({ id: String(sort.at(-1)), sort });

/**
 * Returns the rows from `from` up to `from + size` in the current order. Returns fewer rows at the end of the listing. The engine can only
 * skip rows within its result window (`index.max_result_window`). Beyond this window, rows are read and discarded.
 */
export async function readRows(
  engine: Engine,
  reach: Reach,
  live: LiveCatalog,
  plan: Plan,
  { from, size }: { readonly from: number; readonly size: number },
): Promise<Row[]> {
  if (from + size <= reach.window) return readSlice(engine, live, plan, { from, size });
  if (from < reach.window) {
    const first = await readSlice(engine, live, plan, { from, size: reach.window - from });
    const end = first.at(-1);
    if (end === undefined || first.length < reach.window - from) return first;
    return [...first, ...(await readSlice(engine, live, plan, { size: size - first.length, after: end.sort }))];
  }
  let [last] = await readSlice(engine, live, plan, { from: reach.window - 1, size: 1 });
  let left = from - reach.window;
  for (; left > reach.stride && last !== undefined; left -= reach.stride) {
    const passed = await readSlice(engine, live, plan, { size: reach.stride, after: last.sort });
    last = passed.length < reach.stride ? undefined : passed.at(-1);
  }
  if (last === undefined) return [];
  return (await readSlice(engine, live, plan, { size: left + size, after: last.sort })).slice(left);
}
