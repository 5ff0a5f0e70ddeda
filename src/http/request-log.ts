import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context } from "../context.js";
import { locals, requestIdOf } from "./locals.js";
import { pathOf } from "./envelope.js";
import { tracer } from "../observability/index.js";
import type { ClientAddresses } from "./client-address.js";

/** Minimum duration in seconds of a request that is logged as a warning. */
const SLOW_SECONDS = 1;

/** Uploads are not logged as slow, because large uploads take long. */
const MAY_BE_SLOW = /^\/v1\/(ingestion|events)(\/|$)/;

/** Measures the duration of every request, and logs every request at debug level, or at warn level if the request was slow. */
export function requestLog({ logger, metrics }: Context): RequestHandler {
  const debug = logger.isDebugEnabled();
  return (req, res, next) => {
    const started = performance.now();
    res.once("close", () => {
      const seconds = (performance.now() - started) / 1000;
      const label = routeLabel(req, res) ?? "unmatched";
      // A request is aborted if the client disconnected before the response was complete.
      const status = res.writableFinished ? String(res.statusCode) : "aborted";
      metrics.requestDuration.observe({ method: methodLabel(req.method), route: label, status }, seconds);
      const slow = seconds >= SLOW_SECONDS && !MAY_BE_SLOW.test(label);
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

/** HTTP methods with their own metric label. All other methods share one label, because clients can send any of Node's thirty methods. */
const LABELLED = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const methodLabel = (method: string) => (LABELLED.has(method) ? method : "other");

/**
 * Returns the pattern of a request's route ("/v1/ingestion/:id"), so that the number of labels is limited; undefined if no route matched.
 */
export function routeLabel(req: Request, res: Response): string | undefined {
  const route = req.route as { readonly path: string } | undefined;
  return route === undefined ? undefined : `${locals(res).basePath ?? ""}${route.path}`;
}

/**
 * Records each request as a span, with the names and attributes of OpenTelemetry's conventions for HTTP servers. Trace
 * headers are only accepted from trusted proxies. Otherwise shoppers could decide which requests are recorded.
 */
export function traceRequests(addresses: ClientAddresses): RequestHandler {
  return (req, res, next) => {
    const method = methodLabel(req.method);
    const from = addresses.isProxy(req.socket) ? propagation.extract(ROOT_CONTEXT, req.headers) : ROOT_CONTEXT;
    const attributes = {
      "http.request.method": method === "other" ? "_OTHER" : method,
      "url.path": pathOf(req.originalUrl),
      "vitrine.request_id": requestIdOf(res),
    };
    const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, from);
    res.once("close", () => {
      const route = routeLabel(req, res);
      if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute("http.route", route);
      const { caller } = locals(res);
      if (caller !== undefined) span.setAttribute("vitrine.client_id", caller.storefront.client_id);
      if (!res.writableFinished) span.setAttribute("error.type", "aborted");
      else {
        span.setAttribute("http.response.status_code", res.statusCode);
        if (res.statusCode >= 500)
          span.setAttribute("error.type", String(res.statusCode)).setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    });
    context.with(trace.setSpan(from, span), next);
  };
}

export const REQUEST_ID_HEADER = "X-Request-Id";

const SANE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** @param given value of the request header `X-Request-Id` */
export const requestIdFor = (given: string | readonly string[] | undefined): string =>
  typeof given === "string" && SANE.test(given) ? given : randomUUID();

/** Assigns an id to every request: the received id if it is safe for headers and logs, otherwise a new one. */
export const requestId = (): RequestHandler => (req, res, next) => {
  const id = requestIdFor(req.headers["x-request-id"]);
  locals(res).requestId = id;
  res.setHeader(REQUEST_ID_HEADER, id);
  next();
};
