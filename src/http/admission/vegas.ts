/** One request that has been served. */
interface Served {
  /** Requests of the same kind take about equally long. */
  readonly kind: string;
  /** Milliseconds from its start, without what it waited before. */
  readonly ms: number;
  /** False where the service or its engine failed, or was too late. */
  readonly ok: boolean;
}

/** How many requests may run at once, found out from how long they take. */
export interface AdaptiveLimit {
  readonly limit: number;
  /** Milliseconds that a request takes at present; undefined before the first. */
  readonly typicalMs: number | undefined;
  /** @param running how many ran when it ended, itself included @param now milliseconds on a clock that never goes back */
  served(request: Served, running: number, now: number): void;
}

export interface VegasOptions {
  readonly initial: number;
  readonly floor: number;
  readonly ceiling: number;
}

/** Requests that may stand in queues further on: fewer, and something is idle now and then; more, and they only wait. */
const QUEUED = { least: 2, most: 4 };
/** The limit changes at most so often, and not before so many requests have been seen. */
const WINDOW = { ms: 200, requests: 20 };
/** Of a kind, to say how long it takes. */
const TELLING = 5;
/** While requests are few, how long they take is learnt anew: a window counts for so much. */
const LEARNING_RATE = 0.1;
/** The typical duration of a request is estimated from about this many of the last ones. */
const TYPICAL_OF = 20;
/** Of a window's requests; the engine is in trouble. */
const FAILING_SHARE = 0.1;
const SETBACK = 0.75;
/**
 * After this long at the limit the duration of unhindered requests is unknown: it is measured again at half the limit.
 */
const PROBE_AFTER_MS = 30_000;

interface Window {
  readonly startedAt: number;
  readonly kinds: Map<string, { ms: number; requests: number }>;
  requests: number;
  failures: number;
  busiest: number;
}

/**
 * TCP Vegas's estimate of a queue (Brakmo and Peterson, 1995), as Netflix's concurrency-limits uses it for requests: of
 * `limit` requests, `limit × (1 − base / actual)` only wait somewhere, where `base` is what they take when nothing holds
 * them up. The limit rises while that is too few and falls while it is too many. Kinds of requests have a base each, so
 * that a change of the mixture is no congestion. Whether it is this process or the engine that holds up does not matter.
 */
export function createVegasLimit({ initial, floor, ceiling }: VegasOptions): AdaptiveLimit {
  let limit = Math.min(Math.max(initial, floor), ceiling);
  let typicalMs: number | undefined;
  const bases = new Map<string, number>();
  let window: Window | undefined;
  let pressedSince: number | undefined;
  /** While a look at half of the limit is taken: what it was, and whether those that started before it have ended. */
  let probe: { readonly before: number; settled: boolean } | undefined;

  const bounded = (value: number) => Math.min(ceiling, Math.max(floor, Math.floor(value)));

  function learn({ kinds }: Window, isPressed: boolean): void {
    for (const [kind, { ms, requests }] of kinds) {
      if (requests < TELLING) continue;
      const mean = ms / requests;
      const base = bases.get(kind) ?? mean;
      bases.set(kind, isPressed ? Math.min(base, mean) : base + LEARNING_RATE * (mean - base));
    }
  }

  function queued({ kinds }: Window): number {
    let actual = 0;
    let base = 0;
    for (const [kind, { ms, requests }] of kinds) {
      const known = bases.get(kind);
      if (known === undefined) continue;
      actual += ms;
      base += known * requests;
    }
    return actual === 0 ? 0 : limit * (1 - Math.min(1, base / actual));
  }

  function adapt(ended: Window, now: number): void {
    if (ended.failures > FAILING_SHARE * ended.requests) {
      limit = bounded(limit * SETBACK);
      return;
    }
    if (probe !== undefined && !probe.settled) {
      probe.settled = true;
      return;
    }
    if (probe !== undefined) {
      bases.clear();
      learn(ended, true);
      limit = bounded(probe.before);
      probe = undefined;
      return;
    }
    const isPressed = 2 * ended.busiest >= limit;
    learn(ended, isPressed);
    pressedSince = isPressed ? (pressedSince ?? ended.startedAt) : undefined;
    if (pressedSince === undefined) return;
    if (now - pressedSince >= PROBE_AFTER_MS) {
      probe = { before: limit, settled: false };
      pressedSince = now;
      limit = bounded(limit / 2);
      return;
    }
    const waiting = queued(ended);
    if (waiting < QUEUED.least) limit = bounded(limit + 1);
    else if (waiting > QUEUED.most) limit = bounded(limit - Math.ceil((waiting - QUEUED.most) / 2));
  }

  return {
    get limit() {
      return limit;
    },
    get typicalMs() {
      return typicalMs;
    },
    served({ kind, ms, ok }, running, now) {
      window ??= { startedAt: now, kinds: new Map(), requests: 0, failures: 0, busiest: 0 };
      window.requests += 1;
      window.busiest = Math.max(window.busiest, running);
      if (ok) {
        typicalMs = typicalMs === undefined ? ms : typicalMs + (ms - typicalMs) / TYPICAL_OF;
        const sum = window.kinds.get(kind) ?? { ms: 0, requests: 0 };
        sum.ms += ms;
        sum.requests += 1;
        window.kinds.set(kind, sum);
      } else window.failures += 1;
      const isFull = window.requests >= WINDOW.requests && now - window.startedAt >= WINDOW.ms;
      if (!isFull) return;
      adapt(window, now);
      window = undefined;
    },
  };
}
