import { place } from "../../src/personalization/placement/placement.js";
import { randomUUID } from "node:crypto";
import { catalogCache } from "./catalog-cache.js";
import { strangers } from "./strangers.js";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { Express, RequestHandler } from "express";
import { Registry } from "prom-client";
import { createApp, type MountedRouter } from "../../src/app.js";
import type { DeliverLimits } from "../../src/catalog/deliveries/deliver.js";
import { deliveryRoutes } from "../../src/catalog/deliveries/routes.js";
import { createPayloadFolder } from "../../src/catalog/ingestion/payloads.js";
import { createLiveCatalogs } from "../../src/catalog/live.js";
import { ingestionRoutes } from "../../src/catalog/routes.js";
import { createEngine, EngineError, type Engine } from "../../src/engine/engine.js";
import { requirePrivateKey, requirePublicKey } from "../../src/http/authentication.js";
import { jsonBody } from "../../src/http/json-body.js";
import { collectorCrossOrigin } from "../../src/http/cors.js";
import { createLogger } from "../../src/observability/logger.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { openApiRoutes } from "../../src/openapi/routes.js";
import { tasteRoutes } from "../../src/personalization/routes.js";
import { createRecommendation } from "../../src/recommendation/recommendation.js";
import { recommendationRoutes } from "../../src/recommendation/routes.js";
import { explainRoutes } from "../../src/search/explain/routes.js";
import { publicStorefrontRoutes, searchRoutes } from "../../src/search/listing/routes.js";
import { createPhraseBooks } from "../../src/search/suggest/phrase-books.js";
import { suggestRoutes } from "../../src/search/suggest/routes.js";
import { createDirectory, type Directory } from "../../src/storefront/directory.js";
import { storefrontRoutes } from "../../src/publishing/routes.js";
import { collectorRoutes } from "../../src/tracking/collector-routes.js";
import { importRoutes } from "../../src/tracking/import-routes.js";
import { startIntake } from "../../src/tracking/intake.js";
import { createArrivalVerifier } from "../../src/tracking/record-events.js";
import { createTrackingMetrics } from "../../src/observability/tracking-metrics.js";
import { createSpool } from "../../src/tracking/spool.js";
import { chainDeps } from "./chain-deps.js";
import { tasteOn } from "./taste.js";
import { shopperRoutes } from "../../src/shoppers/routes.js";
import { nobodyErased } from "./nobody-erased.js";
import { publishingOf } from "./publishing.js";

/** An engine that does not answer, or one that refuses everything it is asked as if the service asked nonsense. */
export function brokenEngine(how: "away" | "defect"): Engine {
  const away = createEngine({ url: "http://127.0.0.1:9", prefix: "broken-" });
  if (how === "away") return away;
  return { ...away, call: () => Promise.reject(new EngineError(400, "parsing_exception", "unknown key")) };
}

const everyone: RequestHandler = (_req, _res, next) => next();

/** The interface with this engine: what a service that has just started answers. */
export function appWithEngine(engine: Engine, limits?: DeliverLimits): Express {
  const directory = createDirectory({ engine, now: () => performance.now(), onFailure: () => undefined });
  const authenticate = requirePrivateKey(directory);
  const body = jsonBody({ maxBytes: 1_000_000 });
  const payloads = createPayloadFolder(join(tmpdir(), "never-written"));
  const searching = {
    ...chainDeps(engine),
    ...strangers(engine),
    liveCatalogs: createLiveCatalogs(engine),
  };
  const routers = [
    {
      path: "/",
      router: storefrontRoutes({ ...publishingOf({ engine }), directory, authenticate, body }),
    },
    {
      path: "/",
      router: ingestionRoutes({
        engine,
        payloads,
        checkStore: () => Promise.resolve(),
        authenticate,
        maxBytes: 1_000_000,
        now: () => new Date().toISOString(),
        onQueued: () => undefined,
      }),
    },
    {
      path: "/",
      router: deliveryRoutes({
        engine,
        payloads,
        checkStore: () => Promise.resolve(),
        authenticate,
        maxBytes: 1_000_000,
        maxLineBytes: 1_000_000,
        now: () => new Date().toISOString(),
        onQueued: () => undefined,
        ...(limits && { limits }),
      }),
    },
    {
      path: "/",
      router: searchRoutes({ ...searching, guards: [requirePublicKey(directory), body] }),
    },
    {
      path: "/",
      router: publicStorefrontRoutes({ liveCatalogs: searching.liveCatalogs, guards: [requirePublicKey(directory)] }),
    },
    {
      path: "/",
      router: shopperRoutes({ guards: [authenticate, body], erase: () => Promise.reject(new Error("not asked for")) }),
    },
    { path: "/", router: explainRoutes({ ...searching, guards: [authenticate, body] }) },
    {
      path: "/",
      router: suggestRoutes({
        ...searching,
        books: createPhraseBooks({
          engine,
          cache: catalogCache().plain,
          now: () => performance.now(),
          onFailure: () => undefined,
        }),
        cache: catalogCache(),
        budgetMs: 100,
        onFailure: () => undefined,
        now: () => Date.now(),
        guards: [requirePublicKey(directory), body],
      }),
    },
    {
      path: "/",
      router: recommendationRoutes(
        createRecommendation({
          ...strangers(engine),
          liveCatalogs: createLiveCatalogs(engine),
          neighbours: { recommend: () => [], companions: () => [], running: () => [] },
          cache: catalogCache(),
          personalizer: { ...strangers(engine).personalizer, place },
          identify: () => Promise.resolve(new Map()),
          budgetMs: 100,
          onFailure: () => undefined,
          now: () => Date.now(),
        }),
        [requirePublicKey(directory), body],
      ),
    },
    ...trackingRouters(engine, directory),
    {
      path: "/",
      router: tasteRoutes({
        store: tasteOn(engine).store,
        guards: [requirePublicKey(directory)],
        body,
        admit: everyone,
        now: () => Date.now(),
        onForgotten: () => undefined,
      }),
    },
    { path: "/", router: openApiRoutes() },
  ];
  const logger = createLogger({ level: "error", secrets: [], stream: new PassThrough().resume() });
  return createApp({ logger, metrics: createMetrics(new Registry()), directory, routers });
}

function trackingRouters(engine: Engine, directory: Directory): MountedRouter[] {
  const ignore = () => undefined;
  const now = () => Date.now();
  const recording = {
    engine,
    now,
    consumers: [],
    metrics: createTrackingMetrics(new Registry()),
    findErased: nobodyErased,
    judge: createArrivalVerifier(directory),
    onRefused: ignore,
    onConsumerFailure: ignore,
  };
  // Below a file there is no folder: nor is there a disk to hold events.
  const folder = join(process.execPath, "spool");
  const spool = createSpool({ folder, maxBytes: 1_000_000, onUnreadable: ignore, now: () => performance.now() });
  const intake = startIntake({ ...recording, spool, onFailure: ignore, answerWithinMs: 100 });
  const newToken = randomUUID;
  return [
    {
      path: "/",
      router: collectorRoutes({
        ...recording,
        directory,
        intake,
        newToken,
        cookieDays: 1,
        crossOrigin: collectorCrossOrigin(directory),
        limit: (_req, _res, next) => next(),
        body: jsonBody({ maxBytes: 1_000_000 }),
        admit: everyone,
      }),
    },
    {
      path: "/",
      router: importRoutes({
        ...recording,
        newToken,
        maxLineBytes: 1_000_000,
        maxBytes: 1_000_000,
        retentionMonths: 13,
        authenticate: requirePrivateKey(directory),
      }),
    },
  ];
}
