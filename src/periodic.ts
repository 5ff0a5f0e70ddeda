export interface PeriodicOptions {
  readonly everyMs: number;
  /** Told of a run that failed; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
  /** The first run comes now, not after `everyMs`. */
  readonly atOnce?: boolean;
}

/** Runs something every so often until it is closed, never twice at a time. Keeps no process alive. */
export function startPeriodic(
  run: () => Promise<unknown>,
  { everyMs, onError, atOnce = false }: PeriodicOptions,
): { close(): Promise<void> } {
  let running: Promise<unknown> | undefined;
  const start = () => {
    running ??= run()
      .catch(onError)
      .finally(() => (running = undefined));
  };
  if (atOnce) start();
  const timer = setInterval(start, everyMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
