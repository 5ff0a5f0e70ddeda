import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import type { Engine } from "../../src/engine/engine.js";
import { deleteIndex, listIndices, refresh } from "../../src/engine/indices.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import type { Arrival, EventConsumer, ShopperEvent } from "../../src/tracking/event.js";
import { startIntake, type Intake, type IntakeDeps } from "../../src/tracking/intake.js";
import type { VerifyArrivals } from "../../src/tracking/record-events.js";
import { createTrackingMetrics, type TrackingMetrics } from "../../src/observability/tracking-metrics.js";
import { monthOf } from "../../src/tracking/month.js";
import { createSpool, type Spool, type SpoolOptions } from "../../src/tracking/spool.js";
import type { UbiEvent } from "../../src/tracking/ubi-event.js";
import { nobodyErased } from "./nobody-erased.js";

let made = 0;

/** An event that just arrived; the same id gives the same event, told anew. */
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
    product: { id: "p", price: null, quantity: 1, position: null, brand: null, category: null },
    ...more,
  } as ShopperEvent;
  return { event, month: monthOf(now), token: `t${(made += 1)}` };
}

export interface Recording extends EventConsumer {
  /** Ids of the events it was told, in order, each once. */
  readonly told: string[];
  /** All that it was told, repetitions marked with `!`. */
  readonly heard: string[];
}

/** As consumers have to, it knows what it has been told. @param before is asked before each telling, and may throw */
export function recordingConsumer(name = "recorder", before: () => void = () => undefined): Recording {
  const told: string[] = [];
  const heard: string[] = [];
  return {
    name,
    told,
    heard,
    // eslint-disable-next-line @typescript-eslint/require-await
    async consume(events, { repeated } = {}) {
      before();
      for (const event of events) {
        const isRepeated = repeated?.has(event) === true;
        heard.push(`${event.event_id}${isRepeated ? "!" : ""}`);
        if (!isRepeated || !told.includes(event.event_id)) told.push(event.event_id);
      }
    },
  };
}

/** As if every client were known. */
export const acceptAll: VerifyArrivals = (arrivals) =>
  Promise.resolve(arrivals.map((arrival) => ({ arrival, unverified: false }) as const));

export interface TestIntake {
  readonly intake: Intake;
  readonly spool: Spool;
  readonly metrics: TrackingMetrics;
  readonly folder: string;
}

/** An intake with a spool of its own, on an engine that may be anything. */
export async function testIntake(
  engine: Engine,
  consumers: readonly EventConsumer[],
  options: Partial<Omit<SpoolOptions, "now">> & { readonly spoolNow?: () => number } & Partial<IntakeDeps> = {},
): Promise<TestIntake> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "spool-")));
  const metrics = createTrackingMetrics(new Registry());
  const now = () => Date.now();
  const ignore = () => undefined;
  const spool = createSpool({
    folder,
    maxBytes: options.maxBytes ?? 10_000_000,
    onUnreadable: options.onUnreadable ?? ignore,
    now: options.spoolNow ?? (() => performance.now()),
  });
  const intake = startIntake({
    engine,
    findErased: nobodyErased,
    consumers,
    metrics,
    now,
    spool,
    onRefused: ignore,
    onConsumerFailure: ignore,
    onFailure: ignore,
    judge: acceptAll,
    answerWithinMs: 20_000,
    ...options,
  });
  return { intake, spool, metrics, folder };
}

/** Ids of the events that the engine holds, in order. */
export async function storedIds(engine: Engine): Promise<string[]> {
  const index = `${engine.prefix}ubi-events-*`;
  await refresh(engine, index);
  const { hits } = await searchDocuments<UbiEvent>(engine, index, { size: 10_000 });
  return hits.hits.map((hit) => hit._source.event_attributes.event_id).sort();
}

/** Leaves no event of this installation. */
export async function deleteEvents(engine: Engine): Promise<void> {
  for (const index of await listIndices(engine, `${engine.prefix}ubi-events-*`)) await deleteIndex(engine, index);
}
