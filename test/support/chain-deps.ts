import { Registry } from "prom-client";
import { createLiveCatalogs } from "../../src/catalog/live.js";
import { assembleSearch, partsOfCommand } from "../../src/composition/assemble-search.js";
import { STRANGERS } from "../../src/composition/judged-search.js";
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
  const parts = partsOfCommand(engine, { now, ttlSeconds, secret: SECRET, metrics: { ...all, cursors } });
  const { chains } = assembleSearch({ ...parts, personalizer: STRANGERS, liveCatalogs: createLiveCatalogs(engine) });
  return { ...chains, placements: placedBy(BY_SCORE), ...given };
}

/** The same ranking for every chain in the storefront's own order. */
export const placedBy = (ranking: Placement): Placements => ({
  for: () => ranking,
  renew: (_clientId, _shopper, personal) => Promise.resolve(personal),
});
