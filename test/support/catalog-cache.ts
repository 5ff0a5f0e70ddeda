import { Registry } from "prom-client";
import { createCatalogCache, type CatalogCache } from "../../src/catalog/cache.js";
import { cacheMetrics } from "../../src/observability/cache-metrics.js";

/** A cache with nothing in it. @param now monotonic milliseconds */
export const catalogCache = (now: () => number = () => performance.now()): CatalogCache =>
  createCatalogCache({ maxBytes: 10_000_000, now, metrics: cacheMetrics([new Registry()]) });
