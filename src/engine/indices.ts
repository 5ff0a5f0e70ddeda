import { type Engine, EngineError, unlessAbsent } from "./engine.js";

/** Index for state shared by the processes of an installation: sequences, leases, checkpoints and catalogue state. */
export const stateIndex = ({ prefix }: Pick<Engine, "prefix">): string => `${prefix}state`;

const at = (index: string, api = "") => `/${encodeURIComponent(index)}${api}`;

/** Creates an index; the matching template adds its settings and mapping. Throws if the index exists. */
export async function createIndex(
  engine: Engine,
  index: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<void> {
  const call = { method: "PUT", path: at(index), body, timeout: 60_000 } as const;
  await engine.call("create_index", { ...call, ...(signal === undefined ? {} : { signal }) });
}

/** Deletes an index; a missing index is not an error. */
export async function deleteIndex(engine: Engine, index: string): Promise<void> {
  await unlessAbsent(engine.call("delete_index", { method: "DELETE", path: at(index), timeout: 60_000 }));
}

/** Creates an index; an existing index is not an error. */
export async function createUnlessThere(...requested: Parameters<typeof createIndex>): Promise<void> {
  try {
    await createIndex(...requested);
  } catch (error) {
    if (!(error instanceof EngineError && error.type === "resource_already_exists_exception")) throw error;
  }
}

export async function refresh(engine: Engine, index: string): Promise<void> {
  await engine.call("refresh", { method: "POST", path: at(index, "/_refresh"), timeout: 120_000 });
}

/** Writes all acknowledged operations of an index to disk. */
export async function flush(engine: Engine, index: string): Promise<void> {
  await engine.call("flush", { method: "POST", path: at(index, "/_flush"), timeout: 120_000 });
}

export async function putMapping(engine: Engine, index: string, mapping: object): Promise<void> {
  await engine.call("put_mapping", { method: "PUT", path: at(index, "/_mapping"), body: mapping, timeout: 60_000 });
}

export async function putSettings(engine: Engine, index: string, settings: object): Promise<void> {
  await engine.call("put_settings", { method: "PUT", path: at(index, "/_settings"), body: settings });
}

/** Blocks new writes to an index, and waits until running writes have ended. */
export async function blockWrites(engine: Engine, index: string): Promise<void> {
  await engine.call("block_writes", { method: "PUT", path: at(index, "/_block/write"), timeout: 60_000 });
}

/** Removes the write block of an index, if it has one. */
export async function allowWrites(engine: Engine, index: string): Promise<void> {
  type ResponseBody = Record<string, { settings: { "index.blocks.write"?: string | null } }>;
  const response = await engine.call<ResponseBody>("get_settings", {
    method: "GET",
    path: at(index, "/_settings/index.blocks.write"),
    querystring: { flat_settings: true },
  });
  if (Object.values(response).some(({ settings }) => settings["index.blocks.write"] === "true"))
    await putSettings(engine, index, { "index.blocks.write": null });
}

/**
 * Creates a copy of an index with its mapping and analysis. The copy is fast because both indices share files. Writes
 * to the source must be blocked; the copy is blocked too unless `settings` overrides the block.
 * @returns `true` if the copy is usable; otherwise an unusable copy may exist
 * @throws {EngineError} if the engine rejects the request
 */
export async function cloneIndex(engine: Engine, from: string, to: string, settings: object): Promise<boolean> {
  const { shards_acknowledged } = await engine.call<{ shards_acknowledged: boolean }>("clone_index", {
    method: "PUT",
    path: at(from, `/_clone/${encodeURIComponent(to)}`),
    body: { settings },
    timeout: 60_000,
  });
  return shards_acknowledged;
}

/** Returns the engine's document counts, including nested documents. `deleted` documents still occupy disk space. */
export async function documentCounts(engine: Engine, index: string): Promise<{ live: number; deleted: number }> {
  const { _all } = await engine.call<{ _all: { primaries: { docs: { count: number; deleted: number } } } }>("stats", {
    method: "GET",
    path: at(index, "/_stats/docs"),
    querystring: { filter_path: "_all.primaries.docs" },
  });
  const { count, deleted } = _all.primaries.docs;
  return { live: count, deleted };
}

/** Returns the mapping of an index, by index name or alias; undefined if the index does not exist. */
export async function getMapping<T>(engine: Engine, index: string): Promise<T | undefined> {
  const response = await unlessAbsent(
    engine.call<Record<string, { mappings: T }>>("get_mapping", { method: "GET", path: at(index, "/_mapping") }),
  );
  return Object.values(response ?? {})[0]?.mappings;
}

/** Returns `_meta` of an index's mapping; empty if the mapping has no `_meta` or the index does not exist. */
export async function getMappingMeta(engine: Engine, index: string): Promise<Readonly<Record<string, unknown>>> {
  type ResponseBody = Record<string, { mappings: { _meta: Record<string, unknown> } }>;
  const querystring = { filter_path: "*.mappings._meta" };
  const response = await unlessAbsent(
    engine.call<ResponseBody>("get_mapping", { method: "GET", path: at(index, "/_mapping"), querystring }),
  );
  return Object.values(response ?? {})[0]?.mappings._meta ?? {};
}

/** Returns the index an alias points to; undefined if the alias does not exist. */
export async function aliasedIndex(engine: Engine, alias: string): Promise<string | undefined> {
  const response = await unlessAbsent(
    engine.call<Record<string, unknown>>("get_alias", { method: "GET", path: `/_alias/${encodeURIComponent(alias)}` }),
  );
  return Object.keys(response ?? {})[0];
}

/**
 * Points an alias from one index to another in one atomic step. After a failover of the cluster manager, a node may
 * repeat the request; the alias then already points to `to`, which counts as success.
 * @throws {EngineError} if the alias no longer points to `from` because another process has swapped it
 */
export async function swapAlias(engine: Engine, alias: string, from: string | undefined, to: string): Promise<void> {
  const actions: object[] = [{ add: { index: to, alias } }];
  if (from !== undefined) actions.unshift({ remove: { index: from, alias, must_exist: true } });
  try {
    await engine.call("swap_alias", { method: "POST", path: "/_aliases", body: { actions } });
  } catch (error) {
    if (!(error instanceof EngineError) || (await aliasedIndex(engine, alias)) !== to) throw error;
  }
}

/** Removes an alias from an index; a missing alias is not an error. */
export async function removeAlias(engine: Engine, alias: string, index: string): Promise<void> {
  const actions = [{ remove: { index, alias, must_exist: false } }];
  await engine.call("swap_alias", { method: "POST", path: "/_aliases", body: { actions } });
}

export async function listIndices(engine: Engine, pattern: string): Promise<string[]> {
  return (await catIndices(engine, "list_indices", pattern, ["index"])).map(({ index }) => index);
}

/** Returns the number of searchable documents of each index that matches a pattern. */
export async function countsByIndex(engine: Engine, pattern: string): Promise<ReadonlyMap<string, number>> {
  const rows = await catIndices(engine, "count_indices", pattern, ["index", "docs.count"]);
  return new Map(rows.map((row) => [row.index, Number(row["docs.count"] ?? 0)]));
}

/** Returns the UUIDs of the indices that match a pattern, by index name. A recreated index has a new UUID. */
export async function idsByIndex(engine: Engine, pattern: string): Promise<ReadonlyMap<string, string>> {
  const rows = await catIndices(engine, "list_indices", pattern, ["index", "uuid"]);
  return new Map(rows.map(({ index, uuid }) => [index, uuid]));
}

interface CatRow {
  readonly index: string;
  readonly uuid: string;
  readonly "docs.count": string | null;
}

/** Lists the indices that match a pattern, including closed ones. */
const catIndices = <C extends keyof CatRow>(
  engine: Engine,
  operation: string,
  pattern: string,
  columns: readonly C[],
): Promise<readonly Pick<CatRow, C>[]> =>
  engine.call(operation, {
    method: "GET",
    path: `/_cat/indices/${encodeURIComponent(pattern)}`,
    querystring: { format: "json", h: columns.join(), expand_wildcards: "all" },
  });
