import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { atFixedRate, type AtFixedRate } from "../../test/support/fixed-rate.js";
import { envelope, productView } from "../../test/support/tracker-payload.js";
import { BROWSER } from "../../test/support/user-agent.js";

/** A sent product view. No device views a product twice. */
export interface SentEvent {
  readonly id: string;
  readonly device: string;
  readonly product: string;
}

/** One attempt to send a request. */
export interface Try {
  readonly ms: number;
  /** Status of the response; "none" if the connection broke or timed out. */
  readonly status: number | "none";
}

export interface Tracker {
  /** Events acknowledged with a 2xx response. */
  readonly acknowledged: readonly SentEvent[];
  readonly tries: readonly Try[];
  /**
   * Stops sending new events, and waits until all events are acknowledged or the time limit is reached.
   * @returns the number of unacknowledged events
   */
  stop(timeoutMs: number): Promise<number>;
}

export interface TrackerOptions {
  /** URL of the collector's POST endpoint. */
  readonly url: string;
  readonly clientId: string;
  /** Number of events per second. */
  readonly rate: number;
  readonly products: readonly string[];
  /** Prefix of event and device ids, to distinguish several trackers of one installation. */
  readonly name?: string;
}

const EVENTS_A_REQUEST = 2;
/**
 * Number of events per device. Each event of a device is sent in a separate request, so that the events in a taste
 * profile can be counted per device.
 */
const EVENTS_A_DEVICE = 4;
/** Response timeout of tracker requests in milliseconds. */
const TIMEOUT_MS = 15_000;
const RETRY_MS = 200;
/**
 * Maximum number of concurrent retries. While the service is down, thousands of requests wait, and retrying all of them
 * would overload this process.
 */
const RETRIES_AT_ONCE = 100;

/** Sends events at a fixed rate, independent of responses, and retries each request until it is acknowledged. */
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
      // The connection failed or timed out.
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

/**
 * Returns the events of a request: one event for each of several devices. The next requests contain views of other
 * products by the same devices.
 */
function eventsOf(request: number, products: readonly string[], name: string): SentEvent[] {
  const group = Math.floor(request / EVENTS_A_DEVICE);
  const nth = request % EVENTS_A_DEVICE;
  return Array.from({ length: EVENTS_A_REQUEST }, (_, member) => ({
    id: `${name}event-${request}-${member}`,
    device: `${name}device-${group}-${member}`,
    product: products[(group + member + nth) % products.length] ?? "",
  }));
}
