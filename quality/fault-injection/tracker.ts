import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { atFixedRate, type AtFixedRate } from "../../test/support/fixed-rate.js";
import { envelope, productView } from "../../test/support/tracker-payload.js";
import { BROWSER } from "../../test/support/user-agent.js";

/** One event that was sent: a device's look at a product. No device looks at a product twice. */
export interface SentEvent {
  readonly id: string;
  readonly device: string;
  readonly product: string;
}

/** How one try to send a request went. */
export interface Try {
  readonly ms: number;
  /** Of the answer; "none" where the connection broke or nothing came in time. */
  readonly status: number | "none";
}

export interface Tracker {
  /** Events that a 2xx was given for. */
  readonly acknowledged: readonly SentEvent[];
  readonly tries: readonly Try[];
  /** Sends nothing new, and waits until everything is acknowledged or the time is over. @returns how many events are not */
  stop(timeoutMs: number): Promise<number>;
}

export interface TrackerOptions {
  /** Of the collector's POST. */
  readonly url: string;
  readonly clientId: string;
  /** Events a second. */
  readonly rate: number;
  readonly products: readonly string[];
  /** Begins the names of its events and devices, where several trackers send to one installation. */
  readonly name?: string;
}

const EVENTS_A_REQUEST = 2;
/** Each device has so many events, in as many requests, so that what was learnt of each can be counted. */
const EVENTS_A_DEVICE = 4;
/** The time that trackers wait for a response. */
const TIMEOUT_MS = 15_000;
const RETRY_MS = 200;
/** While nobody is there, thousands wait; if all of them tried again all the time, this process would do nothing else. */
const RETRIES_AT_ONCE = 100;

/** Sends events at a fixed rate, whatever becomes of them, and each request again until it is acknowledged, as trackers do. */
export function startTracker({ url, clientId, rate, products, name = "" }: TrackerOptions): Tracker {
  const acknowledged: SentEvent[] = [];
  const tries: Try[] = [];
  const pending = new Set<Promise<void>>();
  const again = pLimit(RETRIES_AT_ONCE);
  let isGivenUp = false;

  const sending: AtFixedRate = atFixedRate(rate / EVENTS_A_REQUEST, (number) => {
    const one = send(eventsOf(number, products, name)).finally(() => pending.delete(one));
    pending.add(one);
  });

  async function send(events: readonly SentEvent[]): Promise<void> {
    const createdAt = Date.now();
    let done = await attempt(events, createdAt);
    while (!done && !isGivenUp) {
      done = await again(async () => {
        if (!isGivenUp) await delay(RETRY_MS);
        return attempt(events, createdAt);
      });
    }
    if (done) acknowledged.push(...events);
  }

  async function attempt(events: readonly SentEvent[], createdAt: number): Promise<boolean> {
    if (isGivenUp) return false;
    const times = { dtm: String(createdAt), stm: String(Date.now()) };
    const data = events.map(({ id, device, product }) =>
      productView(product, { aid: clientId, eid: id, duid: device, ...times }),
    );
    const started = performance.now();
    let status: Try["status"] = "none";
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
        body: JSON.stringify(envelope(...data)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      status = response.status;
    } catch {
      // Nobody was there, or nobody answered.
    }
    tries.push({ ms: performance.now() - started, status });
    return status !== "none" && status < 300;
  }

  return {
    acknowledged,
    tries,
    async stop(timeoutMs) {
      const begun = sending.stop();
      const deadline = performance.now() + timeoutMs;
      while (pending.size > 0 && performance.now() < deadline) await delay(50);
      isGivenUp = true;
      await Promise.all(pending);
      return begun * EVENTS_A_REQUEST - acknowledged.length;
    },
  };
}

/** The events of a request: one each of some devices, which look at other products in the next requests. */
function eventsOf(request: number, products: readonly string[], name: string): SentEvent[] {
  const group = Math.floor(request / EVENTS_A_DEVICE);
  const nth = request % EVENTS_A_DEVICE;
  return Array.from({ length: EVENTS_A_REQUEST }, (_, member) => ({
    id: `${name}event-${request}-${member}`,
    device: `${name}device-${group}-${member}`,
    product: products[(group + member + nth) % products.length] ?? "",
  }));
}
