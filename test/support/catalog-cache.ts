import { createCatalogCache, type CatalogCache } from "../../src/catalog/cache.js";
import { contextOn } from "./context.js";

/**
 * Creates an empty catalogue cache.
 * @param now monotonic clock that returns milliseconds
 */
export const catalogCache = (now: () => number = () => performance.now(), maxBytes = 10_000_000): CatalogCache =>
  createCatalogCache(contextOn(undefined, {}, { elapsed: now }), maxBytes);

/** Creates a catalogue cache that is too small for any entry, for catalogues that change without a notification. */
export const forgetfulCache = (): CatalogCache => catalogCache(undefined, 1);
