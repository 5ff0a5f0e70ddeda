import { constants } from "node:zlib";
import express, { type Express, type RequestHandler, type Router } from "express";
import compression from "compression";
import type { Context } from "./context.js";
import { securityHeaders } from "./http/envelope.js";
import { crossOrigin } from "./http/cors.js";
import { errorHandler, notFound } from "./http/error-handler.js";
import { locals } from "./http/locals.js";
import { requestId, requestLog } from "./http/request-log.js";
import type { Directory } from "./storefront/directory.js";

/** A router of the API with the path at which it is mounted. Each router checks the API keys. */
export interface MountedRouter {
  readonly path: string;
  readonly router: Router;
}

export const atRoot = (...routers: readonly Router[]): MountedRouter[] =>
  routers.map((router) => ({ path: "/", router }));

/**
 * Creates the Express app with all routes, without listening. Only `/v2` may be called from other origins.
 * @param traceRequests records each request as a span; undefined if tracing is off
 */
export function createApp(
  context: Context,
  directory: Directory,
  routers: readonly MountedRouter[],
  traceRequests?: RequestHandler,
): Express {
  const app = express();
  app.disable("x-powered-by");
  // Responses to shoppers differ every time, so that hashing them would be useless. Constant responses set their own ETag.
  app.disable("etag");
  app.set("query parser", "simple");

  app.use(requestId());
  app.use(securityHeaders());
  if (traceRequests !== undefined) app.use(traceRequests);
  app.use(requestLog(context));
  app.use(compress());
  app.use("/v2", crossOrigin(directory));
  for (const { path, router } of routers) app.use(path, remember(path), router);
  app.use(notFound);
  app.use(errorHandler(context));
  return app;
}

/** Stores the path of a router for the metrics, because Express loses the path when the router throws an error. */
const remember =
  (path: string): RequestHandler =>
  (_req, res, next) => {
    locals(res).basePath = path === "/" ? "" : path;
    next();
  };

/**
 * Compresses responses above 1 KiB with brotli or gzip, if the client supports it. A low compression level and a small compression window
 * keep the costs low: every response is compressed separately, is some tens of kilobytes long, and needs its own encoder.
 */
const compress = (): RequestHandler =>
  compression({
    threshold: 1_024,
    level: GZIP_LEVEL,
    brotli: {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
    },
  });

const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 3;
const BROTLI_WINDOW_BITS = 18;
