import { EngineError, type Engine } from "./engine.js";
import type { SearchResponse } from "./search-documents.js";

/** A frozen view of an index that searches come back to. */
export interface PointInTime {
  readonly pit_id: string;
  /** Search contexts it holds open, one a shard. */
  readonly shards: number;
}

/** Opens a view of everything that has been refreshed. @param index index or alias @param seconds kept without a search */
export async function openPointInTime(engine: Engine, index: string, seconds: number): Promise<PointInTime> {
  const { pit_id, _shards } = await engine.call<{ pit_id: string; _shards: { total: number } }>("open_point_in_time", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_search/point_in_time`,
    querystring: { keep_alive: `${seconds}s`, allow_partial_pit_creation: false },
  });
  return { pit_id, shards: _shards.total };
}

/** Closes views; those that are no longer there are fine. */
export async function closePointsInTime(engine: Engine, pitIds: readonly string[]): Promise<void> {
  if (pitIds.length === 0) return;
  await engine.call("close_point_in_time", {
    method: "DELETE",
    path: "/_search/point_in_time",
    body: { pit_id: pitIds },
  });
}

/**
 * Searches a view and keeps it open for at least `seconds` from now. Any shard failure is an error: half of a view would
 * look like all of it.
 * @param isNamed with the scores of named clauses
 */
export function searchPointInTime<T>(
  engine: Engine,
  pitId: string,
  seconds: number,
  body: object,
  isNamed = false,
): Promise<SearchResponse<T>> {
  return engine.call<SearchResponse<T>>("search_point_in_time", {
    method: "POST",
    path: "/_search",
    querystring: { allow_partial_search_results: false, ...(isNamed ? { include_named_queries_score: true } : {}) },
    body: { ...body, pit: { id: pitId, keep_alive: `${seconds}s` } },
  });
}

/** The index behind an alias, and a signature of its contents. */
export interface IndexContent {
  /** The one index behind the alias. */
  readonly index: string;
  /** Changes with every write to the index, and never returns to an earlier value. */
  readonly signature: string;
}

/** @throws EngineError when the alias does not point to one index */
export async function indexContentOf(engine: Engine, alias: string): Promise<IndexContent> {
  const { indices = {} } = await engine.call<{ indices?: Record<string, IndexStats> }>("index_stats", {
    method: "GET",
    path: `/${encodeURIComponent(alias)}/_stats/docs`,
    querystring: {
      level: "shards",
      filter_path: "indices.*.uuid,indices.*.shards.*.seq_no.max_seq_no,indices.*.shards.*.routing.primary",
    },
  });
  const [found, ...others] = Object.entries(indices);
  if (found === undefined || others.length > 0) {
    throw new EngineError(404, "alias_without_index", `${alias} points to ${Object.keys(indices).length} indices`);
  }
  const [index, { uuid, shards }] = found;
  const written = Object.entries(shards).map(([shard, copies]) => {
    const primary = copies.find(({ routing }) => routing.primary) ?? copies[0];
    return `${shard}=${primary?.seq_no?.max_seq_no ?? "?"}`;
  });
  return { index, signature: `${uuid} ${written.sort().join(" ")}` };
}

interface IndexStats {
  readonly uuid: string;
  readonly shards: Readonly<
    Record<
      string,
      readonly { readonly routing: { readonly primary: boolean }; readonly seq_no?: { readonly max_seq_no: number } }[]
    >
  >;
}
