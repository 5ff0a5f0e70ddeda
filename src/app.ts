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

/** A domain's routes and where they are mounted. Each router checks keys itself. */
export interface MountedRouter {
  readonly path: string;
  readonly router: Router;
}

export const atRoot = (...routers: readonly Router[]): MountedRouter[] =>
  routers.map((router) => ({ path: "/", router }));

/**
 * The whole HTTP interface; does not listen. Only `/v2` may be called from other origins.
 * @param traceRequests records each request as a span; left out where tracing is off
 */
export function createApp(
  context: Context,
  directory: Directory,
  routers: readonly MountedRouter[],
  traceRequests?: RequestHandler,
): Express {
  const app = express();
  app.disable("x-powered-by");
  // Answers are never the same twice for a shopper; a hash of each would only cost time. What does not change has its own.
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

/** Express forgets where a router was mounted once an error leaves it; the metrics want to know. */
const remember =
  (path: string): RequestHandler =>
  (_req, res, next) => {
    locals(res).basePath = path === "/" ? "" : path;
    next();
  };

/**
 * Answers of more than 1 KiB that become shorter are sent as brotli or gzip, where the client takes it. The quality is low and
 * the window small: answers are made for one request, of tens of kilobytes, and every one under way needs its own encoder.
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
