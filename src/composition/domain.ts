import type { RequestHandler } from "express";
import { type MountedRouter } from "../app.js";
import { type CatalogCache } from "../catalog/cache.js";
import { type LiveCatalogs } from "../catalog/live.js";
import type { Config } from "../config.js";
import { type Engine } from "../engine/engine.js";
import { type Logger } from "../observability/logger.js";
import { type Metrics } from "../observability/metrics.js";
import { type Directory } from "../storefront/directory.js";
import { type PointInTimePool } from "../search/paging/pool.js";

/** The parts that domains are built from. */
export interface Foundation {
  readonly config: Config;
  readonly engine: Engine;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly directory: Directory;
  readonly liveCatalogs: LiveCatalogs;
  readonly cache: CatalogCache;
  readonly pointsInTime: PointInTimePool;
  /** Counts requests by the client's address; once for everything that needs no private key. */
  readonly addressLimit: RequestHandler;
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
