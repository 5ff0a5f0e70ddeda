import { changeDocument, getDocument } from "../../engine/documents.js";
import { EngineError, type Engine } from "../../engine/engine.js";
import {
  aliasedIndex,
  allowWrites,
  blockWrites,
  cloneIndex,
  createUnlessThere,
  deleteIndex,
  flush,
  getMappingMeta,
  listIndices,
  putMapping,
  putSettings,
  removeAlias,
  stateIndex,
  swapAlias,
} from "../../engine/indices.js";
import type { Language } from "../../languages/index.js";
import { type Tag, withChange } from "../catalog-version.js";
import type { DecidedFields } from "../field-scan.js";
import { BASE_FIELD_TYPES, withFields } from "../field-types.js";
import type { FieldTypes } from "../fields.js";
import type { Version } from "../product-document.js";
import { catalogAlias, catalogStateId, FIELD_MAPPING, readFieldTypes, type CatalogState } from "../live.js";
import { LeaseLostError, type Lease } from "../../engine/lease.js";

/** Identifies a catalogue generation. The name of its index is `products-<language>-<client>-<ingestion>-<attempt>` after the prefix. */
export interface Generation {
  readonly language: Language;
  readonly clientId: string;
  readonly ingestion: number;
  readonly attempt: number;
}

const PATTERN = /^products-([a-z]+)-(.+)-(\d+)-(\d+)$/;

export function generationIndex(engine: Engine, { language, clientId, ingestion, attempt }: Generation): string {
  return `${engine.prefix}products-${language}-${clientId}-${ingestion}-${attempt}`;
}

export function generationOf(engine: Engine, index: string): Generation | undefined {
  const match = PATTERN.exec(index.slice(engine.prefix.length));
  if (match === null) return undefined;
  const [, language, clientId, ingestion, attempt] = match as unknown as [string, Language, string, string, string];
  return { language, clientId, ingestion: Number(ingestion), attempt: Number(attempt) };
}

/**
 * Index settings while a catalogue is built. Writes need not be durable individually, because sealing the generation flushes them to disk.
 */
const BUILDING = { "index.refresh_interval": "-1", "index.translog.durability": "async" };
const SERVING = { "index.refresh_interval": null, "index.translog.durability": "request" };

/**
 * Creates the index of a catalogue generation. Index names are unique per attempt. If the index exists, a node has repeated the request
 * after a failover of the cluster manager, and the existing index is used.
 * @param _meta see `buildFingerprintOf` and `snapshotOf`
 */
export async function createGeneration(
  engine: Engine,
  generation: Generation,
  types: FieldTypes,
  _meta: { readonly build_fingerprint?: string; readonly snapshot?: Version | undefined } = {},
): Promise<string> {
  const index = generationIndex(engine, generation);
  await createUnlessThere(engine, index, { settings: BUILDING, mappings: { ...fieldMapping(types), _meta } });
  return index;
}

/**
 * Starts a catalogue generation as a copy of a source generation. The source rejects writes for about a second. The caller must hold the
 * client's lease. After a crash, the source still rejects writes; every writer therefore removes the write block first.
 * @returns `undefined` if the engine rejects the copy
 */
export async function cloneGeneration(
  engine: Engine,
  from: string,
  generation: Generation,
): Promise<string | undefined> {
  const index = generationIndex(engine, generation);
  try {
    await blockWrites(engine, from);
    if (await cloneIndex(engine, from, index, { ...BUILDING, "index.blocks.write": null })) return index;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  } finally {
    await allowWrites(engine, from);
  }
  await deleteIndex(engine, index);
  return undefined;
}

/** Makes a built catalogue generation durable and ready for searches. */
export async function sealGeneration(engine: Engine, index: string): Promise<void> {
  await putSettings(engine, index, SERVING);
  await flush(engine, index);
}

/**
 * Returns the snapshot version of the last full feed in a catalogue generation. All data of the generation is at least as new, and products
 * missing from the generation were deleted at that version. Undefined if no full feed had a version.
 */
export async function snapshotOf(engine: Engine, index: string): Promise<Version | undefined> {
  return (await getMappingMeta(engine, index))["snapshot"] as Version | undefined;
}

