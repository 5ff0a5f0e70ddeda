import { Registry } from "prom-client";
import { createCatalogCache } from "../catalog/cache.js";
import type { PreviewDeps } from "../../console/server/preview/preview.js";
import type { Engine } from "../engine/engine.js";
import { cacheMetrics } from "../observability/cache-metrics.js";
import { createPersonalizer } from "../personalization/personalizer.js";
import { createTasteStore } from "../personalization/taste-store.js";
import { assembleSearch, partsOfCommand } from "./assemble-search.js";

/** No page waits for it. */
const TASTE_BUDGET_MS = 30_000;
const CACHE_BYTES = 64 * 1024 * 1024;

/** Searching for previews: shoppers keep what the service has cached for them, and its metrics tell of them alone. */
export function previewSearch(engine: Engine): PreviewDeps["searching"] {
  return (live, at) => {
    const parts = partsOfCommand(engine, { now: () => at });
    const { personalization } = parts.metrics;
    const store = createTasteStore({
      engine,
      metrics: personalization,
      now: parts.now,
      budgetMs: TASTE_BUDGET_MS,
      onFailure: parts.onFailure,
    });
    const personalizer = createPersonalizer({ store, metrics: personalization, now: parts.now });
    const metrics = cacheMetrics([new Registry()]);
    return assembleSearch({
      ...parts,
      cache: createCatalogCache({ maxBytes: CACHE_BYTES, now: () => performance.now(), metrics }),
      // The same reading for both sides.
      personalizer: {
        ...personalizer,
        recall: (storefront, shopper) => personalizer.recallLately(storefront, shopper),
      },
      liveCatalogs: { get: () => Promise.resolve(live) },
    });
  };
}
