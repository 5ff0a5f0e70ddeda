import type { Engine } from "../../../src/engine/engine.js";
import { listIndices } from "../../../src/engine/indices.js";
import { scan } from "../../../src/engine/point-in-time.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { eventsStem } from "../../../src/tracking/event-store.js";
import { fromDocument, type UbiEvent } from "../../../src/tracking/ubi-event.js";
import type { Period } from "./exposures.js";

export const CONVERSIONS = ["list_click", "add_to_cart", "transaction"] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** Conversions of a device. Times are in milliseconds since 1970. */
export interface DeviceConversions {
  /** Time of the last conversion of each type, for types that occurred. */
  readonly last: ReadonlyMap<Conversion, number>;
  /** Transactions of the device. A transaction that was reported repeatedly is included once. */
  readonly orders: readonly { readonly at: number; readonly revenue: number; readonly currency: string | null }[];
}

interface Bucket {
  readonly key: { readonly device: string; readonly action: Conversion };
  readonly last: { readonly value: number };
}

interface Aggregations {
  readonly devices: { readonly buckets: readonly Bucket[] };
}

const SCAN_PAGE = 2_000;

/**
 * Reads the conversions by device in a period. Events of bots and devices without conversions are omitted.
 * @param devices ids of at most a few thousand devices
 */
export async function readConversions(
  engine: Engine,
  period: Period,
  devices: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DeviceConversions>> {
  if (devices.length === 0) return new Map();
  const { aggregations } = await searchDocuments<never, Aggregations>(
    engine,
    `${eventsStem(engine.prefix)}*`,
    {
      size: 0,
      track_total_hits: false,
      query: conversionsOf(period, devices, CONVERSIONS),
      aggs: {
        devices: {
          composite: {
            size: devices.length * CONVERSIONS.length,
            sources: [{ device: { terms: { field: "client_id" } } }, { action: { terms: { field: "action_name" } } }],
          },
          aggs: { last: { max: { field: "timestamp" } } },
        },
      },
    },
    signal,
  );
  const found = new Map<string, { last: Map<Conversion, number>; orders: DeviceConversions["orders"] }>();
  for (const { key, last } of aggregations?.devices.buckets ?? []) {
    const known = found.get(key.device) ?? { last: new Map(), orders: [] };
    known.last.set(key.action, last.value);
    found.set(key.device, known);
  }
  const buyers = [...found].flatMap(([device, { last }]) => (last.has("transaction") ? [device] : []));
  for (const [device, orders] of await readOrders(engine, period, buyers, signal)) {
    const known = found.get(device);
    if (known !== undefined) known.orders = [...orders.values()];
  }
  return found;
}

const conversionsOf = (
  { client_id, from, until }: Period,
  devices: readonly string[],
  actions: readonly Conversion[],
) => ({
  bool: {
    filter: [
      { term: { application: client_id } },
      { term: { "event_attributes.counts": true } },
      { terms: { action_name: actions } },
      { terms: { client_id: devices } },
      { range: { timestamp: { gte: new Date(from).toISOString(), lte: new Date(until).toISOString() } } },
    ],
  },
});

type Order = DeviceConversions["orders"][number];

/**
 * Reads transactions by device and transaction id. Ignores repeated reports of a transaction. Reads stored events,
 * because revenue is not indexed.
 */
async function readOrders(
  engine: Engine,
  period: Period,
  devices: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Order>>> {
  const found = new Map<string, Map<string, Order>>();
  const months = devices.length === 0 ? [] : await listIndices(engine, `${eventsStem(engine.prefix)}*`);
  if (months.length === 0) return found;
  const query = conversionsOf(period, devices, ["transaction"]);
  for await (const hits of scan<UbiEvent>(engine, months.join(","), SCAN_PAGE, { query })) {
    signal.throwIfAborted();
    for (const { _source } of hits) {
      const event = fromDocument(_source);
      if (event.type !== "transaction") continue;
      const orders = found.get(event.device_id) ?? new Map<string, Order>();
      found.set(event.device_id, orders);
      const known = orders.get(event.transaction_id);
      if (known !== undefined && known.at <= event.occurred_at) continue;
      const score = event.products.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0);
      const { occurred_at: at, revenue, currency } = event;
      orders.set(event.transaction_id, { at, revenue: revenue ?? score, currency: currency?.toUpperCase() ?? null });
    }
  }
  return found;
}
