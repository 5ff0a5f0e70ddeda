import { LRUCache } from "lru-cache";

/** What has been read lately, by key. Where room is short, what was not asked for the longest is forgotten. */
export interface FreshMemory<V> {
  /** Undefined where nothing is known that is fresh. */
  get(key: string): V | undefined;
  /** @param readAt by the memory's clock; now unless told */
  set(key: string, value: V, readAt?: number): void;
  delete(key: string): void;
}

/** How much is remembered at most. What is larger than all room is not. */
export type Room<V> =
  | { readonly max: number }
  | {
      readonly maxBytes: number;
      /** About what an entry takes, key included; a whole number above 0. */
      readonly bytesOf: (value: V, key: string) => number;
    };

export type FreshMemoryOptions<V> = Room<V> & {
  /** Milliseconds that an entry is fresh for. */
  readonly freshMs: number;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
};

interface Entry<V> {
  readonly readAt: number;
  readonly value: V;
}

/** To `lru-cache`'s own `ttl`, what was read at 0 never grows old; a given clock may begin there. */
export function createFreshMemory<V>({ freshMs, now, ...room }: FreshMemoryOptions<V>): FreshMemory<V> {
  const entries = new LRUCache<string, Entry<V>>(limitsOf(room));
  return {
    get(key) {
      const entry = entries.get(key);
      return entry === undefined || now() - entry.readAt > freshMs ? undefined : entry.value;
    },
    set(key, value, readAt = now()) {
      entries.set(key, { readAt, value });
    },
    delete(key) {
      entries.delete(key);
    },
  };
}

const limitsOf = <V>(room: Room<V>): LRUCache.Options<string, Entry<V>, unknown> =>
  "max" in room
    ? { max: room.max }
    : { maxSize: room.maxBytes, sizeCalculation: ({ value }, key) => room.bytesOf(value, key) };