export async function recordSnapshot(engine: Engine, index: string, snapshot: Version): Promise<void> {
  const meta = await getMappingMeta(engine, index);
  if (meta["snapshot"] !== snapshot) await putMapping(engine, index, { _meta: { ...meta, snapshot } });
}

export async function addFields(
  engine: Engine,
  index: string,
  { types, added }: Pick<DecidedFields, "types" | "added">,
): Promise<void> {
  if (added.size === 0) return;
  await putMapping(engine, index, fieldMapping(new Map([...types].filter(([field]) => added.has(field)))));
}

/**
 * Adds the fields of one catalogue generation to another generation that lacks these fields.
 * @param but fields to skip
 * @returns the resulting field types, and the added fields
 */
export async function carryFields(
  engine: Engine,
  from: string,
  to: string,
  but: FieldTypes = new Map(),
): Promise<Pick<DecidedFields, "types" | "added">> {
  const [more = BASE_FIELD_TYPES, had = BASE_FIELD_TYPES] = await Promise.all([
    readFieldTypes(engine, from),
    readFieldTypes(engine, to),
  ]);
  const types = withFields(had, new Map([...more].filter(([field]) => !but.has(field))));
  const added = new Set([...types.keys()].filter((field) => !had.has(field)));
  await addFields(engine, to, { types, added });
  return { types, added };
}

/** Builds the mapping of fields inside the nested variants. The mapping may repeat fields of the index template. */
export function fieldMapping(types: FieldTypes): object {
  const data = emptyTree();
  for (const [field, type] of types) {
    if (field === "title") continue; // the index template already maps the title
    const path = field.split(".");
    let node = data;
    for (const part of path.slice(0, -1)) node = (node[part] ??= { properties: emptyTree() }).properties as MappingTree;
    node[path.at(-1) as string] = FIELD_MAPPING[type];
  }
  return { properties: { variants: { type: "nested", properties: { data: { properties: data } } } } };
}

/** Creates an object without a prototype, because "constructor" and "toString" are valid field names. */
const emptyTree = () => Object.create(null) as MappingTree;

interface MappingTree {
  [name: string]: { readonly type?: string; readonly properties?: MappingTree };
}

export function liveGeneration(engine: Engine, clientId: string): Promise<string | undefined> {
  return aliasedIndex(engine, catalogAlias(engine, clientId));
}

/** Returns the live catalogue generation of each client, by client id. */
export async function liveGenerations(engine: Engine): Promise<ReadonlyMap<string, string>> {
  const stem = catalogAlias(engine, "");
  const found = await engine.call<Record<string, { readonly aliases: Readonly<Record<string, unknown>> }>>(
    "get_alias",
    {
      method: "GET",
      path: `/_alias/${encodeURIComponent(stem)}*`,
    },
  );
  return new Map(
    Object.entries(found).flatMap(([index, { aliases }]) =>
      Object.keys(aliases).map((alias) => [alias.slice(stem.length), index] as const),
    ),
  );
}

/** Makes another catalogue generation live atomically. @throws {EngineError} if another process changed the alias meanwhile */
export function goLive(engine: Engine, clientId: string, from: string | undefined, to: string): Promise<void> {
  return swapAlias(engine, catalogAlias(engine, clientId), from, to);
}

/**
 * Makes a client's first catalogue generation live. The engine cannot require that the alias does not exist yet. Therefore, the alias is
 * removed again if the lease was lost in the meantime.
 * @throws {LeaseLostError}
 */
export async function goLiveFirst(engine: Engine, clientId: string, to: string, lease: Lease): Promise<void> {
  const alias = catalogAlias(engine, clientId);
  await swapAlias(engine, alias, undefined, to);
  try {
    await lease.check();
  } catch (error) {
    if (error instanceof LeaseLostError) await removeAlias(engine, alias, to);
    throw error;
  }
}

/**
 * Deletes a client's abandoned catalogue generations, except the live generation and the ones used by readers or retained for a rollback.
 * Also keeps generations newer than the given run: another process may be building them if this process has lost its lease.
 */
export async function deleteAbandonedGenerations(engine: Engine, clientId: string, run: Run): Promise<void> {
  for (const index of await abandonedGenerations(engine, clientId, run)) await deleteIndex(engine, index);
}

