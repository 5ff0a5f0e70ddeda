import { bulk } from "../../src/engine/bulk.js";
import type { Engine } from "../../src/engine/engine.js";
import { refresh } from "../../src/engine/indices.js";
import { seeded } from "../../demo/random.js";
import type { Experiment } from "../../src/storefront/experiment.js";
import { eventsStem } from "../../src/tracking/event-store.js";
import type { ShopperEvent } from "../../src/tracking/event.js";
import { queriesStem, toUbiQuery, type Impression } from "../../src/tracking/impressions.js";
import { monthOf } from "../../src/tracking/month.js";
import { storeAll } from "./learning.js";
import { base, cart, product } from "./shopper-events.js";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Start time of an experiment that is evaluated at `now`. */
export const startOf = (now: number): number => now - 20 * DAY_MS;

/** An experiment that has run for 20 days with a planned duration of 14 days. */
export const pastExperiment = (now: number, more: Partial<Experiment> = {}): Experiment => ({
  id: "e1",
  name: "More taste",
  hypothesis: null,
  share: 0.8,
  split: 0.5,
  days: 14,
  holdout_share: 0.1,
  base: { holdout_share: 0.1 },
  configuration: { holdout_share: 0.1, field_weights: { title: 9 } },
  started_at: new Date(startOf(now)).toISOString(),
  started_by: "Anna",
  ended_at: null,
  ended_by: null,
  outcome: null,
  ...more,
});

export interface Shown {
  readonly device: string;
  readonly arm: string | null;
  readonly at: number;
  /** Search query of the request; undefined for listings, which set `listing` instead. */
  readonly query?: string;
  readonly listing?: string;
}

/** Impressions and events of a shop. */
export interface ShopHistory {
  readonly client_id: string;
  readonly shown: readonly Shown[];
  readonly events: readonly ShopperEvent[];
}

/** Generates a random number of responses and events for each device. Most devices stay in one experiment arm. */
export function shopHistory(now: number, client_id: string, seed: string, wanted: number, shareOfB = 0.5): ShopHistory {
  const random = seeded(seed);
  const shown: Shown[] = [];
  const events: ShopperEvent[] = [];
  for (let number = 0; number < wanted; number += 1) {
    const device_id = `device-${number}`;
    const usual = random.weighted<string | null>([
      ["holdout", 10],
      [null, 15],
      ["e1:A", 75 * (1 - shareOfB)],
      ["e1:B", 75 * shareOfB],
    ]);
    const at = () => random.integer(startOf(now) - DAY_MS, now - HOUR_MS);
    for (let left = random.integer(1, 3); left > 0; left -= 1) {
      const arm = random.chance(0.02) ? random.pick(["e1:A", "e1:B", "holdout", null]) : usual;
      shown.push({ device: device_id, arm, at: at() });
    }
    for (let left = random.integer(0, 3); left > 0; left -= 1) {
      const time = at();
      const own = { client_id, device_id, counts: random.chance(0.95) };
      events.push(happening(random.pick(["list_click", "add_to_cart", "transaction", "product_view"])));

      function happening(type: "list_click" | "add_to_cart" | "transaction" | "product_view"): ShopperEvent {
        switch (type) {
          case "list_click":
            return { ...base(time, own), type, list: null, products: [product("p1")] };
          case "add_to_cart":
            return cart(type, ["p1"], time, own);
          case "product_view":
            return { ...base(time, own), type, products: [product("p1")] };
          case "transaction":
            return {
              ...base(time, own),
              type,
              transaction_id: `${device_id}-${random.integer(1, 2)}`,
              currency: "EUR",
              products: [product("p1", { price: 3, quantity: 2 })],
              revenue: random.chance(0.2) ? null : random.integer(1, 200),
            };
        }
      }
    }
  }
  return { client_id, shown, events };
}

/** Stores a history in the service's format and refreshes the indices. */
export async function storeHistory(engine: Engine, { client_id, shown, events }: ShopHistory): Promise<void> {
  const creations = shown.map(({ device, arm, at, query = null, listing = null }, number) => {
    const impression: Impression = {
      recommendation_id: `${client_id}-${number}`,
      client_id,
      device_id: device,
      user_id: null,
      kind: "search",
      profile: null,
      query,
      shown: ["p1"],
      at,
      arm,
      listing,
    };
    const document = JSON.stringify(toUbiQuery(impression));
    return {
      index: queriesStem(engine.prefix) + monthOf(at),
      id: impression.recommendation_id,
      document,
      precondition: "absent" as const,
    };
  });
  for (let at = 0; at < creations.length; at += 2_000)
    await bulk(engine, creations.slice(at, at + 2_000), { createsIndices: true });
  for (let at = 0; at < events.length; at += 2_000) await storeAll(engine, events.slice(at, at + 2_000));
  await refresh(engine, `${queriesStem(engine.prefix)}*`);
  await refresh(engine, `${eventsStem(engine.prefix)}*`);
}
