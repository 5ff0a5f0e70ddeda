import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Express, RequestHandler } from "express";
import { Registry } from "prom-client";
import { createApp, type MountedRouter } from "./app.js";
import { createCoVisitation, type CoVisitation } from "./behaviour/co-visitation.js";
import { countJobs } from "./catalog/ingestion/count-jobs.js";
import { createPayloadFolder } from "./catalog/ingestion/payloads.js";
import { startIngestionWorker } from "./catalog/ingestion/worker.js";
import { createLiveCatalogs, type LiveCatalogs } from "./catalog/live.js";
import { ingestionRoutes } from "./catalog/routes.js";
import type { Config } from "./config.js";
import { demoRoutes } from "./demo/routes.js";
import { createEngine, type Engine } from "./engine/engine.js";
import { applyTemplates, prepareEngine, TEMPLATES_FOLDER } from "./engine/templates.js";
import { requirePrivateKey, requirePublicKey } from "./http/authentication.js";
import { jsonBody } from "./http/body.js";
import { operations } from "./http/operations.js";
import { limitRate } from "./http/rate-limit.js";
import { startServer } from "./http/server.js";
import { createLogger, errorFields, type Logger } from "./observability/logger.js";
import { createMetrics, type Metrics } from "./observability/metrics.js";
import { credentialsOf } from "./observability/redaction.js";
import { openApiRoutes } from "./openapi/routes.js";
import { createPersonalizer, type Personalizer } from "./personalization/personalizer.js";
import { createProductTokens } from "./personalization/product-tokens.js";
import { tasteRoutes } from "./personalization/routes.js";
import { createTasteConsumer, type TasteConsumer } from "./personalization/taste-consumer.js";
import { createTasteStore, type TasteStore } from "./personalization/taste-store.js";
import { startTasteSweeper } from "./personalization/taste-sweep.js";
import { getStorefront, languagesInUse } from "./storefront/clients.js";
import { createDirectory, type Directory } from "./storefront/directory.js";
import { createCatalogFacts } from "./search/catalog-facts.js";
import { createCursorIds } from "./search/cursor/ids.js";
import { measureCursors } from "./search/cursor/measure.js";
import { createPointInTimePool } from "./search/cursor/pool.js";
import { ENGINE_ORDER } from "./search/cursor/ranking.js";
import { cursorSecret } from "./search/cursor/secret.js";
import { createCursorStore } from "./search/cursor/store.js";
import { startSweeper } from "./search/cursor/sweep.js";
import { searchRoutes } from "./search/routes.js";
import { storefrontRoutes } from "./storefront/routes.js";

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
  /** What stands in front of everything that pages ask: key check, rate limit. */
  readonly publicGuards: readonly RequestHandler[];
  /** Reads a JSON object. */
  readonly body: RequestHandler;
}

