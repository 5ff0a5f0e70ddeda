import { Registry } from "prom-client";
import { createCatalogCache } from "../catalog/cache.js";
import { createLiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { cacheMetrics } from "../observability/cache-metrics.js";
import { createMetrics } from "../observability/metrics.js";
import { createPersonalizer } from "../personalization/personalizer.js";
import { createTasteStore } from "../personalization/taste-store.js";
import { personalRankings } from "../search/ranking.js";
import { createChosenAfter } from "../search/intent/chosen-after.js";
import type { StartDeps } from "../search/search.js";

/** What finding takes beside a service, for commands: nobody waits for a page here, and nobody scrapes a command. */
export function explanationDeps(engine: Engine): StartDeps {
  const metrics = createMetrics(new Registry());
  const now = () => Date.now();
  const store = createTasteStore({
    ...{ engine, metrics: metrics.personalization, now },
    budgetMs: 30_000,
    onFailure: () => undefined,
  });
  const cache = createCatalogCache({
    ...{ maxBytes: CACHE_BYTES, now: () => performance.now() },
    metrics: cacheMetrics([metrics.registry]),
  });
  const personalizer = createPersonalizer({ store, metrics: metrics.personalization, now });
  return {
    ...{ engine, cache, personalizer, degraded: metrics.degraded, windows: metrics.windows },
    chosenAfter: createChosenAfter({ engine, now: () => performance.now(), onFailure: () => undefined }),
    liveCatalogs: createLiveCatalogs(engine),
    chains: { engine, now, rankings: personalRankings(personalizer) },
  };
}

/** Of a command, where hardly anything is asked for twice. */
const CACHE_BYTES = 16 * 1024 * 1024;
