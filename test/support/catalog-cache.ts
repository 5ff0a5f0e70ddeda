import { createCatalogCache, type CatalogCache } from "../../src/catalog/cache.js";
import { contextOn } from "./context.js";

/** A cache with nothing in it. @param now monotonic milliseconds */
export const catalogCache = (now: () => number = () => performance.now(), maxBytes = 10_000_000): CatalogCache =>
  createCatalogCache(contextOn(undefined, {}, { elapsed: now }), maxBytes);

/** One that keeps nothing, for catalogues that are changed without anybody telling. */
export const forgetfulCache = (): CatalogCache => catalogCache(undefined, 1);