interface Domain {
  readonly routers: readonly MountedRouter[];
  /** Brings metrics up to date that are only counted when somebody looks. Never fails. */
  beforeScrape?(): Promise<void>;
  close?(): Promise<void>;
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
  const closeAll = async () => {
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
      publicGuards: [requirePublicKey(directory), limitRate(config.rateLimitPerSecond)],
      body: jsonBody({ maxBytes: config.maxBodyBytes }),
    };
    const personalization = createPersonalization(foundation);
    const domains: readonly Domain[] = [
      storefrontDomain(foundation),
      ingestionDomain(foundation),
      tasteDomain(foundation, personalization),
      await searchDomain(foundation),
      { routers: [{ path: "/", router: openApiRoutes() }] },
      { routers: [{ path: "/", router: demoRoutes() }] },
    ];
    opened.push(async () => {
      for (const domain of domains) await domain.close?.();
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

function storefrontDomain({ engine, directory, body }: Foundation): Domain {
  const router = storefrontRoutes({
    engine,
    now: () => new Date(),
    directory,
    authenticate: requirePrivateKey(directory),
    body,
  });
  return { routers: [{ path: "/v1/storefront", router }] };
}

function ingestionDomain({ config, engine, logger, metrics, directory, liveCatalogs }: Foundation): Domain {
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

/** What learns from events, and what ranks by it. */
interface Personalization {
  readonly store: TasteStore;
  readonly coVisitation: CoVisitation;
  readonly personalizer: Personalizer;
  /** To be handed every batch of events once it is safe. */
  readonly consumers: readonly TasteConsumer[];
}

function createPersonalization({ config, engine, logger, metrics, directory }: Foundation): Personalization {
  const store = createTasteStore({
    ...{ engine, metrics: metrics.personalization },
    budgetMs: config.tasteBudgetMs,
    onFailure: (error) => logger.warn("taste cannot be read; pages go without", errorFields(error)),
    now: () => Date.now(),
  });
  const products = createProductTokens({ engine, now: () => performance.now() });
  const coVisitation = createCoVisitation({
    identify: async (clientId, named) => {
      const found = await products.find(clientId, [...new Set(named.map(({ id }) => id))]);
      return new Map([...found].map(([name, { id }]) => [name, id]));
    },
  });
  const rulesOf = async (clientId: string) => (await directory.findStorefront(clientId))?.configuration.taste;
  const personalizer = createPersonalizer({
    ...{ store, coVisitation, metrics: metrics.personalization },
    now: () => Date.now(),
  });
  return {
    store,
    coVisitation,
    personalizer,
    consumers: [createTasteConsumer({ store, products, rulesOf }), coVisitation],
  };
}

function tasteDomain(
  { config, engine, logger, publicGuards, body }: Foundation,
  { store, coVisitation }: Personalization,
): Domain {
  const router = tasteRoutes({
    ...{ store, body, guards: publicGuards },
    now: () => Date.now(),
    onForgotten: (clientId, deviceId) => coVisitation.forget(clientId, deviceId),
  });
  const sweeper = startTasteSweeper({
    ...{ engine, everyMs: TASTE_SWEEP_EVERY_MS, retentionDays: config.tasteRetentionDays },
    now: () => Date.now(),
    onError: (error) => logger.warn("old taste cannot be removed", errorFields(error)),
  });
  return { routers: [{ path: "/v2/taste", router }], close: () => sweeper.close() };
}

async function searchDomain(foundation: Foundation): Promise<Domain> {
  const { config, engine, logger, metrics, liveCatalogs, publicGuards, body } = foundation;
  const now = () => Date.now();
  const newKey = () => randomBytes(9).toString("base64url");
  const ttlSeconds = config.cursorTtlSeconds;
  const pool = createPointInTimePool({ engine, metrics: metrics.cursors, now, newKey, ttlSeconds });
  const sweeper = startSweeper({
    ...{ engine, pool, now },
    everyMs: Math.min(SWEEP_EVERY_MS, ttlSeconds * 1000),
    onError: (error) => logger.warn("expired cursors cannot be removed", errorFields(error)),
  });
  const router = searchRoutes({
    liveCatalogs,
    catalogFacts: createCatalogFacts({ engine, now: () => performance.now() }),
    chains: {
      ...{ engine, pool, now, randomBytes, ttlSeconds },
      ids: createCursorIds(await cursorSecret(engine, randomBytes)),
      store: createCursorStore(engine),
      ranking: ENGINE_ORDER,
      metrics: metrics.cursors,
    },
    guards: [...publicGuards, body],
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
const TASTE_SWEEP_EVERY_MS = 3_600_000;

/** While the engine is away the last counts stand. */
async function updateJobs({ engine, metrics, logger }: Foundation): Promise<void> {
  try {
    for (const [status, count] of await countJobs(engine)) metrics.jobs.set({ status }, count);
  } catch (error) {
    logger.debug("jobs cannot be counted", errorFields(error));
  }
}
