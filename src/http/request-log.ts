import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context } from "../context.js";
import { locals, requestIdOf } from "./locals.js";
import { pathOf } from "./envelope.js";
import { tracer } from "../observability/index.js";
import type { ClientAddresses } from "./client-address.js";

/** Requests that take longer are worth a line in any log. */
const SLOW_SECONDS = 1;

/** Uploads are slow because they are large. */
const MAY_BE_SLOW = /^\/v1\/(ingestion|events)(\/|$)/;

/** Observes every request, and logs it: at debug level, at warn when it was slow, not at all otherwise. */
export function requestLog({ logger, metrics }: Context): RequestHandler {
  const debug = logger.isDebugEnabled();
  return (req, res, next) => {
    const started = performance.now();
    res.once("close", () => {
      const seconds = (performance.now() - started) / 1000;
      const label = routeLabel(req, res) ?? "unmatched";
      // The client went away before the answer was complete.
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

/** Node takes some thirty methods; each would be a label that clients choose. */
const LABELLED = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const methodLabel = (method: string) => (LABELLED.has(method) ? method : "other");

/** The pattern of a request's route ("/v1/ingestion/:id"), so that there are as many labels as routes; undefined where none matched. */
export function routeLabel(req: Request, res: Response): string | undefined {
  const route = req.route as { readonly path: string } | undefined;
  return route === undefined ? undefined : `${locals(res).basePath ?? ""}${route.path}`;
}

/**
 * Records each request as a span, named and described as OpenTelemetry's conventions for HTTP servers say. Only trusted
 * proxies say which trace a request belongs to and whether it is recorded: shoppers would have the say otherwise.
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

/** @param given the header that came */
export const requestIdFor = (given: string | readonly string[] | undefined): string =>
  typeof given === "string" && SANE.test(given) ? given : randomUUID();

/** Names every request: with the id that came, when it is safe to repeat in headers and logs, else with a new one. */
export const requestId = (): RequestHandler => (req, res, next) => {
  const id = requestIdFor(req.headers["x-request-id"]);
  locals(res).requestId = id;
  res.setHeader(REQUEST_ID_HEADER, id);
  next();
};
