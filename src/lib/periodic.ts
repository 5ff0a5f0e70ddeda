export interface PeriodicOptions {
  readonly everyMs: number;
  /** Called with the error of a failed run; the next run comes all the same. */
  readonly onError?: (error: unknown) => void;
  /** The first run comes now, not after `everyMs`. */
  readonly atOnce?: boolean;
}

export interface Periodic {
  /** Runs now, and if it is running already, once more after that. */
  wake(): void;
  /** Resolves when the last run has ended. */
  close(): Promise<void>;
}

/** Runs something every so often until it is closed, never twice at a time. Keeps no process alive. */
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
