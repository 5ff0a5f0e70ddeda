import { Registry } from "prom-client";
import { createCatalogCache, type CatalogCache } from "../../src/catalog/cache.js";
import type { Engine } from "../../src/engine/engine.js";
import { cacheMetrics } from "../../src/observability/cache-metrics.js";
import { createMetrics } from "../../src/observability/metrics.js";
import type { Personalizer, Recalled } from "../../src/personalization/personalizer.js";
import type { SearchDeps } from "../../src/search/search.js";

const nobody = (): Promise<Recalled> => Promise.resolve({ ranking: "unknown", snapshot: null, viewed: [] });

/** A cache with a clock and metrics of its own. @param maxBytes 1: it keeps nothing */
export const catalogCache = (maxBytes: number, now = () => performance.now()): CatalogCache =>
  createCatalogCache({ maxBytes, now, metrics: cacheMetrics([new Registry()]) });

/** Searching where nothing is known of anybody, and nothing is remembered. */
export const strangers = (
  engine: Engine,
): Pick<SearchDeps, "engine" | "cache" | "chosenAfter" | "answers" | "degraded"> & {
  readonly personalizer: Pick<Personalizer, "recall" | "recallLately">;
} => ({
  engine,
  cache: catalogCache(1),
  personalizer: { recall: nobody, recallLately: nobody },
  chosenAfter: { get: () => Promise.resolve(undefined) },
  answers: { remember: () => undefined },
  degraded: createMetrics(new Registry()).degraded,
});
