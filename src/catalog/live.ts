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

/** The state of a catalogue that a search needs. */
export interface LiveCatalog extends CatalogVersion {
  readonly fields: FieldTypes;
  /** False only while every product has at most one active variant: then a variant counts as its product. */
  readonly multi_variant: boolean;
  /** How its products are divided; undefined until a job has found that out. */
  readonly taxonomy?: Taxonomy | undefined;
  /** Rises with every job that changed the catalogue's state. */
  readonly version: number;
}

/** The state a catalogue's jobs leave for everyone else, one document per client. */
export interface CatalogState {
  readonly version: number;
  /** Rises when a job has made its products visible; absent until one has. */
  readonly catalogVersion?: number;
  /** The generation that readers search in this edition. */
  readonly generation?: string;
  /** The changes of the latest editions, the newest last, see `withChange`. */
  readonly changes?: readonly CatalogVersionChange[];
  readonly multi_variant: boolean;
  readonly taxonomy?: Taxonomy;
  /** The file that the last soft_replace came from, where it was told. */
  readonly source?: FeedSource;
  /**
   * The generation before the live one and when it was replaced (ISO 8601); null when there is none to go back to. For a
   * moment before a swap, and after a crash in it, it is the live one itself: whoever deletes or goes back looks first.
   */
  readonly previous: { readonly index: string; readonly replaced_at: string } | null;
}

/** How old a process's knowledge of a catalogue may be. */
const LIVE_CATALOG_TTL_MS = 300;
/** A timer may end a moment early. */
const TIMER_MS = 5;

/**
 * Waits until every process must have seen the state that has just been written. A job that has changed something does
 * before it reports COMPLETED, so that "completed means searchable" holds in every process, not only in the one that ran it.
 */
export const untilAllProcessesSee = (): Promise<void> => delay(LIVE_CATALOG_TTL_MS + TIMER_MS);

const MAX_CACHED_CATALOGS = 1000;

export const catalogAlias = (engine: Engine, clientId: string): string => `${engine.prefix}catalog-${clientId}`;

export const catalogStateId = (clientId: string): string => `catalog:${clientId}`;

export interface LiveCatalogs {
  /** Undefined while nothing has been ingested. At most LIVE_CATALOG_TTL_MS old. */
  get(clientId: string): Promise<LiveCatalog | undefined>;
  /** The next `get` reads anew. */
  forget(clientId: string): void;
  /** The same, and nothing that was known is believed: the index that it names is gone. */
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
 * Runs what reads a client's live catalogue. A generation that has been replaced is kept, but not for ever: where it is gone
 * before the reader is done, everything is read once more in what is live now.
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

/** The engine's mapping of each leaf type; the inverse of what `readFieldTypes` reads. */
export const FIELD_MAPPING: Readonly<Record<FieldType, { readonly type: string }>> = {
  string: { type: "keyword" },
  number: { type: "double" },
  boolean: { type: "boolean" },
  date: { type: "date" },
};

/** The leaves an index has; undefined when there is no such index. */
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
