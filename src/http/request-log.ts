import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "../observability/logger.js";
import type { Metrics } from "../observability/metrics.js";
import { locals, requestIdOf } from "./locals.js";
import { pathOf } from "./path.js";

/** Requests that take longer are worth a line in any log. */
const SLOW_SECONDS = 1;

/** Uploads are slow because they are large. */
const MAY_BE_SLOW: ReadonlySet<string | undefined> = new Set(["/v1/ingestion", "/v1/events"]);

/** Observes every request, and logs it: at debug level, at warn when it was slow, not at all otherwise. */
export function requestLog({
  logger,
  metrics,
}: {
  readonly logger: Logger;
  readonly metrics: Metrics;
}): RequestHandler {
  const debug = logger.isDebugEnabled();
  return (req, res, next) => {
    const started = performance.now();
    res.once("close", () => {
      const seconds = (performance.now() - started) / 1000;
      const label = routeLabel(req, res) ?? "unmatched";
      // The client went away before the answer was complete.
      const status = res.writableFinished ? String(res.statusCode) : "aborted";
      metrics.requestDuration.observe({ method: methodLabel(req.method), route: label, status }, seconds);
      const slow = seconds >= SLOW_SECONDS && !MAY_BE_SLOW.has(locals(res).basePath);
      if (!debug && !slow) return;
      const fields = {
        request_id: requestIdOf(res),
        client_id: locals(res).caller?.storefront.client_id,
        method: req.method,
        path: pathOf(req.originalUrl),
        status,
        ms: Math.round(seconds * 1000),
      };
      if (slow) logger.warn("slow request", fields);
      else logger.debug("request", fields);
    });
    next();
  };
}

/** Node takes some thirty methods; each would be a label that clients choose. */
const LABELLED = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
export const methodLabel = (method: string) => (LABELLED.has(method) ? method : "other");

/** The pattern of a request's route ("/v1/ingestion/:id"), so that there are as many labels as routes; undefined where none matched. */
export function routeLabel(req: Request, res: Response): string | undefined {
  const route = req.route as { readonly path: string } | undefined;
  return route === undefined ? undefined : `${locals(res).basePath ?? ""}${route.path}`;
}
