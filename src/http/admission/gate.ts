import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { createDeadline, withDeadline } from "../../engine/deadline.js";
import type { AdmissionMetrics } from "../../observability/admission-metrics.js";
import { pathOf } from "../envelope.js";
import { routeLabel } from "../request-log.js";
import { createAdmissionQueue } from "./queue.js";
import type { Refuse } from "./refusal.js";
import type { AdaptiveLimit } from "./vegas.js";

/** Lets as many requests of one class run at once as are good for all of them, and sends the rest away early. */
export interface Gate {
  /** The middleware behind body parsers, so that a client that is still sending holds no place. */
  readonly admit: RequestHandler;
  /** Whether a request that came now would be sent away. */
  isFull(): boolean;
  /** Sends a request away, before it came to the gate or at it. */
  readonly refuse: Refuse;
}

export interface GateOptions {
  /** Label of the metrics. */
  readonly name: string;
  readonly limit: Pick<AdaptiveLimit, "limit"> & Partial<AdaptiveLimit>;
  /** How many wait at most. */
  readonly most: number;
  /** Milliseconds that an admitted request has for all it reads of the engine; as long as it takes unless given. */
  readonly deadlineMs?: number;
  /** Answers those who are sent away. */
  readonly refuse: Refuse;
  readonly metrics: AdmissionMetrics;
  /** Called from time to time with the number of refused requests. @param count since the last call */
  readonly onRefused: (name: string, count: number) => void;
}

interface Waiting {
  readonly req: Request;
  readonly res: Response;
  readonly at: number;
  readonly next: () => void;
  /** Runs what it is given in the request's own context: that of the one whose end lets it go on is another. */
  inContext: (run: () => void) => void;
}

const atOnce = (run: () => void) => {
  run();
};

/** How often those are looked for who have waited in vain. */
const SWEEP_MS = 5;
const TELL_EVERY_MS = 10_000;

/** A burst may last as long as a few requests take; before anything is known of them, and while all is slow, a second. */
const BURST = { requests: 4, leastMs: 75, mostMs: 1_000 };

const burstMs = (typicalMs: number | undefined): number =>
  Math.min(BURST.mostMs, Math.max(BURST.leastMs, BURST.requests * (typicalMs ?? Infinity)));

export function createGate({ name, limit, most, deadlineMs, refuse, metrics, onRefused }: GateOptions): Gate {
  const queue = createAdmissionQueue<Waiting>({
    limit: () => limit.limit,
    most,
    burstMs: () => burstMs(limit.typicalMs),
  });
  const now = () => performance.now();
  let sweeping: NodeJS.Timeout | undefined;
  let unreported = 0;
  let toldAt = -Infinity;

  const sendAway: Refuse = (req, res) => {
    refuse(req, res);
    metrics.requests.inc({ class: name, outcome: "refused" });
    unreported += 1;
    if (now() - toldAt < TELL_EVERY_MS) return;
    onRefused(name, unreported);
    unreported = 0;
    toldAt = now();
  };

  function start({ req, res, at, next, inContext }: Waiting): void {
    const startedAt = now();
    metrics.requests.inc({ class: name, outcome: "admitted" });
    metrics.waited.observe({ class: name }, (startedAt - at) / 1000);
    const deadline = deadlineMs === undefined ? undefined : createDeadline(deadlineMs - (startedAt - at));
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      if (!res.writableEnded) deadline?.abandon();
      else {
        const served = { kind: kindOf(req, res), ms: now() - startedAt, ok: res.statusCode !== 503 };
        // A request that failed by its own mistake, or by a bug, says nothing about how long others take.
        if (res.statusCode < 400 || !served.ok) limit.served?.(served, queue.running, now());
      }
      queue.end();
      goOn();
    };
    // The rest of the response waits for the client to read it, and no longer takes a place here.
    res.once("prefinish", end).once("close", end);
    inContext(() => {
      if (deadline === undefined) next();
      else withDeadline(deadline, next);
    });
  }

  function goOn(): void {
    for (const one of queue.next(now())) {
      if (!one.res.destroyed) start(one);
      else {
        queue.end();
        goOn();
      }
    }
    metrics.limit.set({ class: name }, limit.limit);
    metrics.running.set({ class: name }, queue.running);
  }

  function sweep(): void {
    for (const { req, res } of queue.expired(now())) sendAway(req, res);
    sweeping = undefined;
    if (queue.waiting > 0) sweepSoon();
  }

  /** Where this process was busy, those that have ended meanwhile make room first: their answers are read before the immediate. */
  function sweepSoon(): void {
    sweeping ??= setTimeout(() => setImmediate(sweep), SWEEP_MS);
  }

  return {
    refuse: sendAway,
    isFull: () => queue.isFull(now()),
    admit(req, res, next) {
      // Its end would never be noticed.
      if (res.destroyed) return;
      const one: Waiting = { req, res, at: now(), next, inContext: atOnce };
      switch (queue.arrive(one, one.at)) {
        case "start":
          start(one);
          break;
        case "wait":
          // 7 µs, which only those pay who wait.
          one.inContext = AsyncLocalStorage.snapshot();
          sweepSoon();
          break;
        case "refuse":
          sendAway(req, res);
      }
    },
  };
}

/** The method and the pattern of the route: as many as there are routes. */
const kindOf = (req: Request, res: Response): string => `${req.method} ${routeLabel(req, res) ?? ""}`;

/** A gate, and which paths it admits requests of. */
export interface Entrance {
  readonly leadsHere: (path: string) => boolean;
  readonly gate: Gate;
}

/**
 * Stands in front of everything else: while a gate is full, a request that would come to it is sent away before anything is
 * done for it. That costs a hundredth of what serving costs.
 */
export function shedding(listener: RequestListener, entrances: readonly Entrance[]): RequestListener {
  return (req, res) => {
    const path = pathOf(req.url);
    // A preflight is answered from memory, and pages cannot read why one failed.
    const entrance = req.method === "OPTIONS" ? undefined : entrances.find(({ leadsHere }) => leadsHere(path));
    if (entrance?.gate.isFull() === true) entrance.gate.refuse(req, res);
    else listener(req, res);
  };
}
