import { createCache, type Cache, type Kind as CacheKind } from "../lib/cache.js";
import { shareWork, withoutDeadline, type SharedWork } from "../engine/deadline.js";
import type { Engine } from "../engine/engine.js";
import type { Context } from "../context.js";
import { catalogOf, isStillValid, type CatalogVersion, type Tag } from "./catalog-version.js";

/**
 * Cache of data that is the same for every shopper, as read from live catalogues. Concurrent reads of the same value share one load.
 * `lib/cache` decides which entries are evicted.
 */
export interface CatalogCache {
  /**
   * Returns the cached value if it is valid in this catalogue version; otherwise loads and caches it. The load is
   * cancelled if all callers disconnect.
   * @param live catalogue version read before the call; loaded data is at least as new
   * @throws the errors of `load`, unchanged; EngineBusyError when the caller's own deadline has passed
   */
  read<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string, load: Load<V>): Promise<V>;
  /** Caches a value that was loaded without `read`. @param live catalogue version before the value was loaded */
  set<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string, loaded: Loaded<V>): void;
  /** The cached value that `read` would return without loading; undefined if a load is needed. */
  get<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string): V | undefined;
  /** Whether `read` would return without loading. Does not count as a use of the entry. */
  has<V extends object>(kind: Kind<V>, live: CatalogVersion, key: string): boolean;
  /** Cache for values that are independent of catalogue versions. It shares its memory limit with the cache of versioned values. */
  readonly plain: Cache;
}

export interface CachedEngine {
  readonly engine: Engine;
  readonly cache: CatalogCache;
}

export interface Kind<V> extends CacheKind<V> {
  /**
   * Maximum age of a value in milliseconds, which limits the delay of changes that no catalogue version lists, such as learned signals.
   * From three quarters of this age, a read returns the value and reloads it in the background.
   */
  readonly freshMs: number;
  /**
   * Whether an outdated value may be returned while it is reloaded in the background, because loading is slow. A value
   * may be `freshMs` old. If at most one catalogue version has changed the value, it may be ten times as old.
   */
  readonly staleWhileRevalidate?: (value: V) => boolean;
  /**
   * Set for values whose cache keys arbitrary clients can create, such as product identifiers in events. These values share one eighth of
   * the cache and cannot evict other values.
   */
  readonly isApart?: true;
}

type Load<V> = () => Promise<Loaded<V>>;

export interface Loaded<V> {
  readonly value: V;
  /** The tags that the value depends on, see `CatalogVersion`; default: the whole catalogue. */
  readonly tags?: readonly Tag[] | undefined;
  /** False for a partial result, which is returned to waiting callers but not cached. */
  readonly isWhole?: boolean | undefined;
}

interface Entry {
  readonly value: object;
  /** Size of the value in bytes. */
  readonly bytes: number;
  readonly tags: readonly Tag[] | undefined;
  /** The live catalogue version before the value was read. */
  readonly catalogVersion: number;
  readonly readAt: number;
}

interface Loading {
  readonly catalogVersion: number;
  readonly work: SharedWork<Loaded<object>>;
}

/** Fraction of `freshMs` after which a value is reloaded in the background. */
const RENEWED_FROM = 3 / 4;
/** Maximum age of a stale value, as a multiple of `freshMs`. */
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
  /** Settings for the cache entries of each kind of value, by the name of the kind. */
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
    // A value that was read in an earlier catalogue version must not replace a value of a later version.
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
    // A load that started in an earlier catalogue version may miss changes that the reader must see.
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

  function lookUp(kind: Kind<never>, live: CatalogVersion, key: string, serves = holds): Entry | undefined {
    const entry = roomOf(kind).get(entryKind(kind), keyOf(live, key));
    const isHit = serves(kind, live, entry);
    metrics.reads.inc({ kind: kind.name, outcome: isHit ? "hit" : "miss" });
    return isHit ? entry : undefined;
  }

  /** Whether the entry is valid, or may be used while it is reloaded. */
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
      const entry = lookUp(kind, live, key, mayBeServed);
      if (entry === undefined) return (await load(kind, live, key, by).wait()).value;
      if (!isStillValid(live, entry) || now() - entry.readAt > kind.freshMs * RENEWED_FROM) {
        // Return the old value immediately. Only callers that wait for the load receive its error.
        withoutDeadline(() => load(kind, live, key, by));
      }
      return entry.value as never;
    },
    set: (kind, live, key, loaded) => store(kind, live, key, now(), loaded),
    get: (kind, live, key) => lookUp(kind, live, key)?.value as never,
    has: (kind, live, key) => holds(kind, live, roomOf(kind).peek(entryKind(kind), keyOf(live, key))),
    plain: common,
  };
}

const shareOf = ({ isApart }: Kind<never>): number => (isApart === undefined ? 1 - APART : APART);

/** Index names contain no whitespace, so a space is an unambiguous separator. */
const keyOf = (live: CatalogVersion, key: string): string => `${catalogOf(live)} ${key}`;
