import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { createDeadline, type Deadline, withDeadline } from "../engine/deadline.js";
import type { Context } from "../context.js";
import { errorEnvelope, pathOf, SECURITY_HEADERS } from "./envelope.js";
import { RETRY_AFTER_SECONDS } from "./error-handler.js";
import { REQUEST_ID_HEADER, requestIdFor } from "./request-log.js";

/** Lets a number of requests of one class run at once. Some others wait a moment, newest first, and the rest is refused early. */
export interface Gate {
  /** The middleware behind body parsers, so that a client that is still sending holds no place. */
  readonly admit: RequestHandler;
  /** Whether a request that came now would be refused. */
  isFull(): boolean;
  /** Refuses a request, before it came to the gate or at it. */
  readonly refuse: Refuse;
  /** Whether it admits the requests of a path. */
  readonly leadsHere: (path: string) => boolean;
}

export interface PublicGuards {
  /** Rate limits and key check, in this order. */
  readonly publicGuards: readonly RequestHandler[];
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Lets as many requests of shoppers pass at once as are good for all; the last of the guards. */
  readonly admit: RequestHandler;
}

export interface GateOptions {
  readonly name: string;
  readonly leadsHere: (path: string) => boolean;
  readonly atOnce: number;
  /** How many wait at most, and for how many milliseconds. */
  readonly waiting: { readonly most: number; readonly ms: number };
  /** Milliseconds that a request has for all it reads of the engine, waiting included; as long as it takes unless given. */
  readonly deadlineMs?: number;
}

const REPORT_EVERY_MS = 10_000;

/** @param response answers those who are refused */
export function createGate(
  { logger, metrics: { admission: metrics } }: Context,
  response: Refuse,
  { name, leadsHere, atOnce, waiting, deadlineMs }: GateOptions,
): Gate {
  /** The newest goes first: under a steady overload each would otherwise wait for as long as may be waited. */
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
    logger.warn("requests are sent away: too much is asked at once", { class: name, count: unreported });
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
    // The rest of the response waits for the client to read it, and no longer takes a place here.
    res.once("prefinish", end).once("close", end);
    if (deadline === undefined) next();
    else withDeadline(deadline, next);
  }

  return {
    isFull,
    refuse,
    leadsHere,
    admit(req, res, next) {
      // The end of one that has been closed would never be noticed.
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
 * Stands in front of everything else: while a gate is full, a request that would come to it is refused before anything is
 * done for it. That costs a hundredth of what serving costs.
 */
export function shedding(listener: RequestListener, gates: readonly Gate[]): RequestListener {
  return (req, res) => {
    const path = pathOf(req.url);
    // A preflight is answered from memory, and pages cannot read why one failed.
    const gate = req.method === "OPTIONS" ? undefined : gates.find(({ leadsHere }) => leadsHere(path));
    if (gate?.isFull() === true) gate.refuse(req, res);
    else listener(req, res);
  };
}

/** Answers 503; under very many refusals a little later. */
export type Refuse = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * At about 20 µs each, 6,000 refusals a second take an eighth of a process, and less of one that is late with its timers. Clients
 * that ask again at once instead of waiting as `Retry-After` says would otherwise take all of it, and no request would be served.
 */
const REFUSALS = { most: 60, inMs: 10 };

/** Refuses requests of all gates, in order and no more than `REFUSALS` in a time. */
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
        message: "too much is asked of the service at the moment; try again shortly",
        context: null,
      },
      path,
    ),
  );

const BODIES = { recommendations: body("/v2/"), others: body("/") } as const;

/**
 * Refuses a request without looking at it: no key, no body, no route. A page of any origin may read that, since it is
 * the same for all clients.
 */
function writeRefusal(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent || res.destroyed) return;
  // A gate below a mounted path sees only the rest of it in `url`.
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
