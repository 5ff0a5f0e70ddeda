import { fnv1a } from "./text-hash.js";

/**
 * A cache with a limit in bytes that uses the S3-FIFO algorithm (Yang, Zhang, Qiu, Yue and Vigfusson, "FIFO queues are all you need for
 * cache eviction", SOSP 2023). Entries that are read only once do not displace frequently read entries. A new entry enters a small queue.
 * At the end of the small queue, the entry moves to the main queue if it has been read, and is evicted otherwise. If the key of an evicted
 * entry is stored again soon afterwards, it is recognised by its fingerprint, and the entry enters the main queue directly.
 */
export interface Cache {
  get<V extends object>(kind: Kind<V>, key: string): V | undefined;
  /** Returns a cached value like `get`, but does not count the access as a read of the entry. */
  peek<V extends object>(kind: Kind<V>, key: string): V | undefined;
  /** Stores a value, unless the value is larger than the cache. */
  set<V extends object>(kind: Kind<V>, key: string, value: V): void;
  delete(kind: Kind<never>, key: string): void;
  /** Returns all values of a kind with their keys. Entries may be deleted during the iteration. */
  entries<V extends object>(kind: Kind<V>): Iterable<readonly [key: string, value: V]>;
}

/** A kind of cached values. Values should consist of text and typed arrays, because every other object slows garbage collection. */
export interface Kind<V> {
  /** Name of the kind, without spaces; used in cache keys and as a metric label. */
  readonly name: string;
  /** Estimates the memory of a value in bytes. */
  readonly bytesOf: (value: V) => number;
  /** Whether the first `set` of a key stores only a fingerprint of the key, so that values that are used once take no memory. */
  readonly isKeptFromSecondSet?: true;
}

export interface CacheOptions {
  readonly maxBytes: number;
  /** Called when the memory used by a kind of values changes, with the name of the kind and the change in bytes. */
  readonly onBytes?: (kind: string, bytes: number) => void;
  readonly onEvict?: (kind: string) => void;
}

/** Estimated overhead of an entry in bytes, in addition to value and key. */
const ENTRY_BYTES = 400;
/** Share of the cache memory that is intended for the small queue, as in the S3-FIFO paper. */
const SMALL = 0.1;
/**
 * Minimum number of reads of an entry in the small queue before the entry moves to the main queue. The minimum is two, because the request
 * that stores an entry may read it once.
 */
const READS_TO_STAY = 2;
const MAX_READS = 3;
/** Cache size in bytes per stored key fingerprint. A fingerprint takes about 32 bytes, which is 3 % of this size. */
const ROOM_BYTES_A_FINGERPRINT = 1_000;

export function createCache({ maxBytes, onBytes, onEvict }: CacheOptions): Cache {
  const known = new Map<string, Entry>();
  const [small, main] = [createQueue(), createQueue()];
  const fingerprints = createFingerprints(maxBytes / ROOM_BYTES_A_FINGERPRINT);

  function remove(entry: Entry): void {
    known.delete(entry.key);
    entry.queue.remove(entry);
    onBytes?.(entry.kind, -entry.bytes);
  }

  function evict(entry: Entry): void {
    remove(entry);
    onEvict?.(entry.kind);
  }

  function move(entry: Entry, to: Queue): void {
    entry.queue.remove(entry);
    entry.queue = to;
    to.add(entry);
  }

  function makeRoom(bytes: number): void {
    while (small.bytes + main.bytes + bytes > maxBytes) {
      const isSmallFull = small.bytes > maxBytes * SMALL;
      const entry = ((isSmallFull ? small.oldest() : main.oldest()) ?? small.oldest()) as Entry;
      if (entry.queue === small && entry.reads >= READS_TO_STAY) {
        entry.reads = 0;
        move(entry, main);
      } else if (entry.queue === main && entry.reads > 0) {
        entry.reads -= 1;
        move(entry, main);
      } else {
        if (entry.queue === small) fingerprints.add(entry.key);
        evict(entry);
      }
    }
  }

  return {
    get<V>({ name }: Kind<V>, key: string) {
      const entry = known.get(fullKey(name, key));
      if (entry === undefined) return undefined;
      entry.reads = Math.min(MAX_READS, entry.reads + 1);
      return entry.value as V;
    },

    peek: <V>({ name }: Kind<V>, key: string) => known.get(fullKey(name, key))?.value as V | undefined,

    set({ name, bytesOf, isKeptFromSecondSet }, key, value) {
      const full = fullKey(name, key);
      const bytes = Math.ceil(ENTRY_BYTES + textBytes(full) + bytesOf(value));
      const earlier = known.get(full);
      if (earlier !== undefined) remove(earlier);
      if (bytes > maxBytes) return;
      const isBack = earlier === undefined && fingerprints.has(full);
      if (isKeptFromSecondSet && earlier === undefined && !isBack) {
        fingerprints.add(full);
        return;
      }
      makeRoom(bytes);
      const queue = isBack ? main : (earlier?.queue ?? small);
      const entry: Entry = { key: full, kind: name, value, bytes, queue, reads: earlier?.reads ?? 0 };
      known.set(full, entry);
      queue.add(entry);
      onBytes?.(name, bytes);
    },

    delete({ name }, key) {
      const entry = known.get(fullKey(name, key));
      if (entry !== undefined) remove(entry);
    },

    *entries<V>({ name }: Kind<V>) {
      for (const { kind, key, value } of known.values()) {
        if (kind === name) yield [key.slice(name.length + 1), value as V] as const;
      }
    },
  };
}

const fullKey = (kind: string, key: string): string => `${kind} ${key}`;

interface Entry {
  older?: Entry | undefined;
  newer?: Entry | undefined;
  readonly key: string;
  readonly kind: string;
  readonly value: object;
  readonly bytes: number;
  queue: Queue;
  /**
   * Number of reads since the entry entered its current queue, at most `MAX_READS`. Each time the entry reaches the end of the main queue,
   * the number decreases by one.
   */
  reads: number;
}

type Queue = ReturnType<typeof createQueue>;

/** A first-in-first-out queue from which any entry can be removed. */
function createQueue() {
  const ends: { oldest?: Entry | undefined; newest?: Entry | undefined } = {};
  return {
    bytes: 0,
    oldest: () => ends.oldest,
    add(entry: Entry): void {
      entry.older = ends.newest;
      if (ends.newest === undefined) ends.oldest = entry;
      else ends.newest.newer = entry;
      ends.newest = entry;
      this.bytes += entry.bytes;
    },
    remove(entry: Entry): void {
      const { older, newer } = entry;
      if (older === undefined) ends.oldest = newer;
      else older.newer = newer;
      if (newer === undefined) ends.newest = older;
      else newer.older = older;
      entry.older = entry.newer = undefined;
      this.bytes -= entry.bytes;
    },
  };
}

/**
 * Creates a set with the fingerprints of the latest keys: at least `most / 2` and at most `most` keys. If two keys have the same
 * fingerprint, a new key may enter the main queue directly, which is harmless.
 */
function createFingerprints(most: number) {
  let [newer, older] = [new Set<number>(), new Set<number>()];
  return {
    has(key: string): boolean {
      const print = fnv1a(key);
      return newer.has(print) || older.has(print);
    },
    add(key: string): void {
      newer.add(fnv1a(key));
      if (newer.size < most / 2) return;
      older = newer;
      newer = new Set();
    },
  };
}

/**
 * Estimates the memory of a text in bytes: two per UTF-16 unit. Most texts take one byte per unit, but garbage of about the same size
 * exists until the next garbage collection.
 */
export const textBytes = (text: string): number => 2 * text.length;
