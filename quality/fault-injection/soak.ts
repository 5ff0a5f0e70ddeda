import { setTimeout as delay } from "node:timers/promises";
import { TRACKER_PATH } from "../../src/tracking/collector-routes.js";
import { STATUS } from "../../src/catalog/ingestion/ingestion-record.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { deleteLine, feed, updateLine } from "../../test/support/catalog.js";
import { atLeast, none, reported, type Check } from "./scenario.js";
import { createPatientClient, type PatientClient } from "./patient-client.js";
import { courses, growthChecks, HEAP_PROBE, sample, type Sample } from "./resources.js";
import { endedIngestion, ingest, newClient, sendPayload } from "../shared/storefront.js";
import type { ServiceAddress, TestBed } from "./test-bed.js";
import { startTracker } from "./tracker.js";
import { catalogueFeed, productLine, productName, PRODUCTS, startVisits } from "./visitors.js";

/** Settings with short retention times, so that data expires many times during a run. */
const SETTINGS = {
  CURSOR_TTL_SECONDS: "20",
  GENERATION_RETENTION_HOURS: "0.01",
  PAYLOAD_RETENTION_HOURS: "0.02",
  LEARN_EVERY_SECONDS: "5",
  SESSION_INDEX_MAX_SESSIONS: "2000",
  CACHE_MB: "8",
};

const SAMPLES = { full: 120, short: 12 } as const;
/**
 * Multiplier of the allowed growth. Short runs may grow more, because their caches are still filling and no data has
 * expired yet.
 */
const SLACK = { full: 1, short: 20 } as const;
const CHORE_MS = { full: 4_000, short: 1_000 } as const;
const EVENTS_A_SECOND = 20;
/** Timeout of a job. Long, because the machine is busy with the load. */
const JOB_MS = 240_000;
const SETTLED_MS = 60_000;

/** Simulates hours of all shop activities and checks that the resource usage of service and engine does not grow. */
export async function soak(ground: TestBed): Promise<Check[]> {
  const { engine, random, isShort, seconds } = ground;
  const form = isShort ? "short" : "full";
  const service = await ground.service(SETTINGS, { preload: HEAP_PROBE });
  await service.start();
  const storefront = await newClient(engine, "shop");
  await ingest(service, storefront, catalogueFeed(0), "soft_replace");

  const client = createPatientClient(service.url);
  const visits = startVisits({ client, storefront, random, visitors: 4, thinkingMs: 500, left: 0.4 });
  const tracker = startTracker({
    url: `${service.url}${TRACKER_PATH}`,
    clientId: storefront.client_id,
    rate: EVENTS_A_SECOND,
    products: Array.from({ length: PRODUCTS }, (_, number) => productName(number)),
  });
  const chores = startChores({ service, storefront, client, everyMs: CHORE_MS[form] });

  const samples: Sample[] = [];
  const everyMs = (seconds * 1000) / SAMPLES[form];
  await ground.rounds("samples", SAMPLES[form], async () => {
    await delay(everyMs);
    samples.push(await sample(service, engine));
  });
  await visits.stop();
  await chores.stop();
  const unacknowledged = await tracker.stop(SETTLED_MS);
  return [
    reported("traffic", `${visits.pages} pages, ${tracker.acknowledged.length} events, ${chores.done()} backend tasks`),
    ...courses(samples),
    ...growthChecks(samples, SLACK[form]),
    none("requests that failed after all retries", client.reported.failed),
    atLeast("result lists read with a cursor to the last page", visits.ended, 1),
    none("result lists read with a cursor that have duplicates or gaps", visits.wrong),
    none("failed ingestion jobs", chores.failed),
    none(
      "events that were not acknowledged",
      Array.from({ length: unacknowledged }, () => "an event"),
    ),
  ];
}

interface ChoreOptions {
  readonly service: ServiceAddress;
  readonly storefront: AddedClient;
  readonly client: PatientClient;
  readonly everyMs: number;
}

/** Runs the tasks of a shop's backend in turn: feeds of all types, configuration changes, an erasure. */
function startChores({ service, storefront, client, everyMs }: ChoreOptions) {
  const failed: string[] = [];
  let done = 0;
  const over = new AbortController();
  const own = { key: storefront.private_key };

  async function job(payload: string, mode: "insert" | "soft_replace") {
    const id = await sendPayload(service, storefront, payload, mode);
    const { status, product_metrics } = await endedIngestion(service, storefront, id, JOB_MS);
    if (status !== STATUS.COMPLETED) failed.push(`${mode} ${id}: ${product_metrics?.failure ?? status}`);
  }

  const chores: readonly ((turn: number) => Promise<unknown>)[] = [
    (turn) => job(catalogueFeed(turn), "soft_replace"),
    (turn) => job(feed(...[1, 2, 3].map((at) => productLine((turn + at) % PRODUCTS, turn))), "insert"),
    (turn) =>
      job(feed(updateLine(productName(turn % PRODUCTS), undefined, { title: `Shirt of turn ${turn}` })), "insert"),
    (turn) => job(feed(deleteLine(`gone-${turn}`)), "insert"),
    (turn) => client.request({ ...own, method: "PUT", path: "/v1/storefront", body: configuration(turn) }),
    (turn) =>
      client.request({ ...own, method: "POST", path: "/v1/shoppers/erase", body: { device_id: `device-${turn}-0` } }),
  ];

  const working = (async () => {
    for (let turn = 1; !over.signal.aborted; turn += 1) {
      await chores[turn % chores.length]?.(turn).catch((error: unknown) => failed.push(String(error)));
      done += 1;
      await delay(everyMs);
    }
  })();
  return {
    failed,
    done: () => done,
    async stop() {
      over.abort();
      await working;
    },
  };
}

/** Configuration with a different boost rule for each turn. The rule moves products without hiding any. */
const configuration = (turn: number) => ({
  rules: [{ key: `season-${turn}`, action: "boost", products: [productName(turn % PRODUCTS)], points: 1 }],
});
