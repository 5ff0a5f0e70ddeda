import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { documentCreator } from "../../src/engine/create-many.js";
import type { Engine } from "../../src/engine/engine.js";
import { deleteIndex, listIndices, refresh } from "../../src/engine/indices.js";
import { search } from "../../src/engine/search.js";
import type { Arrival } from "../../src/tracking/arrival.js";
import type { EventConsumer } from "../../src/tracking/consumer.js";
import type { ShopperEvent } from "../../src/tracking/event.js";
import { startIntake, type Intake, type IntakeDeps } from "../../src/tracking/intake.js";
import { createTrackingMetrics, type TrackingMetrics } from "../../src/tracking/metrics.js";
import { monthOf } from "../../src/tracking/month.js";
import { createSpoolFolders } from "../../src/tracking/spool/folders.js";
import { createSpool, type Spool } from "../../src/tracking/spool/spool.js";
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
  /** Ids of the events it was told, in order. */
  readonly told: string[];
}

/** @param before is asked before each telling, and may throw */
export function recordingConsumer(name = "recorder", before: () => void = () => undefined): Recording {
  const told: string[] = [];
  return {
    name,
    told,
    // eslint-disable-next-line @typescript-eslint/require-await
    async consume(events) {
      before();
      told.push(...events.map(({ event_id }) => event_id));
    },
  };
}

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
  options: { readonly folder?: string; readonly maxBytes?: number } & Partial<IntakeDeps> = {},
): Promise<TestIntake> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "spool-")));
  const metrics = createTrackingMetrics(new Registry());
  const now = () => Date.now();
  const ignore = () => undefined;
  const spool = createSpool({
    folders: createSpoolFolders(folder, () => performance.now()),
    maxBytes: options.maxBytes ?? 10_000_000,
    now,
    onDamaged: ignore,
  });
  const intake = startIntake({
    ...{ engine, createMany: documentCreator(engine), findErased: nobodyErased },
    ...{ consumers, metrics, now, spool },
    ...{ onRefused: ignore, onConsumerFailure: ignore, onSpooling: ignore, onStoreFailure: ignore },
    storeBudgetMs: 20_000,
    ...options,
  });
  return { intake, spool, metrics, folder };
}

/** Ids of the events that the engine holds, in order. */
export async function storedIds(engine: Engine): Promise<string[]> {
  const index = `${engine.prefix}ubi-events-*`;
  await refresh(engine, index);
  const { hits } = await search<UbiEvent>(engine, index, { size: 10_000 });
  return hits.hits.map((hit) => hit._source.event_attributes.event_id).sort();
}

/** Leaves no event of this installation. */
export async function deleteEvents(engine: Engine): Promise<void> {
  for (const index of await listIndices(engine, `${engine.prefix}ubi-events-*`)) await deleteIndex(engine, index);
}
