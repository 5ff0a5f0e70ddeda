import { searchDocuments, searchNamed, type Hit } from "../../engine/search-documents.js";
import type { Engine } from "../../engine/engine.js";
import { searchPointInTime } from "../../engine/point-in-time.js";
import { productClause, rankedQuery, rankedSort } from "../query.js";
import { CANDIDATE_FIELDS } from "../listing/rank.js";
import type { Plan } from "../listing/plan.js";
import { COUNT_EACH, mustCount } from "../sort.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { namedClause, namedWhole, plainClause } from "../signal.js";
import type { SortValues } from "./state.js";

/** One product of a window: its identifier, and its position. */
export interface WindowRow {
  readonly id: string;
  readonly sort: SortValues;
}

/** Which part of the order is wanted. */
export interface Slice {
  readonly size: number;
  readonly from?: number;
  /** Only what comes after this hit. */
  readonly after?: SortValues | null;
  /** Product identifiers to leave out, beside those of pinned products. */
  readonly excluded?: readonly string[];
  /** Only these product identifiers; each of them unless given. */
  readonly among?: readonly string[];
  /** Only products that match this, too; all unless given. */
  readonly like?: Clause;
  /** With what `candidatesOf` reads of each hit, or with the names of all signals; with neither unless given. */
  readonly for?: "scoring" | "explaining";
}

/** Where a window is read: the live catalogue, or a point-in-time that this search keeps open for `seconds` more. */
export type Source =
  | { readonly kind: "live"; readonly index: string }
  | { readonly kind: "point_in_time"; readonly pit_id: string; readonly seconds: number };

const CLAUSES = { scoring: namedWhole, explaining: namedClause, nothing: plainClause };

/** The engine body of one window. No stored field is requested: the sort's last value is the product identifier. */
export function windowBody(plan: Plan, slice: Slice): Clause {
  const { conditions, rules } = plan;
  const { size, from = 0, after = null, among, like, for: purpose = "nothing" } = slice;
  const excluded = [...rules.pins.map(({ product }) => product), ...(slice.excluded ?? [])];
  const sort = rankedSort(plan);
  const matching = productClause(conditions.matching, plan.catalog.leaves);
  const narrower = [
    ...(among === undefined ? [] : [{ ids: { values: among } }]),
    ...(like === undefined ? [] : [like]),
  ];
  const products = narrower.length === 0 ? matching : { bool: { filter: [matching, ...narrower] } };
  const query = rankedQuery(plan, products, excluded, CLAUSES[purpose]);
  return {
    size,
    ...(from === 0 ? {} : { from }),
    track_total_hits: mustCount(sort),
    ...(mustCount(sort) ? { post_filter: COUNT_EACH } : {}),
    ...(purpose === "nothing" ? { stored_fields: "_none_" } : CANDIDATE_FIELDS),
    query,
    sort,
    ...(after === null ? {} : { search_after: after }),
    ...(purpose === "explaining" ? { track_scores: true } : {}),
  };
}

/** Fewer than `slice.size` only where the order ends. @throws errors of the engine as they are */
export async function readHits(
  engine: Engine,
  source: Source,
  plan: Plan,
  slice: Slice,
): Promise<readonly Hit<never>[]> {
  const body = windowBody(plan, slice);
  // What the text gave differs by product; all else is told by its name.
  const isNamed = slice.for === "explaining" || (slice.for === "scoring" && plan.request.query !== null);
  const { hits } =
    source.kind === "live"
      ? await (isNamed ? searchNamed : searchDocuments)<never>(engine, source.index, body)
      : await searchPointInTime<never>(engine, source.pit_id, source.seconds, body, isNamed);
  return hits.hits;
}

/** The same as rows. */
export const readWindow = async (...asked: Parameters<typeof readHits>): Promise<WindowRow[]> =>
  (await readHits(...asked)).map(rowOf);

export const rowOf = ({ sort = [] }: Hit<unknown>): WindowRow => ({ id: String(sort.at(-1)), sort });
