import { Registry } from "prom-client";
import { type Config, parseConfig } from "./config.js";
import type { Engine } from "./engine/engine.js";
import { type Periodic, startPeriodic } from "./lib/periodic.js";
import { errorFields, type Logger, SILENT } from "./observability/logger.js";
import { createMetrics, type Metrics } from "./observability/metrics.js";

/**
 * The first argument of code with I/O. It holds what every part may use and nothing that a part offers: stores, caches and
 * consumers are arguments of their own, so that a signature still shows which parts know each other. Never changed: a copy
 * with another clock is made where one is wanted.
 */
export interface Context {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that never goes back. */
  readonly elapsed: () => number;
}

/** The time that work behind which no shopper waits gives to reading a taste. */
const PATIENT_MS = 30_000;

/** The context of a preview and of work outside a service: nothing is logged, nobody reads the metrics, no shopper waits, and nothing is out of date. */
export const commandContext = (engine: Engine, given: Partial<Context> = {}): Context => ({
  engine,
  config: { ...parseConfig({}), tasteBudgetMs: PATIENT_MS, staleSeconds: 0 },
  logger: SILENT,
  metrics: createMetrics(new Registry()),
  now: () => Date.now(),
  elapsed: () => performance.now(),
  ...given,
});

/** Logs errors of something that goes on without what has failed. */
export const warned =
  ({ logger }: Context, message: string) =>
  (error: unknown): void => {
    logger.warn(message, errorFields(error));
  };

/** Runs something until it is closed, as `startPeriodic` does. @param failure what the log says of a failed run */
export const repeat = (
  context: Context,
  failure: string,
  run: () => unknown,
  when: { readonly everyMs: number; readonly atOnce?: boolean },
): Periodic => startPeriodic(run, { ...when, onError: warned(context, failure) });
