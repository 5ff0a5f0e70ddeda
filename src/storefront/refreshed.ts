import { withoutDeadline } from "../engine/deadline.js";

/** A cached value that is reloaded as a whole when it is used after expiry. */
export interface Refreshed<T> {
  /**
   * Returns the cached value, which is older than about two seconds only while loading fails or is slow.
   * @throws the error of the load if no load has succeeded yet
   */
  current(): Promise<T>;
  /**
   * Resolves with the result of a load that starts after this call. Concurrent callers share a load.
   * @throws the error of the load
   */
  next(): Promise<T>;
}

/** Age in milliseconds from which a cached value is reloaded in the background. */
const FRESH_MS = 1_000;
/** Age of a cached value in milliseconds from which a request waits for the reload. */
const STALE_MS = 1_800;
/** Maximum wait for a reload in milliseconds. If a load is slower, requests get the old value until a load is fast enough. */
const PATIENCE_MS = 150;
/** Minimum time in milliseconds between two loads that `next` starts, regardless of the number of callers. */
const NEXT_GAP_MS = 200;

/**
 * @param now returns the time of a monotonic clock in milliseconds
 * @param load loads the current value, or returns the previous value if there is no change
 * @param onFailure is called when a load fails after a successful load
 */
export function createRefreshed<T extends object>(
  now: () => number,
  load: (previous: T | undefined) => Promise<T>,
  onFailure: (error: unknown) => void,
): Refreshed<T> {
  let value: T | undefined;
  let loadedAt = -Infinity;
  let attemptedAt = -Infinity;
  let failing = false;
  let isSlow = false;
  let running: Promise<T> | undefined;
  let upcoming: Promise<T> | undefined;

  const start = async (): Promise<T> => {
    const startedAt = now();
    attemptedAt = startedAt;
    try {
      value = await load(value);
      // The age of a value counts from the start of its load.
      loadedAt = startedAt;
      failing = false;
      isSlow = now() - startedAt > PATIENCE_MS;
      return value;
    } catch (error) {
      if (!failing) onFailure(error);
      failing = true;
      throw error;
    } finally {
      running = undefined;
    }
  };

  const refresh = (): Promise<T> => (running ??= withoutDeadline(start));

  const loadLater = async (): Promise<T> => {
    // A running load may have started before the call, so wait for it and load again.
    await running?.catch(() => undefined);
    const early = attemptedAt + NEXT_GAP_MS - now();
    if (early > 0) await pause(early);
    upcoming = undefined;
    return refresh();
  };

  return {
    async current() {
      if (value === undefined) return refresh();
      const age = now() - loadedAt;
      if (age < FRESH_MS) return value;
      if (running === undefined && now() - attemptedAt < FRESH_MS) return value;
      const known = value;
      const load = refresh();
      const attempt = load.catch(() => known);
      if (failing || isSlow || age < STALE_MS) return known;
      const late = pause(PATIENCE_MS).then(() => {
        if (running === load) isSlow = true;
        return known;
      });
      return Promise.race([attempt, late]);
    },
    next: () => (upcoming ??= loadLater()),
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
