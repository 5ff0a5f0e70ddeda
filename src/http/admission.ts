import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { createDeadline, type Deadline, withDeadline } from "../engine/deadline.js";
import type { Context } from "../context.js";
import { errorEnvelope, pathOf, SECURITY_HEADERS } from "./envelope.js";
import { RETRY_AFTER_SECONDS } from "./error-handler.js";
import { REQUEST_ID_HEADER, requestIdFor } from "./request-log.js";

/**
 * Limits the number of concurrent requests of one kind. Above the limit, a few requests wait briefly, and the newest of them is processed
 * first. All other requests are rejected immediately.
 */
export interface Gate {
  /** Middleware that applies the limit. Mount it after body parsers, so that requests that are still being received do not count. */
  readonly admit: RequestHandler;
  /** Returns whether a new request would be rejected. */
  isFull(): boolean;
  /** Rejects a request because of overload. */
  readonly refuse: Refuse;
  /** Returns whether the gate applies to a path. */
  readonly leadsHere: (path: string) => boolean;
}

export interface PublicGuards {
  /** Middleware of public routes: rate limits and the check of the public key. */
  readonly publicGuards: readonly RequestHandler[];
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Limits concurrent requests of shoppers. Mount it as the last guard. */
  readonly admit: RequestHandler;
}

export interface GateOptions {
  readonly name: string;
  readonly leadsHere: (path: string) => boolean;
  readonly atOnce: number;
  /** Maximum number of waiting requests, and maximum waiting time of a request in milliseconds. */
  readonly waiting: { readonly most: number; readonly ms: number };
  /** Maximum milliseconds for all engine reads of a request, including the waiting time. Default: unlimited. */
  readonly deadlineMs?: number;
}

const REPORT_EVERY_MS = 10_000;

/** @param response writes the response to rejected requests */
export function createGate(
  { logger, metrics: { admission: metrics } }: Context,
  response: Refuse,
  { name, leadsHere, atOnce, waiting, deadlineMs }: GateOptions,
): Gate {
  /**
   * Waiting requests. The newest request is processed first. In the opposite order, every request would wait the maximum time under steady
   * overload.
   */
  const queue: (() => void)[] = [];
  let running = 0;
  let unreported = 0;
  let reportedAt = -Infinity;
  const isFull = () => running >= atOnce && queue.length >= waiting.most;

  const refuse: Refuse = (req, res) => {
    response(req, res);
    metrics.requests.inc({ class: name, outcome: "refused" });
    unreported += 1;
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    logger.warn("rejecting requests: too many concurrent requests", { class: name, count: unreported });
    unreported = 0;
    reportedAt = performance.now();
  };

  function start(res: ServerResponse, deadline: Deadline | undefined, next: () => void): void {
    running += 1;
    metrics.requests.inc({ class: name, outcome: "admitted" });
    metrics.running.set({ class: name }, running);
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      if (!res.writableEnded) deadline?.abandon();
      running -= 1;
      metrics.running.set({ class: name }, running);
      while (running < atOnce && queue.length > 0) queue.pop()?.();
    };
    // A request counts as running until the service has written the response, not until the client has received it.
    res.once("prefinish", end).once("close", end);
    if (deadline === undefined) next();
    else withDeadline(deadline, next);
  }

  return {
    isFull,
    refuse,
    leadsHere,
    admit(req, res, next) {
      // The response is already closed, so no event will report the end of the request.
      if (res.destroyed) return;
      if (isFull()) {
        refuse(req, res);
        return;
      }
      const deadline = deadlineMs === undefined ? undefined : createDeadline(deadlineMs);
      if (running < atOnce) {
        start(res, deadline, next);
        return;
      }
      const inOwnContext = AsyncLocalStorage.snapshot();
      const goOn = () => {
        clearTimeout(late);
        if (!res.destroyed) inOwnContext(start, res, deadline, next);
      };
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(goOn), 1);
        refuse(req, res);
      }, waiting.ms);
      queue.push(goOn);
    },
  };
}

/**
 * Wraps a listener with load shedding: while a gate is full, requests to its paths are rejected before any other work. Rejecting a request
 * takes about one per cent of the CPU time of serving it.
 */
export function shedding(listener: RequestListener, gates: readonly Gate[]): RequestListener {
  return (req, res) => {
    const path = pathOf(req.url);
    // Preflights are never rejected: they are answered from memory, and a page cannot read why a preflight failed.
    const gate = req.method === "OPTIONS" ? undefined : gates.find(({ leadsHere }) => leadsHere(path));
    if (gate?.isFull() === true) gate.refuse(req, res);
    else listener(req, res);
  };
}

/** Responds with 503. If many requests are rejected, the response is delayed slightly. */
export type Refuse = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Maximum number of rejections per interval, and the interval in milliseconds. A rejection takes about 20 µs, so 6,000 rejections per
 * second use an eighth of the CPU time of a process. Without a limit, clients that retry immediately despite `Retry-After` could use all of
 * the CPU time.
 */
const REFUSALS = { most: 60, inMs: 10 };

/** Rejects requests of all admission gates in order of arrival, at the maximum rate `REFUSALS`. */
export function createRefusals(): Refuse {
  const queue: { readonly req: IncomingMessage; readonly res: ServerResponse }[] = [];
  let left = REFUSALS.most;
  let timer: NodeJS.Timeout | undefined;

  function work(): void {
    const next = queue.splice(0, left);
    left -= next.length;
    for (const { req, res } of next) writeRefusal(req, res);
  }

  function renew(): void {
    left = REFUSALS.most;
    timer = queue.length > 0 ? setTimeout(renew, REFUSALS.inMs) : undefined;
    work();
  }

  return (req, res) => {
    queue.push({ req, res });
    timer ??= setTimeout(renew, REFUSALS.inMs);
    work();
  };
}

const body = (path: string) =>
  JSON.stringify(
    errorEnvelope(
      {
        code: "unavailable",
        message: "the service is overloaded; try again shortly",
        context: null,
      },
      path,
    ),
  );

const BODIES = { recommendations: body("/v2/"), others: body("/") } as const;

/**
 * Rejects a request without checking its key, body or route. Pages of any origin may read the response, because it is
 * the same for all clients.
 */
function writeRefusal(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent || res.destroyed) return;
  // In a router mounted at a path, `url` contains only the rest of the request path.
  const { originalUrl = req.url } = req as { originalUrl?: string };
  const text = originalUrl?.startsWith("/v2/") ? BODIES.recommendations : BODIES.others;
  const { origin } = req.headers;
  res.writeHead(503, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": text.length,
    "Retry-After": String(RETRY_AFTER_SECONDS),
    [REQUEST_ID_HEADER]: requestIdFor(req.headers["x-request-id"]),
    Vary: "Origin",
    ...SECURITY_HEADERS,
    ...(origin === undefined
      ? {}
      : {
          "Access-Control-Allow-Origin": origin,
          "Access-Control-Allow-Credentials": "true",
          "Access-Control-Expose-Headers": "X-Request-Id,Retry-After",
        }),
  });
  res.end(text);
}