/** The job run that created a catalogue generation; later runs create newer generations. */
export type Run = Pick<Generation, "ingestion" | "attempt">;

/** Returns the indices that `deleteAbandonedGenerations` would delete, newest first. */
export async function abandonedGenerations(engine: Engine, clientId: string, run: Run): Promise<string[]> {
  const live = await liveGeneration(engine, clientId);
  // Readers still use the previous generation if a process crashed after a swap but before announcing the swap.
  const { previous, generation: read } = await readCatalogState(engine, clientId);
  const kept = [live, previous?.index, read];
  const all = await generationsOf(engine, clientId);
  return all.filter((one) => !kept.includes(one.index) && isOlder(one, run)).map(({ index }) => index);
}

/** Returns a client's catalogue generations and the job runs that created them, newest first. */
export async function generationsOf(
  engine: Engine,
  clientId: string,
): Promise<readonly (Generation & { readonly index: string })[]> {
  const indices = await listIndices(engine, `${engine.prefix}products-*-${clientId}-*`);
  return indices
    .flatMap((index) => {
      const generation = generationOf(engine, index);
      return generation?.clientId === clientId ? [{ ...generation, index }] : [];
    })
    .sort((one, other) => (isOlder(one, other) ? 1 : -1));
}

export async function clientsWithGenerations(engine: Engine): Promise<ReadonlySet<string>> {
  const indices = await listIndices(engine, `${engine.prefix}products-*`);
  return new Set(indices.flatMap((index) => generationOf(engine, index)?.clientId ?? []));
}

function isOlder(generation: Run, run: Run): boolean {
  if (generation.ingestion !== run.ingestion) return generation.ingestion < run.ingestion;
  return generation.attempt < run.attempt;
}

const NO_STATE: CatalogState = { version: 0, multi_variant: false, previous: null };

export async function readCatalogState(engine: Engine, clientId: string): Promise<CatalogState> {
  const found = await getDocument<CatalogState>(engine, stateIndex(engine), catalogStateId(clientId));
  return found?.source ?? NO_STATE;
}

type StateChange = Partial<Omit<CatalogState, "version" | "catalogVersion" | "generation" | "changes">>;

/** Records a change of catalogue state that affects searches. Requires the client's lease. */
export async function changeCatalogState(engine: Engine, clientId: string, change: StateChange): Promise<CatalogState> {
  const generation = await liveGeneration(engine, clientId);
  return writeState(engine, clientId, (before) => ({
    ...nextCatalogVersion(before, generation, null),
    ...change,
    version: before.version + 1,
  }));
}

/**
 * Records that products have changed. Call it after the refresh or swap that makes the change visible. Requires the client's lease.
 * @param tags tags of the changed data; null for everything
 */
export async function recordCatalogVersion(
  engine: Engine,
  clientId: string,
  tags: readonly Tag[] | null,
): Promise<void> {
  const generation = await liveGeneration(engine, clientId);
  await writeState(engine, clientId, (before) => nextCatalogVersion(before, generation, tags));
}

/** Records state that does not affect responses, so the catalogue version stays the same. Requires the client's lease. */
export async function recordState(engine: Engine, clientId: string, change: StateChange): Promise<void> {
  await writeState(engine, clientId, (before) => ({ ...before, ...change }));
}

function nextCatalogVersion(
  before: CatalogState,
  generation: string | undefined,
  tags: readonly Tag[] | null,
): CatalogState {
  const catalogVersion = (before.catalogVersion ?? 0) + 1;
  // If a crash prevented an earlier announcement of the swap, this version announces that all products changed.
  const changed = generation === before.generation ? tags : null;
  const after = {
    ...before,
    catalogVersion,
    changes: withChange(before.changes ?? [], { catalogVersion, tags: changed }),
  };
  return generation === undefined ? after : { ...after, generation };
}

/**
 * Writes the catalogue state with compare-and-set, so that a process that has lost its lease unnoticed cannot revert a newer catalogue
 * version.
 */
async function writeState(
  engine: Engine,
  clientId: string,
  change: (before: CatalogState) => CatalogState,
): Promise<CatalogState> {
  return changeDocument(engine, stateIndex(engine), catalogStateId(clientId), (before: CatalogState | undefined) =>
    change(before ?? NO_STATE),
  );
}
