import { setImmediate as turn } from "node:timers/promises";

interface PeriodicOptions {
  readonly everyMs: number;
  /** Called with the error of a failed run. Later runs continue as scheduled. */
  readonly onError?: (error: unknown) => void;
  /** Starts the first run immediately instead of after `everyMs`. */
  readonly atOnce?: boolean;
}

export interface Periodic {
  /** Starts a run immediately, or after the current run if the function is already running. */
  wake(): void;
  /** Stops the periodic runs. Resolves when the current run has ended. */
  close(): Promise<void>;
}

/**
 * Waits for a result for at most `ms` milliseconds, then returns undefined. The work that produces the result continues. A result that
 * arrived while the event loop was blocked is still returned, because `setImmediate` defers the timeout.
 */
export async function within<T>(result: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => setImmediate(() => resolve(undefined)), ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until the promise `ended` has resolved, for at most `graceMs` milliseconds if `graceMs` is given. */
export async function withinGrace(ended: Promise<unknown>, graceMs?: number): Promise<void> {
  await (graceMs === undefined ? ended : within(ended, graceMs));
}

/** Runs a function periodically until closed. Runs never overlap, and the timer does not keep the process alive. */
export function startPeriodic(
  run: () => unknown,
  { everyMs, onError = () => undefined, atOnce = false }: PeriodicOptions,
): Periodic {
  let running: Promise<void> | undefined;
  let isAwaited = false;
  let isClosed = false;

  async function runOnce(): Promise<void> {
    try {
      await run();
    } catch (error) {
      onError(error);
    }
  }

  function start(): void {
    running ??= runOnce().then(() => {
      const again = isAwaited && !isClosed;
      running = undefined;
      isAwaited = false;
      if (again) start();
    });
  }

  if (atOnce) start();
  const timer = setInterval(start, everyMs).unref();
  return {
    wake() {
      if (isClosed) return;
      isAwaited = running !== undefined;
      start();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Creates a queue of functions. A function starts when the previous function has succeeded or failed. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
}

/** Maximum milliseconds for which one piece of work may block the event loop. */
const SLICE_MS = 2;

/**
 * Divides long work into slices, so that the event loop is not blocked. Check `isOver` after each step of the work. If the current slice is
 * over, await `next`.
 */
export interface TimeSlice {
  readonly isOver: () => boolean;
  /** Lets the event loop process other work, then starts the next time slice. */
  readonly next: () => Promise<void>;
}

export function createTimeSlice(now: () => number = () => performance.now()): TimeSlice {
  let end = now() + SLICE_MS;
  return {
    isOver: () => now() >= end,
    async next() {
      await turn();
      end = now() + SLICE_MS;
    },
  };
}
