import { deviceTags } from "./behaviour/index.js";
import { cursorSecret } from "./search/paging/store.js";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Express } from "express";
import pRetry from "p-retry";
import { Registry } from "prom-client";
import { atRoot, createApp, type MountedRouter } from "./app.js";
import type { Config } from "./config.js";
import { type Context, warned } from "./context.js";
import { createEngine, EngineUnavailableError } from "./engine/engine.js";
import { addressesOf, isTimeout, isUnsent } from "./engine/unavailable.js";
import { tracedEngine } from "./engine/traced-engine.js";
import { prepareEngine, refuseUnusableData, TEMPLATES_FOLDER } from "./engine/templates.js";
import { createListeners, type RunningServer } from "./http/server.js";
import { operations } from "./http/operations.js";
import { shedding } from "./http/admission.js";
import { traceRequests } from "./http/request-log.js";
import { welcomeRoutes } from "./http/welcome.js";
import { createLogger, credentialsOf, createMetrics, startTracing } from "./observability/index.js";
import { openApiRoutes } from "./openapi/index.js";
import { languagesInUse } from "./storefront/clients.js";
import type { Directory } from "./storefront/directory.js";
import { ingestionDomain, partFilesDomain, rebuildDomain } from "./composition/catalog.js";
import { consoleDomain, storefrontDomain } from "./composition/console.js";
import { createFoundation, type Domain } from "./composition/foundation.js";
import { semanticDomain, searchDomain } from "./composition/search.js";
import {
  createPersonalization,
  learningDomain,
  recommendationDomain,
  sessionsDomain,
  shoppersDomain,
  tasteDomain,
  trackingDomain,
} from "./composition/shoppers.js";

export interface BootstrapOptions {
  readonly config: Config;
  /** URL of the engine that was found or started; may contain credentials. */
  readonly engineUrl: string;
  /** Returns the current address of an engine whose address may change; undefined while the engine is unavailable. */
  readonly engineAddress?: () => string | undefined;
  /** Stream for log lines. Default: standard error. */
  readonly logStream?: NodeJS.WritableStream;
  /** Returns milliseconds since 1970. Default: the system clock. Evaluations use another clock to replay the past. */
  readonly now?: () => number;
  /** Creates routers that are mounted after the API, such as the demo pages. Default: none. */
  readonly pages?: (directory: Directory) => Promise<readonly MountedRouter[]>;
}

/** A running service. */
export interface Service {
  readonly app: Express;
  readonly base_url: string;
  readonly operations_url: string;
  readonly directory: Directory;
  /** Learns about products and queries from all stored data now, if this process has the lease. The service also does so periodically. */
  learn(): Promise<void>;
  /**
   * Continues to serve for `lameDuckMs` (default 0) with `/readyz` at 503. Then closes connections, completes running
   * requests within the configured time, and disconnects from the engine.
   */
  close(options?: { readonly lameDuckMs: number }): Promise<void>;
}

/** Milliseconds for which idle connections stay open during shutdown. The response to a request in this time closes the connection. */
const COURTESY_MS = 5_000;
/** Milliseconds for the last writes after everything has stopped, such as releasing leases. */
const LETTING_GO_MS = 1_000;

/**
 * Builds and starts the service.
 * @throws an error if the engine does not respond or a port is unavailable; all opened resources are closed then
 */
