import { setTimeout as delay } from "node:timers/promises";
import { getDocument } from "../engine/documents.js";
import { withoutDeadline } from "../engine/deadline.js";
import { isIndexGone, type Engine } from "../engine/engine.js";
import { getMapping, stateIndex } from "../engine/indices.js";
import { changesIn, type CatalogVersion, type CatalogVersionChange } from "./catalog-version.js";
import type { FieldType, FieldTypes } from "./fields.js";
import { BASE_FIELD_TYPES } from "./field-types.js";
import type { FeedSource } from "./ingestion/ingestion-record.js";
import type { Taxonomy } from "./taxonomy.js";

/** The catalogue state that searches need. */
export interface LiveCatalog extends CatalogVersion {
  readonly fields: FieldTypes;
  /** False if every product has at most one active variant, so variants can be counted as products. */
  readonly multi_variant: boolean;
  /** Classification of the products; undefined until a job has determined it. */
  readonly taxonomy?: Taxonomy | undefined;
  /** Number that increases with every job that changes the catalogue's state. */
  readonly version: number;
}

/** Catalogue state written by jobs and read by all processes; one document per client. */
export interface CatalogState {
  readonly version: number;
  /** Number of the catalogue version. Increases when a job has made product changes visible to searches. Absent before the first job. */
  readonly catalogVersion?: number;
  /** The generation that readers search in this catalogue version. */
  readonly generation?: string;
  /** The changes of the latest catalogue versions, newest last, see `withChange`. */
  readonly changes?: readonly CatalogVersionChange[];
  readonly multi_variant: boolean;
  readonly taxonomy?: Taxonomy;
  /** The source file of the last soft_replace, if known. */
  readonly source?: FeedSource;
  /**
   * The previous catalogue generation and the time of its replacement (ISO 8601); null if there is no generation to roll back to. Shortly
   * before a swap, and after a crash during a swap, `index` is the live generation itself. Deletion and rollback must check for this case.
   */
  readonly previous: { readonly index: string; readonly replaced_at: string } | null;
}

/** Maximum age of cached catalogue state in milliseconds. */
const LIVE_CATALOG_TTL_MS = 300;
/** Maximum time by which a timer may fire early, in milliseconds. */
const TIMER_MS = 5;

/**
 * Waits until every process uses the state that was just written. Jobs wait before they report COMPLETED, so that their
 * products are then searchable in every process.
 */
export const untilAllProcessesSee = (): Promise<void> => delay(LIVE_CATALOG_TTL_MS + TIMER_MS);

const MAX_CACHED_CATALOGS = 1000;

export const catalogAlias = (engine: Engine, clientId: string): string => `${engine.prefix}catalog-${clientId}`;

export const catalogStateId = (clientId: string): string => `catalog:${clientId}`;

export interface LiveCatalogs {
  /** Returns a client's catalogue state, which is at most `LIVE_CATALOG_TTL_MS` old. Undefined before the first ingestion. */
  get(clientId: string): Promise<LiveCatalog | undefined>;
  /** Makes the next `get` read the state again. */
  forget(clientId: string): void;
  /** Removes the cached state completely, because its index no longer exists. */
  lose(clientId: string): void;
}

export function createLiveCatalogs(engine: Engine): LiveCatalogs {
  const cached = new Map<string, { readonly readAt: number; readonly live: Promise<LiveCatalog | undefined> }>();

  async function read(clientId: string, known: Promise<LiveCatalog | undefined> | undefined) {
    const state = await getDocument<CatalogState>(engine, stateIndex(engine), catalogStateId(clientId));
    if (state === undefined) return undefined;
    const before = await known?.catch(() => undefined);
    const { version, catalogVersion = 0, generation, multi_variant, taxonomy, changes: reported = [] } = state.source;
    if (before?.version === version && before.catalogVersion === catalogVersion) return before;
    const changes = changesIn(catalogVersion, reported, before);
    const alias = catalogAlias(engine, clientId);
    const isSame = before?.version === version && before.index === (generation ?? alias);
    if (isSame) return { ...before, catalogVersion, changes };
    for (const index of generation === undefined ? [alias] : [generation, alias]) {
      const fields = await readFieldTypes(engine, index);
      if (fields !== undefined)
        return { index, catalog: alias, fields, multi_variant, taxonomy, version, catalogVersion, changes };
    }
    return undefined;
  }

  return {
    get(clientId) {
      const entry = cached.get(clientId);
      if (entry !== undefined && performance.now() - entry.readAt < LIVE_CATALOG_TTL_MS) return entry.live;
      const live = withoutDeadline(() => read(clientId, entry?.live));
      if (cached.size >= MAX_CACHED_CATALOGS) cached.delete(cached.keys().next().value as string);
      cached.delete(clientId);
      cached.set(clientId, { readAt: performance.now(), live });
      live.catch(() => cached.delete(clientId));
      return live;
    },
    forget(clientId) {
      const entry = cached.get(clientId);
      if (entry !== undefined) cached.set(clientId, { ...entry, readAt: -Infinity });
    },
    lose: (clientId) => void cached.delete(clientId),
  };
}

/**
 * Runs a read of a client's live catalogue. Repeats the read once with the current generation if the index was deleted during the read,
 * because replaced generations are only retained for a limited time.
 */
export async function readingLive<T>(
  liveCatalogs: Pick<LiveCatalogs, "lose">,
  clientId: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isIndexGone(error)) throw error;
    liveCatalogs.lose(clientId);
    return read();
  }
}

interface MappingNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, MappingNode>>;
}

const FIELD_TYPE: Readonly<Record<string, FieldType>> = {
  keyword: "string",
  double: "number",
  boolean: "boolean",
  date: "date",
};

/** The engine's mapping of each field type; inverse of `FIELD_TYPE`. */
export const FIELD_MAPPING: Readonly<Record<FieldType, { readonly type: string }>> = {
  string: { type: "keyword" },
  number: { type: "double" },
  boolean: { type: "boolean" },
  date: { type: "date" },
};

/** Reads the field types of an index; undefined if the index does not exist. */
export async function readFieldTypes(engine: Engine, index: string): Promise<FieldTypes | undefined> {
  const mapping = await getMapping<MappingNode>(engine, index);
  if (mapping === undefined) return undefined;
  const types = new Map<string, FieldType>(BASE_FIELD_TYPES);
  collect(mapping.properties?.variants?.properties?.data, "", types);
  return types;
}

function collect(node: MappingNode | undefined, prefix: string, types: Map<string, FieldType>): void {
  for (const [name, child] of Object.entries(node?.properties ?? {})) {
    const field = prefix === "" ? name : `${prefix}.${name}`;
    const type = child.type === undefined ? undefined : FIELD_TYPE[child.type];
    if (type !== undefined) types.set(field, type);
    collect(child, field, types);
  }
}
