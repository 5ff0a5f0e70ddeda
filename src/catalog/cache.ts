import { createCache, type Cache, type Kind as CacheKind } from "../lib/cache.js";
import { shareWork, withoutDeadline, type SharedWork } from "../engine/deadline.js";
import type { Engine } from "../engine/engine.js";
import type { Context } from "../context.js";
import { catalogOf, isStillValid, type CatalogVersion, type Tag } from "./catalog-version.js";

/**
 * The cache of all that is the same for every shopper: what requests read of live catalogues. Equal reads at the same
 * time share one load. `lib/cache` decides which entries are evicted.
 */
export interface CatalogCache {
  /**
   * The value that was kept for the key, if it still holds in this edition; else the loaded one, which is kept.
   * @param live read before the call: what `load` reads is at least as new
   * The load is given up when all who wait for it have left.
   * @throws what `load` throws; EngineBusyError when the caller's own deadline comes first
   */
  read<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string, load: Load<V>): Promise<V>;
  /** Keeps a value that was read by the way. @param live read before the value was */
  set<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string, loaded: Loaded<V>): void;
  /** The cached value that `read` would return without loading; undefined when there is none. */
  get<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string): V | undefined;
  /** Whether `read` would answer without loading. Does not count as reading. */
  has<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string): boolean;
  /** For values that no edition ends: they share the room. */
  readonly plain: Cache;
}

export interface CachedEngine {
  readonly engine: Engine;
  readonly cache: CatalogCache;
}

export interface Kind<V> extends CacheKind<V> {
  /**
   * The most milliseconds that a value may lag behind changes that no edition lists, such as learned signals. From
   * three quarters of it on a read answers it still, and has it loaded anew.
   */
  readonly freshMs: number;
  /**
   * Whether readers get an outdated value while it is loaded again, because loading takes long. The value may be `freshMs` old, or ten times
   * as old if at most one edition has changed it.
   */
  readonly staleWhileRevalidate?: (value: V) => boolean;
  /** Whether anybody can make up keys, as with names in events: such kinds share a small room, and push out nothing else. */
  readonly isApart?: true;
}

type Load<V> = () => Promise<Loaded<V>>;

export interface Loaded<V> {
  readonly value: V;
  /** The tags that the value depends on, see `Edition`; all of the catalogue unless given. */
  readonly tags?: readonly Tag[] | undefined;
  /** False for what was cut short: those who wait for it get it, and it is not kept. */
  readonly isWhole?: boolean | undefined;
}

interface Entry {
  readonly value: object;
  /** Of the value. */
  readonly bytes: number;
  readonly tags: readonly Tag[] | undefined;
  /** That was live before the value was read. */
  readonly catalogVersion: number;
  readonly readAt: number;
}

interface Loading {
  readonly catalogVersion: number;
  readonly work: SharedWork<Loaded<object>>;
}

/** The part of its time from which on a value is loaded anew while it is still answered. */
const RENEWED_FROM = 3 / 4;
/** The multiple of `freshMs` for which a stale value may be served, see `Kind.staleWhileRevalidate`. */
const STALE_TIMES = 10;
const MAX_OF_ROOM = 1 / 8;
const APART = 1 / 8;

