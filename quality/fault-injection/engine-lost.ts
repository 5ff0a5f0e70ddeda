import { setTimeout as delay } from "node:timers/promises";
import { atFixedRate } from "../../test/support/fixed-rate.js";
import { until } from "../../test/support/until.js";
import { atLeast, atMost, none, type Check } from "./scenario.js";
import { withEvents, type UnderFaults } from "./events-under-faults.js";
import { pause, type TestBed } from "./test-bed.js";
import type { Try } from "./tracker.js";

/**
 * Maximum response time of the collector during an engine failure. The short run allows a longer time, because that run
 * is also used on slow machines.
 */
const EVENT_MS = { full: 2_000, short: 5_000 } as const;
/**
 * Maximum response time of a listing during an engine failure: the deadline of a search plus one second for busy
 * machines.
 */
const LISTING_MS = { full: 3_500, short: 10_000 } as const;
/** Maximum time until the service is ready after the engine has returned. */
const READY_MS = 60_000;
const LISTINGS_A_SECOND = 10;
/** Request timeout in milliseconds. Longer than any expected response, so that hanging requests are measured. */
const PATIENCE_MS = 40_000;

const KILLS = { full: 8, short: 1 } as const;
const FREEZES = { full: 6, short: 1 } as const;

/** Kills the engine while events and listings are in flight, and restarts it with the same data and address. */
export const killEngineUnderEvents = (ground: TestBed): Promise<Check[]> =>
  loseEngine(ground, "kills", KILLS, async () => {
    await ground.node.kill();
    await pause(ground, 1_000, 6_000);
    await ground.node.revive();
  });

/** Freezes the engine (SIGSTOP), so that it accepts connections without responding, and resumes it (SIGCONT). */
export const freezeEngineUnderEvents = (ground: TestBed): Promise<Check[]> =>
  loseEngine(ground, "freezes", FREEZES, async () => {
    ground.node.freeze();
    await pause(ground, 3_000, 12_000);
    ground.node.thaw();
  });

async function loseEngine(
  ground: TestBed,
  what: string,
  rounds: { readonly full: number; readonly short: number },
  lose: () => Promise<void>,
): Promise<Check[]> {
  const form = ground.isShort ? "short" : "full";
  const wanted = rounds[form];
  return withEvents(ground, async (attacked) => {
    const listings = startListings(attacked);
    const done = await ground.rounds(what, wanted, async () => {
      await pause(ground, 500, 2_000);
      await lose();
      await until("the service is ready again", () => isReady(attacked), READY_MS);
    });
    const shown = await listings.stop();
    const { tries } = attacked.tracker;
    return [
      atLeast(`${what} of the engine`, done, 1),
      atMost("slowest response to an event request", slowest(tries), EVENT_MS[form], "ms"),
      none("event requests without status 200", tries.filter(({ status }) => status !== 200).map(described)),
      atMost("slowest listing response", slowest(shown), LISTING_MS[form], "ms"),
      none(
        "listing responses with a status other than 200 and 503",
        shown.filter(({ status }) => status !== 200 && status !== 503).map(described),
      ),
    ];
  });
}

const isReady = async ({ service }: UnderFaults) => (await fetch(`${service.operationsUrl}/readyz`)).ok;

const slowest = (tries: readonly Try[]) => tries.reduce((most, { ms }) => Math.max(most, ms), 0);
const described = ({ status, ms }: Try) => `${status} after ${Math.round(ms)} ms`;

/** Requests listings at a fixed rate, each for a different shopper to bypass the cache. */
function startListings({ service, client }: UnderFaults) {
  const tries: Try[] = [];
  const pending = new Set<Promise<void>>();
  const url = `${service.url}/v2/recommendations/search?service_api_client=${client.client_id}`;
  const headers = { "X-SERVICE-API-KEY": client.public_key, "Content-Type": "application/json" };

  async function list(number: number) {
    const body = JSON.stringify({
      user: { device_id: `visitor-${number}` },
      filters: { price: { $gte: number % 40 } },
    });
    const started = performance.now();
    let status: Try["status"] = "none";
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
      await response.arrayBuffer();
      status = response.status;
    } catch {
      // The request timed out, or the connection broke.
    }
    tries.push({ ms: performance.now() - started, status });
  }

  const sending = atFixedRate(LISTINGS_A_SECOND, (number) => {
    const one = list(number).finally(() => pending.delete(one));
    pending.add(one);
  });
  return {
    /** Waits for pending requests and returns all results. */
    async stop() {
      sending.stop();
      while (pending.size > 0) await delay(20);
      return tries;
    },
  };
}
