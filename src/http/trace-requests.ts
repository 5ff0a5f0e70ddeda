import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { RequestHandler } from "express";
import { tracer } from "../observability/tracing.js";
import type { ClientAddresses } from "./client-address.js";
import { locals, requestIdOf } from "./locals.js";
import { pathOf } from "./path.js";
import { methodLabel, routeLabel } from "./request-log.js";

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
