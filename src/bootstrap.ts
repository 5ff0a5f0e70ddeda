import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Express, RequestHandler } from "express";
import { Registry } from "prom-client";
import { createApp, type MountedRouter } from "./app.js";
import { countJobs } from "./catalog/ingestion/count-jobs.js";
import { createPayloadFolder } from "./catalog/ingestion/payloads.js";
import { startIngestionWorker } from "./catalog/ingestion/worker.js";
import { createLiveCatalogs, type LiveCatalogs } from "./catalog/live.js";
import { ingestionRoutes } from "./catalog/routes.js";
import type { Config } from "./config.js";
import { demoRoutes } from "./demo/routes.js";
import { documentCreator } from "./engine/create-many.js";
import { createEngine, type Engine } from "./engine/engine.js";
import { applyTemplates, prepareEngine, TEMPLATES_FOLDER } from "./engine/templates.js";
import { requirePrivateKey, requirePublicKey } from "./http/authentication.js";
import { jsonBody } from "./http/body.js";
import { collectorCrossOrigin } from "./http/cors.js";
import { operations } from "./http/operations.js";
import { limitRate } from "./http/rate-limit.js";
import { startServer } from "./http/server.js";
import { createLogger, errorFields, type Logger } from "./observability/logger.js";
import { createMetrics, type Metrics } from "./observability/metrics.js";
import { credentialsOf } from "./observability/redaction.js";
import { openApiRoutes } from "./openapi/routes.js";
import { getStorefront, languagesInUse } from "./storefront/clients.js";
import { createDirectory, type Directory } from "./storefront/directory.js";
import { createCatalogFacts } from "./search/catalog-facts.js";
import { REACH } from "./search/cursor/depth.js";
import { createCursorIds } from "./search/cursor/ids.js";
import { measureCursors } from "./search/cursor/measure.js";
import { createPointInTimePool, type PointInTimePool } from "./search/cursor/pool.js";
import { ENGINE_ORDER } from "./search/cursor/ranking.js";
import { rememberPages } from "./search/cursor/recent-pages.js";
import { createSealedPages } from "./search/cursor/sealed-page.js";
import { cursorSecret } from "./search/cursor/secret.js";
import { createCursorStore } from "./search/cursor/store.js";
import { startSweeper } from "./search/cursor/sweep.js";
import { searchRoutes } from "./search/routes.js";
import { storefrontRoutes } from "./storefront/routes.js";
import { createAnswerMemory, type AnswerMemory } from "./tracking/answers.js";
import { collectorRoutes } from "./tracking/collector-routes.js";
import type { EventConsumer } from "./tracking/consumer.js";
import { importRoutes } from "./tracking/import-routes.js";
import { startIntake } from "./tracking/intake.js";
import { createTrackingMetrics } from "./tracking/metrics.js";
import { startRetention } from "./tracking/retention.js";
import type { RecordDeps } from "./tracking/record-events.js";
import { createSpoolFolders } from "./tracking/spool/folders.js";
import { createSpool } from "./tracking/spool/spool.js";
import { createTokens } from "./tracking/tokens.js";

export interface BootstrapOptions {
  readonly config: Config;
  /** The engine that was found or started; may carry credentials. */
  readonly engineUrl: string;
  /** Where log lines go; standard error unless given. */
  readonly logStream?: NodeJS.WritableStream;
}

/** A service that answers. */
export interface Service {
  readonly app: Express;
  readonly base_url: string;
  readonly operations_url: string;
  readonly engine_url: string;
  readonly directory: Directory;
  /** Stops accepting, lets requests in flight finish within the configured time, then lets go of the engine. */
  close(): Promise<void>;
}

/** What domains are built from. */
interface Foundation {
  readonly config: Config;
  readonly engine: Engine;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly directory: Directory;
  readonly liveCatalogs: LiveCatalogs;
  readonly pointsInTime: PointInTimePool;
  /** What stands in front of every recommendation: key check, rate limit, JSON body. */
  readonly recommendationGuards: readonly RequestHandler[];
}

interface Domain {
  readonly routers: readonly MountedRouter[];
  /** Brings metrics up to date that are only counted when somebody looks. Never fails. */
  beforeScrape?(): Promise<void>;
  /** @param graceMs what is left of the time to stop in */
  close?(graceMs: number): Promise<void>;
}