export async function bootstrap({
  config,
  engineUrl,
  engineAddress = () => engineUrl,
  logStream,
  now = Date.now,
  pages,
}: BootstrapOptions): Promise<Service> {
  const secrets = [...addressesOf(engineUrl), config.tracesEndpoint ?? ""].flatMap(credentialsOf);
  const logger = createLogger({ level: config.logLevel, secrets, stream: logStream });
  const endTracing =
    config.tracesEndpoint === undefined ? undefined : await startTracing(config.tracesEndpoint, logger);
  const metrics = createMetrics(new Registry());
  const ownEngine = createEngine({
    url: engineAddress,
    prefix: config.indexPrefix,
    requestTimeoutMs: config.opensearchTimeoutMs,
    duration: metrics.engineDuration,
  });
  const engine = endTracing === undefined ? ownEngine : tracedEngine(ownEngine);
  const context: Context = { engine, config, logger, metrics, now, elapsed: () => performance.now() };
  const opened: (() => Promise<void>)[] = [async () => endTracing?.(), () => engine.close()];
  let closing: Promise<void> | undefined;
  let stopBy = Infinity;
  let courtesyMs = 0;
  const closeAll = async (lameDuckMs: number) => {
    courtesyMs = lameDuckMs > 0 ? COURTESY_MS : 0;
    await delay(lameDuckMs);
    stopBy = performance.now() + config.shutdownSeconds * 1000;
    // Aborts the engine calls that are still running after the shutdown period and the time for the last writes.
    const late = setTimeout(() => void engine.close(), config.shutdownSeconds * 1000 + LETTING_GO_MS);
    for (const release of opened.splice(0).reverse()) await closed(release);
    clearTimeout(late);
  };
  /** Closes one part of the service. An error, such as an unavailable engine, must not prevent the other parts from closing. */
  const closed = async (release: () => Promise<void> | undefined) => {
    try {
      await release();
    } catch (error) {
      warned(context, "failed to close a part of the service during shutdown")(error);
    }
  };
  const close = ({ lameDuckMs } = { lameDuckMs: 0 }) => (closing ??= closeAll(lameDuckMs));
  try {
    const installed = await patiently(async () => {
      await refuseUnusableData(engine, TEMPLATES_FOLDER);
      const languages = await languagesInUse({ engine });
      return prepareEngine(engine, TEMPLATES_FOLDER, { languages, shards: config.opensearchShards });
    });
    if (installed.length > 0) logger.info("index templates installed", { templates: installed });
    const foundation = createFoundation(context);
    const { directory, addresses, gates } = foundation;
    // Caches the list of clients, so that it remains available if the engine becomes unavailable.
    await directory.listStorefronts();
    const watched: { server?: RunningServer } = {};
    // The operations endpoints respond until everything except the engine client is closed.
    opened.push(async () => watched.server?.close(0));
    const domains: Domain[] = [];
    opened.push(async () => {
      for (const domain of domains) await closed(() => domain.close?.(Math.max(0, stopBy - performance.now())));
    });
    /** Registers a part of the service, so that it is closed with the service or if a later step fails. */
    const add = <D extends Domain>(domain: D): D => {
      domains.push(domain);
      return domain;
    };
    const secret = await cursorSecret(engine, randomBytes);
    const tagDevice = deviceTags(secret);
    const personalization = createPersonalization(foundation, tagDevice);
    add(storefrontDomain(foundation));
    const ingestion = add(await ingestionDomain(foundation));
    const tracking = add(trackingDomain(foundation, personalization));
    const sessions = add(sessionsDomain(foundation, personalization));
    add(tasteDomain(foundation, personalization));
    const learning = add(learningDomain(foundation, personalization, tagDevice));
    const semantic = semanticDomain(foundation);
    if (semantic !== undefined) add(semantic);
    const { impressions, settleSpool } = tracking;
    const { search, forgetPages } = add(searchDomain(foundation, personalization, impressions, semantic?.near, secret));
    add(
      await shoppersDomain(foundation, personalization, settleSpool, [
        forgetPages,
        (gone) =>
          personalization.neighbours.forgetShoppers(new Map(gone.map((one) => [one.shopper, one.forgotten_at]))),
      ]),
    );
    add(recommendationDomain(foundation, personalization, impressions));
    add(await consoleDomain(foundation, secret, search, personalization, ingestion));
    add(rebuildDomain(foundation));
    add(partFilesDomain(foundation));
    add({ routers: atRoot(openApiRoutes()) });
    add({ routers: (await pages?.(directory)) ?? [] });
    add({ routers: atRoot(welcomeRoutes()) });
    const routers = domains.flatMap((domain) => domain.routers ?? []);
    const app = createApp(context, directory, routers, endTracing && traceRequests(addresses));
    const listeners = createListeners(context);
    const checks = operations(context, {
      beforeScrape: async () => {
        listeners.count();
        await Promise.all(domains.map((domain) => domain.beforeScrape?.()));
      },
      notices: () => ingestion.notices(),
      isStopping: () => closing !== undefined,
    });
    const operationsServer = await listeners.open("operations", checks, config.operationsPort);
    watched.server = operationsServer;
    const server = await listeners.open("public", shedding(app, [gates.reads, gates.events]), config.port);
    opened.push(() => server.close(config.shutdownSeconds * 1000, courtesyMs));
    logger.info("serving", { base_url: server.url, operations_url: operationsServer.url });
    return {
      app,
      base_url: server.url,
      operations_url: operationsServer.url,
      directory,
      learn: async () => {
        await sessions.catchUp();
        await learning.learn();
        await semantic?.encode();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Retries work that failed with 503: if two processes start at the same time, one may read an index that the other has just created. Does
 * not retry if the engine is unreachable or does not respond.
 */
const patiently = <T>(work: () => Promise<T>): Promise<T> =>
  pRetry(work, {
    retries: 10,
    minTimeout: 50,
    maxTimeout: 2_000,
    randomize: true,
    shouldRetry: ({ error }) =>
      error instanceof EngineUnavailableError && !isUnsent(error.cause) && !isTimeout(error.cause),
  });
