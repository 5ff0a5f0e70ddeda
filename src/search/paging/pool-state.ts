/** A point-in-time that chains share. */
export interface PoolEntry {
  readonly key: string;
  readonly client_id: string;
  /** The generation of the catalogue that it shows. */
  readonly index: string;
  readonly pit_id: string;
  /** Search contexts it holds open on the engine. */
  readonly shards: number;
  /** The catalogue's signature just before the point-in-time was opened, see `catalogContent`. */
  readonly signature: string;
  /** Milliseconds since 1970, taken just before it was opened. */
  readonly opened_at: number;
}

/** Oldest first. One document for all clients: the bound is the engine's. */
export interface PoolState {
  readonly entries: readonly PoolEntry[];
}

export const EMPTY_POOL: PoolState = { entries: [] };

/** The engine refuses the 301st search context of a node; ingestion and other installations want some too. */
export const MAX_SHARDS = 90;
/** A busy catalogue changes with every second. */
const MIN_SPACING_MS = 5_000;
/** Clocks of two machines may differ by so much. */
const CLOCK_MARGIN_MS = 2_000;

export type Choice =
  | { readonly kind: "share"; readonly entry: PoolEntry }
  | { readonly kind: "open" }
  /** Nothing fits, and it is too early to open another: the window comes from the live catalogue. */
  | { readonly kind: "wait" };

export interface Wanted {
  readonly client_id: string;
  /** Of the catalogue as it is now. */
  readonly signature: string;
  /** When the chain's first page had been read, milliseconds since 1970. */
  readonly started_at: number;
  readonly now: number;
  /** How long a point-in-time lives on without being used. */
  readonly lifetime_ms: number;
}

/**
 * A chain needs a view that holds all it may have found on its first page: one of the catalogue as it is now, or one
 * that was opened after the chain had started.
 */
export function choose({ entries }: PoolState, wanted: Wanted): Choice {
  const newest = entries.findLast(({ client_id }) => client_id === wanted.client_id);
  if (newest === undefined) return { kind: "open" };
  const fits = newest.signature === wanted.signature || newest.opened_at >= wanted.started_at + CLOCK_MARGIN_MS;
  if (fits) return { kind: "share", entry: newest };
  return wanted.now - newest.opened_at >= spacing(entries, newest, wanted.lifetime_ms)
    ? { kind: "open" }
    : { kind: "wait" };
}

/** Far enough apart for all to live as long as chains read them: the places are shared by the clients that have some. */
function spacing(entries: readonly PoolEntry[], { shards }: PoolEntry, lifetimeMs: number): number {
  const clients = new Set(entries.map(({ client_id }) => client_id)).size;
  return Math.max(MIN_SPACING_MS, (lifetimeMs * clients * shards) / MAX_SHARDS);
}

/** Takes an entry in; the oldest give way when there are too many. */
export function admit({ entries }: PoolState, entry: PoolEntry): { pool: PoolState; evicted: readonly PoolEntry[] } {
  const kept = [...entries, entry];
  const evicted: PoolEntry[] = [];
  let shards = kept.reduce((sum, one) => sum + one.shards, 0);
  while (shards > MAX_SHARDS && kept.length > 1) {
    const oldest = kept.shift() as PoolEntry;
    evicted.push(oldest);
    shards -= oldest.shards;
  }
  return { pool: { entries: kept }, evicted };
}

export function without({ entries }: PoolState, keys: ReadonlySet<string>): PoolState {
  return { entries: entries.filter(({ key }) => !keys.has(key)) };
}
