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
  /** The engine that was found or started; may carry credentials. */
  readonly engineUrl: string;
  /** Where that engine is now, for one that may move; undefined while it is nowhere. */
  readonly engineAddress?: () => string | undefined;
  /** Where log lines go; standard error unless given. */
  readonly logStream?: NodeJS.WritableStream;
  /** Milliseconds since 1970; the machine's clock unless given. Evaluations replay the past with it. */
  readonly now?: () => number;
  /** Routers mounted behind the interface, such as the pages of the demo; none unless given. */
  readonly pages?: (directory: Directory) => Promise<readonly MountedRouter[]>;
}

/** A service that answers. */
export interface Service {
  readonly app: Express;
  readonly base_url: string;
  readonly operations_url: string;
  readonly directory: Directory;
  /** Learns about products and queries now from all that is stored, if this is the process that does; it also does so by itself. */
  learn(): Promise<void>;
  /**
   * Serves as before for `lameDuckMs` (not at all unless given) with `/readyz` at 503; then closes connections and finishes
   * what is in flight within the configured time, and lets go of the engine.
   */
  close(options?: { readonly lameDuckMs: number }): Promise<void>;
}

/** The time in which a client with a kept connection sends another request, whose response closes it. */
const COURTESY_MS = 5_000;
/** For what has to be written when everything has stopped: leases that are given back. */
const LETTING_GO_MS = 1_000;

/** Builds and starts everything. @throws when the engine does not answer or a port is taken; nothing is left running then. */
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
    // Whoever still waits then for an engine that does not answer is let go.
    const late = setTimeout(() => void engine.close(), config.shutdownSeconds * 1000 + LETTING_GO_MS);
    for (const release of opened.splice(0).reverse()) await closed(release);
    clearTimeout(late);
  };
  /** What cannot be closed, where the engine has gone, keeps nothing else open. */
  const closed = async (release: () => Promise<void> | undefined) => {
    try {
      await release();
    } catch (error) {
      warned(context, "something could not be closed in order")(error);
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
    // From now on clients are known, whatever becomes of the engine.
    await directory.listStorefronts();
    const watched: { server?: RunningServer } = {};
    // Who looks after this process is answered until everything but the engine's client is closed.
    opened.push(async () => watched.server?.close(0));
    const domains: Domain[] = [];
    opened.push(async () => {
      for (const domain of domains) await closed(() => domain.close?.(Math.max(0, stopBy - performance.now())));
    });
    /** From now on it is closed with everything else, also where something that comes after it fails. */
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
 * Does something again that the engine has answered with 503: of two processes that start at once, one may read an index that
 * the other has just made. An engine that cannot be reached, or says nothing, is not asked again.
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
