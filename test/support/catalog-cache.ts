import { createCatalogCache, type CatalogCache } from "../../src/catalog/cache.js";
import { contextOn } from "./context.js";

/**
 * Creates an empty cache.
 * @param now monotonic clock in milliseconds
 */
export const catalogCache = (now: () => number = () => performance.now(), maxBytes = 10_000_000): CatalogCache =>
  createCatalogCache(contextOn(undefined, {}, { elapsed: now }), maxBytes);

/** Creates a cache that stores nothing, for catalogues that change without notification. */
export const forgetfulCache = (): CatalogCache => catalogCache(undefined, 1);
