import { LRUCache } from "lru-cache";
import { textBytes } from "../lib/text-bytes.js";
import { shareWork, withoutDeadline, type SharedWork } from "../engine/deadline.js";
import type { CacheMetrics } from "../observability/cache-metrics.js";
import { isStillValid, type Edition, type Tag } from "./edition.js";

/**
 * The cache of all that is the same for every shopper: what requests read of live catalogues. Equal reads at the same
 * time share one load. Where room is short, the least recently used entry is evicted.
 */
export interface CatalogCache {
  /**
   * The value that was kept for the key, if it still holds in this edition; else the loaded one, which is kept.
   * @param live read before the call: what `load` reads is at least as new
   * The load is given up when all who wait for it have left.
   * @throws what `load` throws; EngineBusyError when the caller's own deadline comes first
   */
  read<V extends object>(kind: Kind<V>, live: Edition, key: string, load: Load<V>): Promise<V>;
  /** Keeps a value that was read by the way. @param live read before the value was */
  set<V extends object>(kind: Kind<V>, live: Edition, key: string, loaded: Loaded<V>): void;
  /** The cached value that `read` would return without loading; undefined when there is none. */
  get<V extends object>(kind: Kind<V>, live: Edition, key: string): V | undefined;
  /** Whether `read` would answer without loading. Does not count as reading. */
  has<V extends object>(kind: Kind<V>, live: Edition, key: string): boolean;
}

/** One sort of values. They are text and typed arrays as far as can be: every collection of the heap looks at each object. */
export interface Kind<V> {
  /** In keys and as a label of the metrics. */
  readonly name: string;
  /** About what the value takes in memory, in bytes. */
  readonly bytesOf: (value: V) => number;
  /**
   * The most milliseconds that a value may lag behind changes that no edition lists, such as learned signals. From
   * three quarters of it on a read answers it still, and has it loaded anew.
   */
  readonly freshMs: number;
  /** Whether anybody can make up keys, as with names in events: such kinds share a small room, and push out nothing else. */
  readonly isApart?: true;
}

export type Load<V> = () => Promise<Loaded<V>>;

export interface Loaded<V> {
  readonly value: V;
  /** The tags that the value depends on, see `Edition`; all of the catalogue unless given. */
  readonly tags?: readonly Tag[] | undefined;
  /** False for what was cut short: those who wait for it get it, and it is not kept. */
  readonly isWhole?: boolean | undefined;
}

export interface CatalogCacheOptions {
  readonly maxBytes: number;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  readonly metrics: CacheMetrics;
}

interface Entry {
  readonly kind: string;
  readonly bytes: number;
  readonly value: object;
  readonly tags: readonly Tag[] | undefined;
  /** That was live before the value was read. */
  readonly edition: number;
  readonly readAt: number;
}

interface Loading {
  readonly edition: number;
  readonly work: SharedWork<Loaded<object>>;
}

/** The part of its time from which on a value is loaded anew while it is still answered. */
const RENEWED_FROM = 3 / 4;
/** Of an entry beside its value and its key: objects, list nodes, numbers. */
const ENTRY_BYTES = 400;
/** The part of a room that one value may take. */
const MAX_OF_ROOM = 1 / 8;
/** The part of all room that is apart. */
const APART = 1 / 8;

export function createCatalogCache({ maxBytes, now, metrics }: CatalogCacheOptions): CatalogCache {
  const room = (maxSize: number) =>
    new LRUCache<string, Entry>({
      maxSize: Math.ceil(maxSize),
      maxEntrySize: Math.ceil(maxSize * MAX_OF_ROOM),
      sizeCalculation: ({ bytes }) => bytes,
      onInsert: ({ kind, bytes }) => metrics.bytes.inc({ kind }, bytes),
      dispose: ({ kind, bytes }, _key, reason) => {
        metrics.bytes.dec({ kind }, bytes);
        if (reason === "evict") metrics.evictions.inc({ kind });
      },
    });
  const common = room(maxBytes * (1 - APART));
  const apart = room(maxBytes * APART);
  const roomOf = ({ isApart }: Kind<never>) => (isApart === undefined ? common : apart);
  const loading = new Map<string, Loading>();

  function known(kind: Kind<never>, live: Edition, key: string): Entry | undefined {
    const entry = roomOf(kind).get(key);
    return entry !== undefined && isStillValid(live, entry) && now() - entry.readAt <= kind.freshMs ? entry : undefined;
  }

  function store(kind: Kind<never>, edition: number, key: string, readAt: number, loaded: Loaded<object>): void {
    const { value, tags, isWhole = true } = loaded;
    const entries = roomOf(kind);
    // A value read in an earlier edition must not replace a later one.
    if (!isWhole || (entries.peek(key)?.edition ?? edition) > edition) return;
    const bytes = Math.ceil(ENTRY_BYTES + textBytes(key) + kind.bytesOf(value as never));
    entries.set(key, { kind: kind.name, bytes, value, tags, edition, readAt });
  }

  function load<V extends object>(
    kind: Kind<V>,
    { edition }: Edition,
    key: string,
    by: Load<V>,
  ): SharedWork<Loaded<V>> {
    const under = loading.get(key);
    // One that began in an earlier edition may not have what the reader must see.
    if (under !== undefined && under.edition >= edition && !under.work.isLeft())
      return under.work as SharedWork<Loaded<V>>;
    const readAt = now();
    const work = shareWork(by);
    const own: Loading = { edition, work };
    loading.set(key, own);
    const done = () => {
      if (loading.get(key) === own) loading.delete(key);
    };
    work.result.then((loaded) => {
      store(kind, edition, key, readAt, loaded);
      done();
    }, done);
    return work;
  }

  function asked(kind: Kind<never>, live: Edition, key: string): Entry | undefined {
    const entry = known(kind, live, key);
    metrics.reads.inc({ kind: kind.name, outcome: entry === undefined ? "miss" : "hit" });
    return entry;
  }

  return {
    async read(kind, live, key, by) {
      const full = fullKey(kind, live, key);
      const entry = asked(kind, live, full);
      if (entry === undefined) return (await load(kind, live, full, by).wait()).value;
      if (now() - entry.readAt > kind.freshMs * RENEWED_FROM) {
        // An expired value is better than a late one; an error goes to the callers that wait for the next load.
        withoutDeadline(() => load(kind, live, full, by));
      }
      return entry.value as never;
    },
    set: (kind, live, key, loaded) => store(kind, live.edition, fullKey(kind, live, key), now(), loaded),
    get: (kind, live, key) => asked(kind, live, fullKey(kind, live, key))?.value as never,
    has: (kind, live, key) => known(kind, live, fullKey(kind, live, key)) !== undefined,
  };
}

/** The name of an index has no blank, and neither has that of a kind. */
const fullKey = (kind: Kind<never>, { index }: Edition, key: string): string => `${kind.name} ${index} ${key}`;
