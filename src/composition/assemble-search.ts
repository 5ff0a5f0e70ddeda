import { randomBytes } from "node:crypto";
import { Registry } from "prom-client";
import { createCatalogCache, type CatalogCache } from "../catalog/cache.js";
import type { Engine } from "../engine/engine.js";
import { cacheMetrics } from "../observability/cache-metrics.js";
import { createMetrics, type Metrics } from "../observability/metrics.js";
import type { Personalizer } from "../personalization/personalizer.js";
import { createCursorIds } from "../search/paging/cursor.js";
import { REACH } from "../search/paging/jump.js";
import { createPointInTimePool, type PointInTimePool } from "../search/paging/pool.js";
import { createSealedPages } from "../search/paging/sealed-page.js";
import { createCursorStore, type CursorStore } from "../search/paging/store.js";
import { createChosenAfter } from "../search/chosen-after.js";
import { createLastKnown } from "../search/last-known.js";
import { personalPlacements } from "../search/paging/placement.js";
import type { SearchDeps } from "../search/listing/page.js";

export interface SearchParts extends Pick<SearchDeps, "impressions" | "liveCatalogs"> {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  readonly metrics: Pick<Metrics, "cursors" | "degraded" | "windows">;
  readonly personalizer: Pick<Personalizer, "recall" | "place" | "recallFrozen">;
  readonly pool: PointInTimePool;
  readonly store: CursorStore;
  /** Of cursors: shared by all processes that serve the same chains. */
  readonly secret: Uint8Array;
  readonly ttlSeconds: number;
  /** See `SearchDeps.staleMs`; nothing stale is answered unless given. */
  readonly staleMs?: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told when what shoppers chose after queries cannot be read. */
  readonly onFailure: (error: unknown) => void;
}

/** Puts searching together: for the service, for commands and for judgements. */
export function assembleSearch(parts: SearchParts): SearchDeps {
  const { engine, cache, metrics, personalizer, pool, store, secret, ttlSeconds, now, onFailure } = parts;
  return {
    engine,
    cache,
    personalizer,
    impressions: parts.impressions,
    liveCatalogs: parts.liveCatalogs,
    degraded: metrics.degraded,
    windows: metrics.windows,
    lastKnown: createLastKnown({ cache, now: () => performance.now() }),
    staleMs: parts.staleMs ?? 0,
    chosenAfter: createChosenAfter({ engine, cache: cache.plain, now: () => performance.now(), onFailure }),
    chains: {
      engine,
      cache,
      pool,
      store,
      now,
      randomBytes,
      ttlSeconds,
      reach: REACH,
      metrics: metrics.cursors,
      ids: createCursorIds(secret),
      sealed: createSealedPages(secret),
      placements: personalPlacements(personalizer),
    },
  };
}

/** For a command, which reads hardly anything twice. */
const COMMAND_CACHE_BYTES = 16 * 1024 * 1024;
const COMMAND_TTL_SECONDS = 60;

type PartsWithoutService = Omit<SearchParts, "liveCatalogs" | "personalizer" | "metrics"> & {
  readonly metrics: Metrics;
};

/**
 * The parts for commands, which run without a service: without metrics, stored chains or impressions.
 * @param given replaces what they would have
 */
export function partsOfCommand(
  engine: Engine,
  given: Partial<Pick<PartsWithoutService, "metrics" | "now" | "secret" | "ttlSeconds">> = {},
): PartsWithoutService {
  const {
    metrics = createMetrics(new Registry()),
    now = () => Date.now(),
    secret = randomBytes(32),
    ttlSeconds = COMMAND_TTL_SECONDS,
  } = given;
  const newKey = () => randomBytes(9).toString("base64url");
  return {
    engine,
    metrics,
    now,
    ttlSeconds,
    secret,
    impressions: { add: () => undefined },
    cache: createCatalogCache({
      maxBytes: COMMAND_CACHE_BYTES,
      now: () => performance.now(),
      metrics: cacheMetrics([metrics.registry]),
    }),
    pool: createPointInTimePool({ engine, metrics: metrics.cursors, now, newKey, ttlSeconds }),
    store: createCursorStore({ engine, now }),
    onFailure: () => undefined,
  };
}