export function createCatalogCache(
  { elapsed: now, metrics: { cache: metrics } }: Context,
  maxBytes: number,
): CatalogCache {
  const room = (share: number) =>
    createCache({
      maxBytes: maxBytes * share,
      onBytes: (kind, bytes) => metrics.bytes.inc({ kind }, bytes),
      onEvict: (kind) => metrics.evictions.inc({ kind }),
    });
  const [common, apart] = [room(1 - APART), room(APART)];
  const roomOf = ({ isApart }: Kind<never>) => (isApart === undefined ? common : apart);
  /** The kinds of entries by those of their values. */
  const entryKinds = new Map<string, CacheKind<Entry>>();
  const loading = new Map<string, Loading>();

  function entryKind(kind: Kind<never>): CacheKind<Entry> {
    const known = entryKinds.get(kind.name);
    if (known !== undefined) return known;
    const made: CacheKind<Entry> = { ...kind, bytesOf: ({ bytes }) => bytes };
    entryKinds.set(kind.name, made);
    return made;
  }

  const holds = (kind: Kind<never>, live: CatalogVersion, entry: Entry | undefined): boolean =>
    entry !== undefined && isStillValid(live, entry) && now() - entry.readAt <= kind.freshMs;

  function store(kind: Kind<never>, live: CatalogVersion, key: string, readAt: number, loaded: Loaded<object>): void {
    const { value, tags, isWhole = true } = loaded;
    const [entries, own, bytes] = [roomOf(kind), keyOf(live, key), kind.bytesOf(value as never)];
    if (!isWhole || bytes > maxBytes * shareOf(kind) * MAX_OF_ROOM) return;
    // A value read in an earlier edition must not replace a later one.
    if ((entries.peek(entryKind(kind), own)?.catalogVersion ?? live.catalogVersion) > live.catalogVersion) return;
    entries.set(entryKind(kind), own, { value, bytes, tags, catalogVersion: live.catalogVersion, readAt });
  }

  function load<V extends object>(
    kind: Kind<V>,
    live: CatalogVersion,
    key: string,
    by: Load<V>,
  ): SharedWork<Loaded<V>> {
    const name = `${kind.name} ${keyOf(live, key)}`;
    const under = loading.get(name);
    // One that began in an earlier edition may not have what the reader must see.
    if (under !== undefined && under.catalogVersion >= live.catalogVersion && !under.work.isLeft())
      return under.work as SharedWork<Loaded<V>>;
    const readAt = now();
    const work = shareWork(by);
    const own: Loading = { catalogVersion: live.catalogVersion, work };
    loading.set(name, own);
    const done = () => {
      if (loading.get(name) === own) loading.delete(name);
    };
    work.result.then((loaded) => {
      store(kind, live, key, readAt, loaded);
      done();
    }, done);
    return work;
  }

  function requested(kind: Kind<never>, live: CatalogVersion, key: string, serves = holds): Entry | undefined {
    const entry = roomOf(kind).get(entryKind(kind), keyOf(live, key));
    const isHit = serves(kind, live, entry);
    metrics.reads.inc({ kind: kind.name, outcome: isHit ? "hit" : "miss" });
    return isHit ? entry : undefined;
  }

  /** Whether the entry holds, or may be used while it is loaded again. */
  function mayBeServed(kind: Kind<never>, live: CatalogVersion, entry: Entry | undefined): boolean {
    if (entry === undefined) return false;
    if (holds(kind, live, entry)) return true;
    if (kind.staleWhileRevalidate?.(entry.value as never) !== true) return false;
    const age = now() - entry.readAt;
    const isOneBehind = isStillValid(live, entry) || live.catalogVersion - entry.catalogVersion <= 1;
    return age <= kind.freshMs || (isOneBehind && age <= STALE_TIMES * kind.freshMs);
  }

  return {
    async read(kind, live, key, by) {
      const entry = requested(kind, live, key, mayBeServed);
      if (entry === undefined) return (await load(kind, live, key, by).wait()).value;
      if (!isStillValid(live, entry) || now() - entry.readAt > kind.freshMs * RENEWED_FROM) {
        // An expired value is better than a late one; an error goes to the callers that wait for the next load.
        withoutDeadline(() => load(kind, live, key, by));
      }
      return entry.value as never;
    },
    set: (kind, live, key, loaded) => store(kind, live, key, now(), loaded),
    get: (kind, live, key) => requested(kind, live, key)?.value as never,
    has: (kind, live, key) => holds(kind, live, roomOf(kind).peek(entryKind(kind), keyOf(live, key))),
    plain: common,
  };
}

const shareOf = ({ isApart }: Kind<never>): number => (isApart === undefined ? 1 - APART : APART);

/** The name of an index has no blank. */
const keyOf = (live: CatalogVersion, key: string): string => `${catalogOf(live)} ${key}`;
