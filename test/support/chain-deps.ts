import { randomBytes } from "node:crypto";
import { Registry } from "prom-client";
import type { Engine } from "../../src/engine/engine.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { REACH } from "../../src/search/cursor/jump.js";
import { createCursorIds } from "../../src/search/cursor/cursor.js";
import type { ChainDeps } from "../../src/search/cursor/next-page.js";
import { createPointInTimePool } from "../../src/search/cursor/pool.js";
import { ENGINE_ORDER, type Ranking, type Rankings } from "../../src/search/ranking.js";
import { createSealedPages } from "../../src/search/cursor/sealed-page.js";
import { createCursorStore } from "../../src/search/cursor/store.js";

const SECRET = new Uint8Array(32).fill(7);
const TTL_SECONDS = 300;

/** The dependencies of chains of pages, as one process of an installation has them; `given` replaces some. */
export function chainDeps(engine: Engine, given: Partial<ChainDeps> = {}): ChainDeps {
  const { metrics = createMetrics(new Registry()).cursors, now = () => Date.now(), ttlSeconds = TTL_SECONDS } = given;
  const newKey = () => randomBytes(9).toString("base64url");
  return {
    ...{ engine, metrics, now, randomBytes },
    ttlSeconds,
    pool: createPointInTimePool({ engine, metrics, now, newKey, ttlSeconds }),
    ids: createCursorIds(SECRET),
    sealed: createSealedPages(SECRET),
    store: createCursorStore({ engine, now, maxBytes: 1_000_000 }),
    rankings: rankedBy(ENGINE_ORDER),
    reach: REACH,
    ...given,
  };
}

/** The same ranking for every chain in the storefront's own order. */
export const rankedBy = (ranking: Ranking): Rankings => ({
  for: () => ranking,
  renew: (_clientId, _shopper, personal) => Promise.resolve(personal),
});
