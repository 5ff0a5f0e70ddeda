import { randomBytes } from "node:crypto";
import { Registry } from "prom-client";
import { createCatalogCache } from "../catalog/cache.js";
import type { LiveCatalog } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { cacheMetrics } from "../observability/cache-metrics.js";
import { createMetrics } from "../observability/metrics.js";
import { REACH } from "../search/cursor/jump.js";
import { createCursorIds } from "../search/cursor/cursor.js";
import { createPointInTimePool } from "../search/cursor/pool.js";
import { ENGINE_ORDER } from "../search/ranking.js";
import { createSealedPages } from "../search/cursor/sealed-page.js";
import { createCursorStore } from "../search/cursor/store.js";
import { search, type SearchDeps } from "../search/search.js";
import { createChosenAfter } from "../search/intent/chosen-after.js";
import type { Storefront } from "../storefront/client.js";
import { ANONYMOUS } from "../tracking/event.js";

/** A catalogue that may not be live yet, and the configuration that it is to be searched by. */
export interface JudgedCatalog {
  readonly live: LiveCatalog;
  readonly storefront: Storefront;
}

/** Searches a catalogue just as strangers are served; nothing is remembered. @returns product identifiers, best first */
export function createJudgedSearch(
  engine: Engine,
): (catalog: JudgedCatalog, query: string, limit: number) => Promise<string[]> {
  const metrics = createMetrics(new Registry());
  const secret = randomBytes(32);
  const now = () => Date.now();
  const newKey = () => randomBytes(9).toString("base64url");
  const ttlSeconds = 60;
  const cache = createCatalogCache({
    ...{ maxBytes: CACHE_BYTES, now: () => performance.now() },
    metrics: cacheMetrics([metrics.registry]),
  });
  const deps: Omit<SearchDeps, "liveCatalogs"> = {
    ...{ engine, cache },
    chains: {
      ...{ engine, now, randomBytes, ttlSeconds, reach: REACH, metrics: metrics.cursors },
      pool: createPointInTimePool({ engine, metrics: metrics.cursors, now, newKey, ttlSeconds }),
      ids: createCursorIds(secret),
      sealed: createSealedPages(secret),
      store: createCursorStore({ engine, now }),
      rankings: { for: () => ENGINE_ORDER, renew: (_client, _shopper, personal) => Promise.resolve(personal) },
    },
    personalizer: {
      recall: () => Promise.resolve({ ranking: "anonymous", snapshot: null, viewed: [] }),
    },
    chosenAfter: createChosenAfter({ engine, now: () => performance.now(), onFailure: () => undefined }),
    answers: { remember: () => undefined },
    ...{ degraded: metrics.degraded, windows: metrics.windows },
  };
  return async ({ live, storefront }, query, limit) => {
    const liveCatalogs = { get: () => Promise.resolve(live) };
    const body = { user: { device_id: ANONYMOUS }, query, limit, projection: [] };
    const { items } = await search({ ...deps, liveCatalogs }, storefront, body);
    return items.map(({ product_identifier }) => product_identifier);
  };
}

/** Of a command, where hardly anything is asked for twice. */
const CACHE_BYTES = 16 * 1024 * 1024;
