import { setTimeout as delay } from "node:timers/promises";
import { TRACKER_PATH } from "../../src/tracking/collector-routes.js";
import { DAMAGES, startEngineProxy, type Conduct } from "../../test/support/engine-proxy.js";
import { atLeast, none, reported, type Check } from "./scenario.js";
import { startJobs } from "./cluster.js";
import { settledEvents } from "./events-under-faults.js";
import { createPatientClient } from "./patient-client.js";
import { ingest, newClient } from "../shared/storefront.js";
import type { TestBed } from "./test-bed.js";
import { startTracker } from "./tracker.js";
import { catalogueFeed, PRODUCTS, productName, startVisits } from "./visitors.js";

/** Shares of the engine's responses that are damaged and that are delayed. */
const DAMAGED = 0.02;
const LATE = 0.05;
const MOST_LATE_MS = 400;
/** Settings with long timeouts, because this scenario tests damaged responses and not slow responses. */
const SETTINGS = { INGESTION_LEASE_SECONDS: "2", READ_DEADLINE_MS: "8000" };
const UNDER_FAULTS_MS = { full: 120_000, short: 8_000 } as const;
const EVENTS_A_SECOND = { full: 60, short: 20 } as const;
const VISITORS = { full: 6, short: 3 } as const;

/**
 * Damages responses of the engine after the engine has executed the request: the responses are late, empty, truncated,
 * partial or missing. At the same time, shoppers scroll, events arrive and feeds are processed. Shoppers retry after
 * 503.
 */
export async function damageResponses(ground: TestBed): Promise<Check[]> {
  const { engine, node, random, isShort } = ground;
  const form = isShort ? "short" : "full";
  const proxy = await startEngineProxy(node.url());
  try {
    const service = await ground.service({ OPENSEARCH_URL: proxy.url, ...SETTINGS });
    await service.start();
    const storefront = await newClient(engine, "shop");
    await ingest(service, storefront, catalogueFeed(0), "soft_replace");

    const damages = new Map<string, number>();
    proxy.behave((path): Conduct => {
      if (path !== "/" && random.chance(DAMAGED)) {
        const damage = random.pick(DAMAGES);
        damages.set(damage, (damages.get(damage) ?? 0) + 1);
        return damage;
      }
      return random.chance(LATE) ? { delayMs: random.integer(1, MOST_LATE_MS) } : "pass";
    });
    const client = createPatientClient(service.url);
    const visits = startVisits({ client, storefront, random, visitors: VISITORS[form], thinkingMs: 300 });
    const tracker = startTracker({
      url: `${service.url}${TRACKER_PATH}`,
      clientId: storefront.client_id,
      rate: EVENTS_A_SECOND[form],
      products: Array.from({ length: PRODUCTS }, (_, number) => productName(number)),
    });
    const jobs = startJobs(service.url, storefront);
    ground.report("damaging responses");
    await delay(UNDER_FAULTS_MS[form]);
    await visits.stop();
    await jobs.stop();
    proxy.behave(() => "pass");
    const events = await settledEvents(ground, storefront, tracker);
    const { answered, retried, failed } = client.reported;
    return [
      ...DAMAGES.map((damage) => atLeast(`responses ${damage}`, damages.get(damage) ?? 0, 1)),
      reported("requests of shoppers", `${answered} successful, ${retried} retried`),
      none("requests with a status other than 200 and 503", failed),
      atLeast("result lists read with a cursor to the last page", visits.ended, 1),
      none("result lists read with a cursor that have duplicates or gaps", visits.wrong),
      atLeast("jobs completed", jobs.completed(), 1),
      none("failed ingestion jobs", jobs.failed),
      ...events,
    ];
  } finally {
    await proxy.close();
  }
}
