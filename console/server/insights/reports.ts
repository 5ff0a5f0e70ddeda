import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Progress } from "../stream.js";
import type { Requested } from "./bodies.js";

type Make<R> = (requested: Requested, onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<R>;

/**
 * Creates reports. Concurrent requests for the same report share one computation, and the finished report is cached for
 * a minute.
 */
export interface Reports<R> {
  /**
   * Returns a report from the cache, or waits until it has been created.
   * @param signal signal that ends the wait. The computation of the report is aborted when the last request for the report is closed.
   */
  get(requested: Requested, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<R>;
}

const FRESH_MS = 60_000;
const MAX_KEPT = 20;
/**
 * Maximum number of reports that are computed at the same time. The limit is low, because shopper requests have
 * priority in the engine.
 */
const AT_ONCE = 2;

interface Running<R> {
  readonly report: Promise<R>;
  readonly watchers: Set<(progress: Progress) => void>;
  readonly giveUp: AbortController;
}

/**
 * Creates a cache of reports.
 * @param now monotonic clock in milliseconds
 */
export function createReports<R extends object>(
  make: Make<R>,
  now: () => number = () => performance.now(),
): Reports<R> {
  const kept = new LRUCache<string, R>({ max: MAX_KEPT, ttl: FRESH_MS, ttlResolution: 0, perf: { now } });
  const running = new Map<string, Running<R>>();
  const limit = pLimit(AT_ONCE);

  function start(key: string, requested: Requested): Running<R> {
    const watchers: Running<R>["watchers"] = new Set();
    const giveUp = new AbortController();
    const tell = (progress: Progress) => {
      for (const watcher of watchers) watcher(progress);
    };
    const report = limit(async () => {
      giveUp.signal.throwIfAborted();
      const made = await make(requested, tell, giveUp.signal);
      kept.set(key, made);
      return made;
    }).finally(() => {
      if (running.get(key)?.giveUp === giveUp) running.delete(key);
    });
    // Prevents an unhandled rejection if the report fails after all waiting requests have been closed.
    report.catch(() => undefined);
    const one = { report, watchers, giveUp };
    running.set(key, one);
    return one;
  }

  return {
    async get(requested, onProgress, signal) {
      const key = JSON.stringify([requested.clientId, requested.range.from, requested.range.to]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const { report, watchers, giveUp } = running.get(key) ?? start(key, requested);
      // Creates a new function per call, so that requests with the same callback are counted separately.
      const watcher = (progress: Progress) => onProgress(progress);
      const leave = () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        running.delete(key);
        giveUp.abort(signal.reason);
      };
      watchers.add(watcher);
      signal.addEventListener("abort", leave, { once: true });
      try {
        signal.throwIfAborted();
        return await report;
      } finally {
        signal.removeEventListener("abort", leave);
        watchers.delete(watcher);
      }
    },
  };
}
