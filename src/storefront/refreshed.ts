import { withoutDeadline } from "../engine/deadline.js";

/** A value that is kept in memory and loaded again, whole, when it is used and has become old. */
export interface Refreshed<T> {
  /** Some two seconds old at most; older only while loading fails or takes long. @throws what loading throws, as long as it never succeeded. */
  current(): Promise<T>;
  /** Resolves with the result of a load that starts after this call; callers share it. @throws the error of the load */
  next(): Promise<T>;
}

/** Older than this, a value is loaded again in the background. */
const FRESH_MS = 1_000;
/** Older than this, a request waits for the load. */
const STALE_MS = 1_800;
/** But no longer than this: then the old value serves, at once until a load is done sooner. */
const PATIENCE_MS = 150;
/** Loads for `next` start at least this far apart, however many callers there are. */
const NEXT_GAP_MS = 200;

/**
 * @param now milliseconds on a clock that never goes back
 * @param load answers what it is given when nothing has changed
 * @param onFailure told once when loading begins to fail, and again only after it has succeeded in between
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
      // A value is as old as the moment when its reading began.
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
    // What is under way began before.
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
