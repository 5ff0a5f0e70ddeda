import { searchDocuments, type Hit } from "../../engine/search-documents.js";
import type { Engine } from "../../engine/engine.js";
import { TASTE_FIELD } from "../../catalog/taste-tokens.js";
import type { Candidate } from "../../personalization/rerank/candidate.js";
import { VIEWED_WITH_FIELD } from "../../personalization/rerank/co-visitation.js";
import { searchPointInTime } from "../../engine/point-in-time.js";
import { productClause, rankedQuery, rankedSort } from "../body.js";
import type { Ranked } from "../ranked.js";
import { COUNT_EACH, mustCount } from "../sort.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { namedClause, plainClause } from "../signal.js";
import type { SortValues } from "./state.js";

/** One product of a window: its identifier, its taste tokens, and its position. */
export interface WindowRow extends Candidate {
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
  /** With the names of signals, for `searchNamed`. */
  readonly explained?: boolean;
}

/** Where a window is read: the live catalogue, or a point-in-time that this search keeps open for `seconds` more. */
export type Source =
  | { readonly kind: "live"; readonly index: string }
  | { readonly kind: "point_in_time"; readonly pit_id: string; readonly seconds: number };

/** The fields of products that a window requests. */
export const windowFields = ({ personal }: Pick<Ranked, "personal">): Clause => ({
  stored_fields: "_none_",
  ...(personal === null ? {} : { docvalue_fields: [TASTE_FIELD, VIEWED_WITH_FIELD] }),
});

/** The engine body of one window. No stored field is requested: the sort's last value is the product identifier. */
export function windowBody(ranked: Ranked, slice: Slice): Clause {
  const { conditions, rules } = ranked.plan;
  const { size, from = 0, after = null, explained = false } = slice;
  const excluded = [...rules.pins.map(({ product }) => product), ...(slice.excluded ?? [])];
  const sort = rankedSort(ranked);
  const matching = productClause(conditions.matching, ranked.catalog.leaves);
  const { among } = slice;
  const products = among === undefined ? matching : { bool: { filter: [matching, { ids: { values: among } }] } };
  const query = rankedQuery(ranked, products, excluded, explained ? namedClause : plainClause);
  return {
    size,
    ...(from === 0 ? {} : { from }),
    track_total_hits: mustCount(sort),
    ...(mustCount(sort) ? { post_filter: COUNT_EACH } : {}),
    ...windowFields(ranked),
    query,
    sort,
    ...(after === null ? {} : { search_after: after }),
    ...(explained ? { track_scores: true } : {}),
  };
}

/** Fewer than `slice.size` only where the order ends. @throws errors of the engine as they are */
export async function readWindow(engine: Engine, source: Source, ranked: Ranked, slice: Slice): Promise<WindowRow[]> {
  const body = windowBody(ranked, slice);
  const { hits } =
    source.kind === "live"
      ? await searchDocuments<never>(engine, source.index, body)
      : await searchPointInTime<never>(engine, source.pit_id, source.seconds, body);
  return rowsOf(hits.hits);
}

/** The rows of a response to `windowBody`. */
export const rowsOf = (hits: readonly Hit<unknown>[]): WindowRow[] =>
  hits.map((hit) => ({ ...candidateOf(hit), sort: hit.sort ?? [] }));

/** A hit whose last sort value is the product identifier, with the doc values that were requested. */
export const candidateOf = ({ sort = [], fields }: Hit<unknown>): Candidate => ({
  id: String(sort.at(-1)),
  tokens: (fields?.[TASTE_FIELD] ?? []) as readonly string[],
  viewed_with: (fields?.[VIEWED_WITH_FIELD] ?? []) as readonly string[],
});
