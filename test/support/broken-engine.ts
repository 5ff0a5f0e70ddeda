import { rerank } from "../../src/personalization/reranking/rerank.js";
import { catalogCache } from "./catalog-cache.js";
import { unknownShoppers } from "./unknown-shoppers.js";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Express, RequestHandler } from "express";
import { atRoot, createApp, type MountedRouter } from "../../src/app.js";
import type { DeliverLimits } from "../../src/catalog/product-updates/apply-update.js";
import { productUpdateRoutes } from "../../src/catalog/product-updates/routes.js";
import { createPayloadFolder } from "../../src/catalog/ingestion/payloads.js";
import { createLiveCatalogs } from "../../src/catalog/live.js";
import { ingestionRoutes } from "../../src/catalog/routes.js";
import type { Context } from "../../src/context.js";
import { createEngine, EngineError, type Engine } from "../../src/engine/engine.js";
import { requirePrivateKey, requirePublicKey } from "../../src/http/authentication.js";
import { jsonBody } from "../../src/http/json-body.js";
import { imageRoutes } from "../../src/images/routes.js";
import { openApiRoutes } from "../../src/openapi/routes.js";
import { tasteRoutes } from "../../src/personalization/routes.js";
import { createRecommendation } from "../../src/recommendation/recommendation.js";
import { recommendationRoutes } from "../../src/recommendation/routes.js";
import { explainRoutes } from "../../src/search/explain/routes.js";
import { publicStorefrontRoutes, searchRoutes } from "../../src/search/listing/routes.js";
import { createSuggestionDictionaries } from "../../src/search/suggest/suggestion-dictionaries.js";
import { suggestRoutes } from "../../src/search/suggest/routes.js";
import { createDirectory, type Directory } from "../../src/storefront/directory.js";
import { storefrontRoutes } from "../../src/publishing/routes.js";
import { collectorRoutes } from "../../src/tracking/collector-routes.js";
import { importRoutes } from "../../src/tracking/import-routes.js";
import { startIntake } from "../../src/tracking/intake.js";
import { createRecorder } from "../../src/tracking/record-events.js";
import { createSpool } from "../../src/tracking/spool.js";
import { chainDeps } from "./chain-deps.js";
import { contextOn } from "./context.js";
import { tasteOn } from "./taste.js";
import { shopperRoutes } from "../../src/shoppers/routes.js";
import { nobodyErased } from "./nobody-erased.js";
import { publishingOf } from "./publishing.js";

/** Creates an engine that is unreachable ("away") or that rejects every call as malformed ("defect"). */
export function brokenEngine(how: "away" | "defect"): Engine {
  const away = createEngine({ url: "http://127.0.0.1:9", prefix: "broken-" });
  if (how === "away") return away;
  return { ...away, call: () => Promise.reject(new EngineError(400, "parsing_exception", "unknown key")) };
}

const everyone: RequestHandler = (_req, _res, next) => next();

/** Returns the HTTP application of the service with the given engine, in the state directly after startup. */
export function appWithEngine(engine: Engine, limits?: DeliverLimits): Express {
  const context = contextOn(engine, {
    // Invalid data folder: the path of a file, which cannot contain folders, so that events cannot be spooled.
    dataDir: process.execPath,
    recommendationBudgetMs: 100,
    eventMaxBodyBytes: 1_000_000,
    ingestionMaxBytes: 1_000_000,
    ingestionMaxLineBytes: 1_000_000,
  });
  const directory = createDirectory(context);
  const authenticate = requirePrivateKey(directory);
  const body = jsonBody({ maxBytes: 1_000_000 });
  const receiving = {
    ...context,
    payloads: createPayloadFolder(join(tmpdir(), "never-written")),
    checkStore: () => Promise.resolve(),
    onQueued: () => undefined,
  };
  const liveCatalogs = createLiveCatalogs(engine);
  const searching = { ...chainDeps(engine), ...unknownShoppers(engine), liveCatalogs };
  const books = createSuggestionDictionaries(context, catalogCache().plain);
  const pages = [requirePublicKey(directory), body];
  const routers = [
    ...atRoot(
      storefrontRoutes({ ...publishingOf({ engine }), directory, authenticate, body }),
      ingestionRoutes(receiving, authenticate),
      productUpdateRoutes(receiving, authenticate, limits),
      searchRoutes(searching, liveCatalogs, pages),
      publicStorefrontRoutes(liveCatalogs, pages),
      imageRoutes(engine, []),
      shopperRoutes([authenticate, body], () => Promise.reject(new Error("not asked for"))),
      explainRoutes(searching, liveCatalogs, [authenticate, body]),
      suggestRoutes({ ...searching, cache: catalogCache(), books }, liveCatalogs, pages),
    ),
    {
      path: "/",
      router: recommendationRoutes(
        createRecommendation({
          ...context,
          ...unknownShoppers(engine),
          liveCatalogs,
          neighbours: { recommend: () => [], companions: () => [], running: () => [] },
          cache: catalogCache(),
          personalizer: { ...unknownShoppers(engine).personalizer, rerank },
          identify: () => Promise.resolve(new Map()),
        }),
        pages,
      ),
    },
    ...trackingRouters(context, directory),
    ...atRoot(
      tasteRoutes(
        context,
        tasteOn(engine).store,
        { publicGuards: [requirePublicKey(directory)], body, admit: everyone },
        () => undefined,
      ),
    ),
    { path: "/", router: openApiRoutes() },
  ];
  return createApp(context, directory, routers);
}

function trackingRouters(context: Context, directory: Directory): MountedRouter[] {
  const record = createRecorder(context, directory, nobodyErased, []);
  const intake = startIntake(context, createSpool(context), record, 100);
  return atRoot(
    collectorRoutes(context, directory, intake, { limit: everyone, admit: everyone }),
    importRoutes(context, directory, record),
  );
}
