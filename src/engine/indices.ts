import { type Engine, EngineError, unlessAbsent } from "./engine.js";

/** Holds what processes of an installation share besides its data: sequences, leases, checkpoints, the state of catalogues. */
export const stateIndex = ({ prefix }: Pick<Engine, "prefix">): string => `${prefix}state`;

const at = (index: string, api = "") => `/${encodeURIComponent(index)}${api}`;

/** Creates an index; the matching template adds its settings and mapping. Throws when it exists. */
export async function createIndex(
  engine: Engine,
  index: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<void> {
  const call = { method: "PUT", path: at(index), body, timeout: 60_000 } as const;
  await engine.call("create_index", { ...call, ...(signal === undefined ? {} : { signal }) });
}

/** Deletes an index; absent is fine. */
export async function deleteIndex(engine: Engine, index: string): Promise<void> {
  await unlessAbsent(engine.call("delete_index", { method: "DELETE", path: at(index), timeout: 60_000 }));
}

/** The same; one that is there already is fine. */
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

/** Brings everything acknowledged onto the disk. */
export async function flush(engine: Engine, index: string): Promise<void> {
  await engine.call("flush", { method: "POST", path: at(index, "/_flush"), timeout: 120_000 });
}

export async function putMapping(engine: Engine, index: string, mapping: object): Promise<void> {
  await engine.call("put_mapping", { method: "PUT", path: at(index, "/_mapping"), body: mapping, timeout: 60_000 });
}

export async function putSettings(engine: Engine, index: string, settings: object): Promise<void> {
  await engine.call("put_settings", { method: "PUT", path: at(index, "/_settings"), body: settings });
}

/** Refuses writes from now on; those that were under way are done. */
export async function blockWrites(engine: Engine, index: string): Promise<void> {
  await engine.call("block_writes", { method: "PUT", path: at(index, "/_block/write"), timeout: 60_000 });
}

/** Allows writes again, where they are refused. */
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
 * Makes an index that holds what another one does, with its mapping and analysis, in a moment: both share their files. Writes to
 * the other one have to be blocked, and so they are in the new one unless the settings say something else.
 * @returns whether it can be used; if not, it may be there all the same
 * @throws EngineError when the engine refuses
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

/** Documents of an index in the engine's own count, nested ones among them, and those that are gone but still take room. */
export async function documentCounts(engine: Engine, index: string): Promise<{ live: number; deleted: number }> {
  const { _all } = await engine.call<{ _all: { primaries: { docs: { count: number; deleted: number } } } }>("stats", {
    method: "GET",
    path: at(index, "/_stats/docs"),
    querystring: { filter_path: "_all.primaries.docs" },
  });
  const { count, deleted } = _all.primaries.docs;
  return { live: count, deleted };
}

/** The mapping of the one index behind a name; undefined when there is none. */
export async function getMapping<T>(engine: Engine, index: string): Promise<T | undefined> {
  const response = await unlessAbsent(
    engine.call<Record<string, { mappings: T }>>("get_mapping", { method: "GET", path: at(index, "/_mapping") }),
  );
  return Object.values(response ?? {})[0]?.mappings;
}

/** Reads `_meta` of an index's mapping; empty when it has none, or when there is no such index. */
export async function getMappingMeta(engine: Engine, index: string): Promise<Readonly<Record<string, unknown>>> {
  type ResponseBody = Record<string, { mappings: { _meta: Record<string, unknown> } }>;
  const querystring = { filter_path: "*.mappings._meta" };
  const response = await unlessAbsent(
    engine.call<ResponseBody>("get_mapping", { method: "GET", path: at(index, "/_mapping"), querystring }),
  );
  return Object.values(response ?? {})[0]?.mappings._meta ?? {};
}

/** The index an alias points to; undefined while it points to none. */
export async function aliasedIndex(engine: Engine, alias: string): Promise<string | undefined> {
  const response = await unlessAbsent(
    engine.call<Record<string, unknown>>("get_alias", { method: "GET", path: `/_alias/${encodeURIComponent(alias)}` }),
  );
  return Object.keys(response ?? {})[0];
}

/**
 * Points an alias from one index to another in one atomic step. A node whose cluster manager dies before it answers asks the next one for
 * the same again: then the alias points there already.
 * @throws EngineError when the alias no longer points to `from`: someone else has swapped it.
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

/** Takes an alias from an index; fine when it does not have it. */
export async function removeAlias(engine: Engine, alias: string, index: string): Promise<void> {
  const actions = [{ remove: { index, alias, must_exist: false } }];
  await engine.call("swap_alias", { method: "POST", path: "/_aliases", body: { actions } });
}

export async function listIndices(engine: Engine, pattern: string): Promise<string[]> {
  return (await catIndices(engine, "list_indices", pattern, ["index"])).map(({ index }) => index);
}

/** Documents of each index that matches a pattern, as far as they are searchable. */
export async function countsByIndex(engine: Engine, pattern: string): Promise<ReadonlyMap<string, number>> {
  const rows = await catIndices(engine, "count_indices", pattern, ["index", "docs.count"]);
  return new Map(rows.map((row) => [row.index, Number(row["docs.count"] ?? 0)]));
}

/** Reads the UUID of each index that matches a pattern, by name: an index that is created again has another UUID. */
export async function idsByIndex(engine: Engine, pattern: string): Promise<ReadonlyMap<string, string>> {
  const rows = await catIndices(engine, "list_indices", pattern, ["index", "uuid"]);
  return new Map(rows.map(({ index, uuid }) => [index, uuid]));
}

interface CatRow {
  readonly index: string;
  readonly uuid: string;
  readonly "docs.count": string | null;
}

/** A row for each index that matches a pattern, closed ones too. */
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
