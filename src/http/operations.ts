import type { RequestListener } from "node:http";
import type { Context } from "../context.js";
import type { Engine } from "../engine/engine.js";
import { pathOf, SECURITY_HEADERS } from "./envelope.js";

interface Operated {
  /** Updates metrics that are only computed when they are read. */
  readonly beforeScrape: () => Promise<void>;
  /** Returns the problems that operators should fix although the service still handles requests, one sentence per problem. */
  readonly notices: () => readonly string[];
  /** Returns true while the process is shutting down and should receive no new requests. */
  readonly isStopping: () => boolean;
}

/** Maximum time in milliseconds for a ping of the search engine. After this time, the engine counts as unavailable. */
const PING_TIMEOUT_MS = 1_000;

/**
 * The endpoints for operators and schedulers, on a separate port: `/metrics`, `/livez` (whether the process runs), `/readyz` (whether it
 * can receive requests).
 */
export function operations(context: Context, operated: Operated): RequestListener {
  return (req, res) => {
    response(context, operated, req.method ?? "", pathOf(req.url)).then(
      ({ status, type, body }) => {
        const allow = status === 405 ? { Allow: "GET, HEAD" } : {};
        res.writeHead(status, { ...SECURITY_HEADERS, "Content-Type": type, ...allow }).end(body);
      },
      () => {
        res.writeHead(500).end();
      },
    );
  };
}

interface ResponseBody {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function response(
  { engine, metrics: { registry } }: Context,
  operated: Operated,
  method: string,
  path: string,
): Promise<ResponseBody> {
  if (method !== "GET" && method !== "HEAD") return text(405, "method not allowed");
  switch (path) {
    case "/metrics":
      await operated.beforeScrape();
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    case "/livez":
      return text(200, "ok");
    case "/readyz":
      if (operated.isStopping()) return text(503, "stopping");
      if (!(await isResponding(engine))) return text(503, "engine unavailable");
      return text(200, ["ok", ...operated.notices()].join("\n"));
    default:
      return text(404, "not found; available paths: /metrics, /livez and /readyz");
  }
}

async function isResponding(engine: Engine): Promise<boolean> {
  try {
    await engine.call("ping", { method: "GET", path: "/", timeout: PING_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

const text = (status: number, body: string): ResponseBody => ({
  status,
  type: "text/plain; charset=utf-8",
  body: `${body}\n`,
});
