import { setTimeout as delay } from "node:timers/promises";
import { TRACKER_PATH } from "../../src/tracking/collector-routes.js";
import { until } from "../../test/support/until.js";
import type { Check } from "./scenario.js";
import { countEvents, eventChecks, isComplete, type EventCounts } from "./event-counts.js";
import type { TestBed, ServiceAddress } from "./test-bed.js";
import { ingestThings, newClient } from "../shared/storefront.js";
import { startTracker, type Tracker } from "./tracker.js";
import type { AddedClient } from "../../src/storefront/clients.js";

/** Number of events per second. Events are sent at a fixed rate, independent of responses. */
const RATE = 200;
const PRODUCTS = Array.from({ length: 40 }, (_, number) => `product-${number}`);
const COUNT_EVERY_MS = 500;
/** Maximum time until spooled events are stored after the engine has returned. */
const SETTLED_MS = 60_000;

export interface UnderFaults {
  readonly service: ServiceAddress;
  readonly client: AddedClient;
  readonly tracker: Tracker;
}

/**
 * Runs a service with a catalogue and a stream of events during a fault, then checks all acknowledged events.
 * @param happens causes the fault; resolves when service and engine are available again
 */
export async function withEvents(
  ground: TestBed,
  happens: (attacked: UnderFaults) => Promise<Check[]>,
): Promise<Check[]> {
  const { engine } = ground;
  const service = await ground.service();
  await service.start();
  const client = await newClient(engine, "shop");
  await ingestThings(service, client, PRODUCTS.length);

  const tracker = startTracker({
    url: `${service.url}${TRACKER_PATH}`,
    clientId: client.client_id,
    rate: RATE,
    products: PRODUCTS,
  });
  let own: Check[];
  let counted: Check[];
  try {
    own = await happens({ service, client, tracker });
  } finally {
    counted = await settledEvents(ground, client, tracker);
  }
  return [...own, ...counted];
}

/**
 * Stops the tracker, waits until all acknowledged events are stored and counted in the taste profiles, and checks that
 * each event is counted once.
 */
export async function settledEvents(
  { engine, report }: Pick<TestBed, "engine" | "report">,
  { client_id }: AddedClient,
  tracker: Tracker,
): Promise<Check[]> {
  report("waiting until the remaining events are processed");
  const unacknowledged = await tracker.stop(SETTLED_MS);
  const events = tracker.acknowledged;
  report(`counting ${events.length} events`);
  let counts: EventCounts | undefined;
  const settled = until(
    "all events are stored and processed",
    async () => {
      await delay(COUNT_EVERY_MS);
      counts = await countEvents(engine, client_id, events);
      return isComplete(counts, events);
    },
    SETTLED_MS,
  );
  // Ignore a timeout here, because the checks report missing events.
  await settled.catch(() => undefined);
  counts ??= await countEvents(engine, client_id, events);
  return eventChecks(events, counts, unacknowledged);
}
