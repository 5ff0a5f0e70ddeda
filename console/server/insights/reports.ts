import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import type { Progress } from "../stream.js";
import type { Requested } from "./bodies.js";
import type { InsightsReport } from "./tables.js";

type Make = (
  requested: Requested,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<InsightsReport>;

/** Makes reports: those who ask for the same one share it, also for a minute after it is there. */
export interface Reports {
  /** @param signal whoever waits gives up; when everybody has, so does the report */
  get(requested: Requested, onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<InsightsReport>;
}

const FRESH_MS = 60_000;
const MAX_KEPT = 20;
/** The engine serves shoppers first. */
const AT_ONCE = 2;

interface Running {
  readonly report: Promise<InsightsReport>;
  readonly watchers: Set<(progress: Progress) => void>;
  readonly giveUp: AbortController;
}

/** @param now monotonic milliseconds */
export function createReports(make: Make, now: () => number = () => performance.now()): Reports {
  const kept = new LRUCache<string, InsightsReport>({ max: MAX_KEPT, ttl: FRESH_MS, ttlResolution: 0, perf: { now } });
  const running = new Map<string, Running>();
  const limit = pLimit(AT_ONCE);

  function start(key: string, requested: Requested): Running {
    const watchers: Running["watchers"] = new Set();
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
    // Everybody may have gone.
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
      // A function of its own: one who asks twice watches twice.
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
