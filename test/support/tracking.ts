import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Engine } from "../../src/engine/engine.js";
import { deleteIndex, listIndices, refresh } from "../../src/engine/indices.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import type { Arrival, EventConsumer, ShopperEvent } from "../../src/tracking/event.js";
import { startIntake, type Intake } from "../../src/tracking/intake.js";
import { createRecorder } from "../../src/tracking/record-events.js";
import type { Metrics } from "../../src/observability/metrics.js";
import { monthOf } from "../../src/tracking/month.js";
import { createSpool, type Spool } from "../../src/tracking/spool.js";
import type { UbiEvent } from "../../src/tracking/ubi-event.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";
import { contextOn, type Logged, loggingTo } from "./context.js";
import { nobodyErased } from "./nobody-erased.js";

let made = 0;

/** Creates an event that has just arrived. Repeated calls with the same id create the same event. */
export function arrival(id: string, more: Partial<ShopperEvent> = {}): Arrival {
  const now = Date.now();
  const event = {
    type: "product_view",
    event_id: id,
    client_id: "shop",
    device_id: "device",
    user_id: null,
    session_id: null,
    occurred_at: now,
    received_at: now,
    page_url: null,
    recommendation_id: null,
    counts: true,
    source: "tracker",
    products: [{ id: "p", price: null, quantity: 1, position: null, brand: null, category: null }],
    ...more,
  } as ShopperEvent;
  return { event, month: monthOf(now), token: `t${(made += 1)}` };
}

export interface Recording extends EventConsumer {
  /** Ids of the events passed to this consumer, in order and without repetitions. */
  readonly reported: string[];
  /** Ids of all events passed to this consumer, in order. The id of a repeated event ends with `!`. */
  readonly heard: string[];
}

/**
 * Creates an event consumer that records the ids of all events passed to it and, like all consumers, recognizes
 * repeated events.
 * @param before function that is called before each batch of events; may throw
 */
export function recordingConsumer(name = "recorder", before: () => void = () => undefined): Recording {
  const reported: string[] = [];
  const heard: string[] = [];
  return {
    name,
    reported,
    heard,
    // eslint-disable-next-line @typescript-eslint/require-await
    async consume(events, { repeated } = {}) {
      before();
      for (const event of events) {
        const isRepeated = repeated?.has(event) === true;
        heard.push(`${event.event_id}${isRepeated ? "!" : ""}`);
        if (!isRepeated || !reported.includes(event.event_id)) reported.push(event.event_id);
      }
    },
  };
}

/** Client lookup in which every client exists and user ids are not signed. */
const EVERY_CLIENT = {
  findStorefront: (client_id: string) =>
    Promise.resolve({
      client_id,
      name: client_id,
      origins: [],
      signing_hashes: [],
      configuration: DEFAULT_CONFIGURATION,
    }),
};

export interface TestIntake {
  readonly intake: Intake;
  readonly spool: Spool;
  readonly metrics: Metrics["tracking"];
  /** Folder of the event spool. */
  readonly folder: string;
  readonly logged: readonly Logged[];
}

interface IntakeGiven {
  /** Folder of the event spool. The path must end with `/spool`. */
  readonly folder?: string;
  readonly maxBytes?: number;
  readonly now?: () => number;
  /** Returns the current time for the event spool, in milliseconds. */
  readonly spoolNow?: () => number;
  readonly responseWithinMs?: number;
}

/** Creates an empty spool folder. */
export async function spoolFolder(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "vitrine-test-")), "spool");
  await mkdir(folder);
  return folder;
}

/** Starts an event intake with its own spool, which stores events in the given engine. */
export async function testIntake(
  engine: Engine,
  consumers: readonly EventConsumer[],
  given: IntakeGiven = {},
): Promise<TestIntake> {
  const { responseWithinMs = 20_000, maxBytes = 10_000_000, folder = await spoolFolder() } = given;
  const logged: Logged[] = [];
  const context = contextOn(
    engine,
    { dataDir: dirname(folder), spoolMaxBytes: maxBytes },
    {
      now: given.now ?? (() => Date.now()),
      elapsed: given.spoolNow ?? (() => performance.now()),
      logger: loggingTo(logged),
    },
  );
  const spool = createSpool(context);
  const recorder = createRecorder(context, EVERY_CLIENT, nobodyErased, consumers);
  const intake = startIntake(context, spool, recorder, responseWithinMs);
  return { intake, spool, metrics: context.metrics.tracking, folder, logged };
}

/** Ids of the events stored in the engine, sorted. */
export async function storedIds(engine: Engine): Promise<string[]> {
  const index = `${engine.prefix}ubi-events-*`;
  await refresh(engine, index);
  const { hits } = await searchDocuments<UbiEvent>(engine, index, { size: 10_000 });
  return hits.hits.map((hit) => hit._source.event_attributes.event_id).sort();
}

/** Deletes all events of this installation. */
export async function deleteEvents(engine: Engine): Promise<void> {
  for (const index of await listIndices(engine, `${engine.prefix}ubi-events-*`)) await deleteIndex(engine, index);
}
