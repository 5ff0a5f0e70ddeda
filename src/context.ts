import { Registry } from "prom-client";
import { type Config, parseConfig } from "./config.js";
import type { Engine } from "./engine/engine.js";
import { type Periodic, startPeriodic } from "./lib/periodic.js";
import { errorFields, type Logger, SILENT, createMetrics, type Metrics } from "./observability/index.js";

/**
 * The first argument of functions with I/O, which contains only dependencies that every module may use. Stores, caches and consumers belong
 * to one module and are separate arguments, so that a signature shows on which modules it depends. A context is immutable; code that needs
 * another clock makes a copy.
 */
export interface Context {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly elapsed: () => number;
}

/**
 * Maximum time in milliseconds for loading a taste profile in background work. The limit is high, because no shopper waits for the result.
 */
const PATIENT_MS = 30_000;

/**
 * Creates the context of previews and of work outside the service. The context writes no log, has separate metrics, allows a long time for
 * reading taste profiles, and disables stale pages.
 */
export const commandContext = (engine: Engine, given: Partial<Context> = {}): Context => ({
  engine,
  config: { ...parseConfig({}), tasteBudgetMs: PATIENT_MS, staleSeconds: 0 },
  logger: SILENT,
  metrics: createMetrics(new Registry()),
  now: () => Date.now(),
  elapsed: () => performance.now(),
  ...given,
});

/** Returns a handler that logs an error as a warning. The caller continues without the result. */
export const warned =
  ({ logger }: Context, message: string) =>
  (error: unknown): void => {
    logger.warn(message, errorFields(error));
  };

/**
 * Runs a function periodically (see `startPeriodic`), and logs its errors.
 * @param failure the log message of a failed run
 */
export const repeat = (
  context: Context,
  failure: string,
  run: () => unknown,
  when: { readonly everyMs: number; readonly atOnce?: boolean },
): Periodic => startPeriodic(run, { ...when, onError: warned(context, failure) });