/** Builds and starts everything. @throws when the engine does not answer or a port is taken; nothing is left running then. */
export async function bootstrap({ config, engineUrl, logStream }: BootstrapOptions): Promise<Service> {
  const logger = createLogger({ level: config.logLevel, secrets: credentialsOf(engineUrl), stream: logStream });
  const metrics = createMetrics(new Registry());
  const engine = createEngine({
    url: engineUrl,
    prefix: config.indexPrefix,
    requestTimeoutMs: config.opensearchTimeoutMs,
    duration: metrics.engineDuration,
  });
  const opened: (() => Promise<void>)[] = [() => engine.close()];
  let closing: Promise<void> | undefined;
  let stopBy = Infinity;
  const closeAll = async () => {
    stopBy = performance.now() + config.shutdownSeconds * 1000;
    for (const release of opened.splice(0).reverse()) await release();
  };
  const close = () => (closing ??= closeAll());
  try {
    const installed = await prepareEngine(engine, TEMPLATES_FOLDER, {
      languages: await languagesInUse({ engine }),
      shards: config.opensearchShards,
    });
    if (installed.length > 0) logger.info("index templates installed", { templates: installed });
    const directory = createDirectory({
      engine,
      now: () => performance.now(),
      onFailure: (error) => logger.warn("clients cannot be read; what is known serves", errorFields(error)),
    });
    const foundation: Foundation = {
      ...{ config, engine, logger, metrics, directory },
      liveCatalogs: createLiveCatalogs(engine),
      pointsInTime: createPointInTimePool({
        engine,
        metrics: metrics.cursors,
        now: () => Date.now(),
        newKey: () => randomBytes(9).toString("base64url"),
        ttlSeconds: config.cursorTtlSeconds,
      }),
      recommendationGuards: [
        requirePublicKey(directory),
        limitRate(config.rateLimitPerSecond),
        jsonBody({ maxBytes: config.maxBodyBytes }),
      ],
    };
    const domains: readonly Domain[] = [
      storefrontDomain(foundation),
      ingestionDomain(foundation),
      trackingDomain(foundation, []),
      await searchDomain(foundation),
      { routers: [{ path: "/", router: openApiRoutes() }] },
      { routers: [{ path: "/", router: demoRoutes() }] },
    ];
    opened.push(async () => {
      for (const domain of domains) await domain.close?.(Math.max(0, stopBy - performance.now()));
    });
    const app = createApp({ logger, metrics, directory, routers: domains.flatMap((domain) => domain.routers) });
    const checks = operations({
      registry: metrics.registry,
      engine,
      beforeScrape: async () => {
        await Promise.all([updateJobs(foundation), ...domains.map((domain) => domain.beforeScrape?.())]);
      },
      isStopping: () => closing !== undefined,
    });
    const operationsServer = await startServer(checks, { host: config.host, port: config.operationsPort });
    opened.push(() => operationsServer.close(0));
    const server = await startServer(app, { host: config.host, port: config.port });
    opened.push(() => server.close(config.shutdownSeconds * 1000));
    logger.info("serving", { base_url: server.url, operations_url: operationsServer.url });
    return { app, base_url: server.url, operations_url: operationsServer.url, engine_url: engineUrl, directory, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function storefrontDomain({ config, engine, directory }: Foundation): Domain {
  const router = storefrontRoutes({
    engine,
    now: () => new Date(),
    directory,
    authenticate: requirePrivateKey(directory),
    body: jsonBody({ maxBytes: config.maxBodyBytes }),
  });
  return { routers: [{ path: "/v1/storefront", router }] };
}

function ingestionDomain(foundation: Foundation): Domain {
  const { config, engine, logger, metrics, directory, liveCatalogs, pointsInTime } = foundation;
  const now = () => new Date().toISOString();
  const payloads = createPayloadFolder(join(config.dataDir, "payloads"));
  const shards = config.opensearchShards;
  const worker = startIngestionWorker({
    engine,
    payloads,
    liveCatalogs,
    now,
    owner: `${hostname()}:${process.pid}`,
    leaseSeconds: config.ingestionLeaseSeconds,
    concurrency: config.ingestionConcurrency,
    limits: { maxLineBytes: config.ingestionMaxLineBytes, maxUnreadableShare: config.ingestionMaxUnreadableShare },
    retention: { generationHours: config.generationRetentionHours, payloadHours: config.payloadRetentionHours },
    ensureTemplate: async (language) => {
      await applyTemplates(engine, TEMPLATES_FOLDER, { languages: [language], shards });
    },
    neededGenerations: async () => new Set((await pointsInTime.entries()).map(({ index }) => index)),
    configurationOf: async (clientId) => (await getStorefront({ engine }, clientId))?.configuration,
    onFinished: (job) => {
      const lines = job.product_metrics?.lines;
      metrics.ingestionLines.inc({ outcome: "rejected" }, lines?.rejected ?? 0);
      metrics.ingestionLines.inc({ outcome: "accepted" }, (lines?.received ?? 0) - (lines?.rejected ?? 0));
      logger.info("ingestion finished", { ingestion_id: job.id, client_id: job.client_id, status: job.status, lines });
    },
    onError: (message, error) => logger.error(message, errorFields(error)),
  });
  const router = ingestionRoutes({
    engine,
    payloads,
    now,
    maxBytes: config.ingestionMaxBytes,
    authenticate: requirePrivateKey(directory),
    onQueued: () => worker.wake(),
  });
  return { routers: [{ path: "/v1/ingestion", router }], close: () => worker.close() };
}

/** @param consumers what learns from events, in no order */
function trackingDomain(
  foundation: Foundation,
  consumers: readonly EventConsumer[],
): Domain & { readonly answers: AnswerMemory } {
  const { config, engine, logger, directory } = foundation;
  const metrics = createTrackingMetrics(foundation.metrics.registry);
  const now = () => Date.now();
  const warn = (message: string) => (error: unknown) => {
    logger.warn(message, errorFields(error));
  };
  const spool = createSpool({
    folders: createSpoolFolders(join(config.dataDir, "spool"), () => performance.now()),
    maxBytes: config.spoolMaxBytes,
    now,
    onDamaged: (path, lines) => logger.error("lines of the event spool cannot be read", { path, lines }),
  });
  const createMany = documentCreator(engine);
  const recording: RecordDeps = {
    ...{ engine, createMany, consumers, metrics, now },
    onRefused: ({ event }, reason) => {
      logger.error("the engine refuses an event", { client_id: event.client_id, event_id: event.event_id, reason });
    },
    onConsumerFailure: (consumer, error) => {
      logger.error("a consumer of events failed", { consumer, ...errorFields(error) });
    },
  };
  const intake = startIntake({
    ...recording,
    spool,
    storeBudgetMs: STORE_BUDGET_MS,
    onSpooling: warn("events go to the disk: the engine does not store them"),
    onStoreFailure: warn("events on the disk cannot be stored yet"),
  });
  const answers = createAnswerMemory({
    ...{ prefix: engine.prefix, createMany, metrics },
    onError: warn("answers cannot be remembered yet"),
  });
  const retention = startRetention({
    ...{ engine, now },
    keptMonths: config.eventRetentionMonths,
    everyMs: RETENTION_EVERY_MS,
    onDeleted: (indices) => logger.info("old events deleted", { indices }),
    onError: warn("old events cannot be deleted"),
  });
  const newToken = createTokens(randomBytes(9).toString("base64url"));
  const collector = collectorRoutes({
    ...{ directory, intake, metrics, now, newToken },
    crossOrigin: collectorCrossOrigin(directory),
    body: jsonBody({ maxBytes: config.eventMaxBodyBytes, illFormed: "kept" }),
    cookieDays: config.collectorCookieDays,
  });
  const imports = importRoutes({
    ...recording,
    newToken,
    maxLineBytes: config.ingestionMaxLineBytes,
    maxBytes: config.ingestionMaxBytes,
    retentionMonths: config.eventRetentionMonths,
    authenticate: requirePrivateKey(directory),
  });
  return {
    answers,
    routers: [
      { path: "/", router: collector },
      { path: "/v1/events", router: imports },
    ],
    beforeScrape: () => {
      metrics.spoolBytes.set(spool.bytes);
      metrics.spoolAge.set(spool.since === null ? 0 : (now() - spool.since) / 1000);
      return Promise.resolve();
    },
    close: async (graceMs) => {
      await retention.close();
      await Promise.all([intake.close(graceMs), answers.close()]);
    },
  };
}

/** An engine that takes longer is slower than the disk. */
const STORE_BUDGET_MS = 2_000;
const RETENTION_EVERY_MS = 6 * 3_600_000;

async function searchDomain(foundation: Foundation): Promise<Domain> {
  const { config, engine, logger, metrics, liveCatalogs, pointsInTime: pool, recommendationGuards } = foundation;
  const now = () => Date.now();
  const ttlSeconds = config.cursorTtlSeconds;
  const sweeper = startSweeper({
    ...{ engine, pool, now },
    everyMs: Math.min(SWEEP_EVERY_MS, ttlSeconds * 1000),
    onError: (error) => logger.warn("expired cursors cannot be removed", errorFields(error)),
  });
  const secret = await cursorSecret(engine, randomBytes);
  const router = searchRoutes({
    liveCatalogs,
    catalogFacts: createCatalogFacts({ engine, now: () => performance.now() }),
    chains: {
      ...{ engine, pool, now, randomBytes, ttlSeconds },
      ids: createCursorIds(secret),
      sealed: createSealedPages(secret),
      store: rememberPages(createCursorStore(engine), { maxBytes: RECENT_PAGES_BYTES, now }),
      ranking: ENGINE_ORDER,
      reach: REACH,
      metrics: metrics.cursors,
    },
    guards: recommendationGuards,
  });
  return {
    routers: [{ path: "/v2/recommendations/search", router }],
    beforeScrape: async () => {
      try {
        await measureCursors({ engine, pool }, metrics.cursors);
      } catch (error) {
        logger.debug("cursors cannot be counted", errorFields(error));
      }
    },
    close: () => sweeper.close(),
  };
}

const SWEEP_EVERY_MS = 30_000;
const RECENT_PAGES_BYTES = 32 * 1024 * 1024;

/** While the engine is away the last counts stand. */
async function updateJobs({ engine, metrics, logger }: Foundation): Promise<void> {
  try {
    for (const [status, count] of await countJobs(engine)) metrics.jobs.set({ status }, count);
  } catch (error) {
    logger.debug("jobs cannot be counted", errorFields(error));
  }
}
