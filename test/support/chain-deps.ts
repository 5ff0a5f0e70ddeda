import { Registry } from "prom-client";
import { searchFor, STRANGERS } from "../../src/composition/search.js";
import type { Engine } from "../../src/engine/engine.js";
import { createMetrics } from "../../src/observability/metrics.js";
import type { ChainDeps } from "../../src/search/paging/next-page.js";
import { BY_SCORE, type Placement, type Placements } from "../../src/search/paging/placement.js";

const SECRET = new Uint8Array(32).fill(7);
const TTL_SECONDS = 300;

/** The dependencies of chains of pages, as one process of an installation has them; `given` replaces some. */
export function chainDeps(engine: Engine, given: Partial<ChainDeps> = {}): ChainDeps {
  const all = createMetrics(new Registry());
  const { metrics: cursors = all.cursors, now = () => Date.now(), ttlSeconds = TTL_SECONDS } = given;
  const metrics = { ...all, cursors };
  const { chains } = searchFor(engine, { now, ttlSeconds, secret: SECRET, metrics, personalizer: STRANGERS });
  return { ...chains, placements: placedBy(BY_SCORE), ...given };
}

/** The same ranking for every chain in the storefront's own order. */
export const placedBy = (ranking: Placement): Placements => ({
  for: () => ranking,
  renew: (_clientId, _shopper, personal) => Promise.resolve(personal),
});
