import type { RequestHandler } from "express";
import type { MountedRouter } from "../app.js";
import type { CatalogCache } from "../catalog/cache.js";
import type { LiveCatalogs } from "../catalog/live.js";
import type { Config } from "../config.js";
import type { Engine } from "../engine/engine.js";
import type { Logger } from "../observability/logger.js";
import type { AdmissionMetrics, Metrics } from "../observability/metrics.js";
import type { ClientAddresses } from "../http/client-address.js";
import type { Directory } from "../storefront/directory.js";
import type { Features } from "../catalog/feature-tables.js";
import { createGate, createRefusals } from "../http/admission.js";
import { PIXEL_PATH, TRACKER_PATH } from "../tracking/collector-routes.js";

/** The parts that domains are built from. */
export interface Foundation {
  readonly config: Config;
  readonly engine: Engine;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly directory: Directory;
  readonly liveCatalogs: LiveCatalogs;
  readonly cache: CatalogCache;
  readonly features: Features;
  /** Counts requests by the client's address; once for everything that needs no private key. */
  readonly addressLimit: RequestHandler;
  readonly addresses: ClientAddresses;
  /** The middleware in front of all requests of pages: rate limits and key check. */
  readonly publicGuards: readonly RequestHandler[];
  /** Reads a JSON object. */
  readonly body: RequestHandler;
  /** Lets as many requests of shoppers pass at once as are good for all; the last of the guards. */
  readonly admit: RequestHandler;
  /** Lets trackers pass in the same way, by a bound of their own. */
  readonly admitEvents: RequestHandler;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** One part of the service. */
export interface Domain {
  readonly routers: readonly MountedRouter[];
  /** Brings metrics up to date that are only counted when somebody looks. Never fails. */
  beforeScrape?(): Promise<void>;
  /** @param graceMs what is left of the time to stop in */
  close?(graceMs: number): Promise<void>;
}

/**
 * Builds the admission of requests. What shoppers wait for and what trackers send have separate limits, so that neither
 * keeps out the other. Requests with private keys are not limited: they are few, and must get through.
 */
export function admission(config: Config, metrics: AdmissionMetrics, logger: Logger) {
  const shared = {
    metrics,
    refuse: createRefusals(),
    onRefused: (name: string, count: number) =>
      logger.warn("requests are sent away: too much is asked at once", { class: name, count }),
  };
  const reads = createGate({
    ...shared,
    name: "reads",
    leadsHere: (path) => path.startsWith("/v2/"),
    atOnce: config.readConcurrency === 0 ? Infinity : config.readConcurrency,
    waiting: READS_WAITING,
    deadlineMs: config.readDeadlineMs,
  });
  const events = createGate({
    ...shared,
    name: "events",
    leadsHere: (path) => path === TRACKER_PATH || path === PIXEL_PATH,
    atOnce: EVENTS_AT_ONCE,
    waiting: { most: 0, ms: 0 },
  });
  return { reads, events };
}

/** The number of requests that a few pages make at once, and what shoppers do not notice. */
const READS_WAITING = { most: 64, ms: 500 };
/** Events are written in batches, and to the disk where the engine is slow: many wait for one write. */
const EVENTS_AT_ONCE = 1_000;
