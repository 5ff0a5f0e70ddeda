import { catalogContent } from "../../catalog/catalog-content.js";
import { changeDocument, getDocument } from "../../engine/documents.js";
import { EngineError, EngineUnavailableError, type Engine } from "../../engine/engine.js";
import { refresh, stateIndex } from "../../engine/indices.js";
import { closePointsInTime, openPointInTime, searchPointInTime } from "../../engine/point-in-time.js";
import type { CursorMetrics } from "../../observability/metrics.js";
import { admit, choose, EMPTY_POOL, without, type PoolEntry, type PoolState, type Wanted } from "./pool-state.js";

export interface PointInTimePoolDeps {
  readonly engine: Engine;
  readonly metrics: Pick<CursorMetrics, "pointsInTime">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newKey: () => string;
  /** Seconds that a chain's first pages live. */
  readonly ttlSeconds: number;
}

/** Points-in-time that all chains of all processes share: few, because an engine's node holds only some hundreds. */
export interface PointInTimePool {
  /**
   * One that holds everything a chain may have found when it started.
   * @param startedAt milliseconds since 1970
   * @returns undefined when none can be had now; the live catalogue serves as well, only more slowly
   */
  attach(clientId: string, index: string, startedAt: number): Promise<Attached | undefined>;
  /** Keeps a point-in-time open for a chain that does not search it now. Never fails: who searches it finds out. */
  keepOpen(pitId: string, seconds: number): Promise<void>;
  /** Tells that a point-in-time is gone, in whole or in part, so that no other chain comes to it. */
  lost(attached: Attached): Promise<void>;
  entries(): Promise<readonly PoolEntry[]>;
  /** Forgets and closes. */
  close(entries: readonly PoolEntry[]): Promise<void>;
}

type Attached = Pick<PoolEntry, "key" | "pit_id">;

/** Extended this long beyond what is needed, it need not be extended again by every page. */
const SLACK = 0.2;
const POOL_ID = "points-in-time";
const MAX_REMEMBERED = 1_000;

export function createPointInTimePool(deps: PointInTimePoolDeps): PointInTimePool {
  const { engine, metrics, now, newKey, ttlSeconds } = deps;
  const index = stateIndex(engine);
  /** The last of those who wait, by client. */
  const attaching = new Map<string, Promise<unknown>>();
  /** Until when this process has seen to it that they stay open. */
  const openUntil = new Map<string, number>();

  const read = () => getDocument<PoolState>(engine, index, POOL_ID);

  /** @param next undefined leaves the pool as it is @returns the pool before */
  async function change(next: (pool: PoolState) => PoolState | undefined): Promise<PoolState> {
    let before = EMPTY_POOL;
    await changeDocument(engine, index, POOL_ID, (found: PoolState | undefined) => {
      before = found ?? EMPTY_POOL;
      return next(before);
    });
    return before;
  }

  async function share(clientId: string, alias: string, startedAt: number): Promise<Attached | undefined> {
    const lookedAt = now();
    const [found, { index: generation, signature }] = await Promise.all([
      read(),
      catalogContent(engine, clientId, alias),
    ]);
    const wanted = {
      client_id: clientId,
      signature,
      started_at: startedAt,
      now: lookedAt,
      lifetime_ms: ttlSeconds * 1000,
    };
    const choice = choose(found?.source ?? EMPTY_POOL, wanted);
    switch (choice.kind) {
      case "share":
        return choice.entry;
      case "wait":
        return undefined;
      case "open":
        return open(generation, wanted);
    }
  }

  async function open(generation: string, wanted: Wanted): Promise<Attached | undefined> {
    // A chain may have found what another copy of a shard does not show yet.
    await refresh(engine, generation);
    const opened = await openPointInTime(engine, generation, keepAlive(ttlSeconds));
    const entry: PoolEntry = {
      key: newKey(),
      client_id: wanted.client_id,
      index: generation,
      ...opened,
      signature: wanted.signature,
      opened_at: wanted.now,
    };
    let evicted: readonly PoolEntry[] = [];
    let other: PoolEntry | undefined;
    try {
      await change((pool) => {
        const choice = choose(pool, wanted);
        other = choice.kind === "share" ? choice.entry : undefined;
        if (other !== undefined) return undefined;
        const admitted = admit(pool, entry);
        evicted = admitted.evicted;
        return admitted.pool;
      });
    } catch (error) {
      await closePointsInTime(engine, [entry.pit_id]);
      throw error;
    }
    if (other !== undefined) {
      await closePointsInTime(engine, [entry.pit_id]);
      return other;
    }
    metrics.pointsInTime.inc({ event: "opened" });
    if (evicted.length > 0) {
      metrics.pointsInTime.inc({ event: "evicted" }, evicted.length);
      await closePointsInTime(
        engine,
        evicted.map(({ pit_id }) => pit_id),
      );
    }
    return entry;
  }

  return {
    async attach(clientId, alias, startedAt) {
      // One after another: what the first one opens, the others share.
      const earlier = attaching.get(clientId);
      const own = (async () => {
        await earlier;
        try {
          return await share(clientId, alias, startedAt);
        } catch (error) {
          // The engine's node has no room for another one, or the pool is fought over.
          if (error instanceof EngineError || error instanceof EngineUnavailableError) return undefined;
          throw error;
        }
      })();
      const settled = own.catch(() => undefined);
      attaching.set(clientId, settled);
      try {
        return await own;
      } finally {
        if (attaching.get(clientId) === settled) attaching.delete(clientId);
      }
    },

    async keepOpen(pitId, seconds) {
      const needed = now() + seconds * 1000;
      if ((openUntil.get(pitId) ?? 0) >= needed) return;
      if (openUntil.size >= MAX_REMEMBERED) openUntil.delete(openUntil.keys().next().value as string);
      openUntil.delete(pitId);
      openUntil.set(pitId, now() + keepAlive(seconds) * 1000);
      try {
        await searchPointInTime(engine, pitId, keepAlive(seconds), NOTHING);
      } catch {
        openUntil.delete(pitId);
      }
    },

    async lost({ key, pit_id }) {
      const isThere = ({ entries }: PoolState) => entries.some((entry) => entry.key === key);
      const before = await change((pool) => (isThere(pool) ? without(pool, new Set([key])) : undefined));
      if (!isThere(before)) return;
      metrics.pointsInTime.inc({ event: "lost" });
      // Shards that still hold their part of it would do so until it expires.
      await closePointsInTime(engine, [pit_id]).catch(() => undefined);
    },

    async entries() {
      return (await read())?.source.entries ?? [];
    },

    async close(entries) {
      if (entries.length === 0) return;
      const keys = new Set(entries.map(({ key }) => key));
      const named = (pool: PoolState) => pool.entries.filter(({ key }) => keys.has(key));
      // Others may be about to close the same ones.
      const closed = named(await change((pool) => (named(pool).length > 0 ? without(pool, keys) : undefined)));
      await closePointsInTime(
        engine,
        closed.map(({ pit_id }) => pit_id),
      );
      metrics.pointsInTime.inc({ event: "released" }, closed.length);
    },
  };
}

const keepAlive = (seconds: number): number => Math.ceil(seconds * (1 + SLACK));

const NOTHING = { size: 0, track_total_hits: false, query: { match_none: {} } };
