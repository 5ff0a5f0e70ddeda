import type { ShopperEvent } from "../../src/tracking/event.js";
import { toUbiQuery, type UbiQuery } from "../../src/tracking/impressions.js";
import { monthOf } from "../../src/tracking/month.js";
import { toDocument } from "../../src/tracking/ubi-event.js";
import { base, cart, product, purchase } from "./shopper-events.js";
import type { Traffic } from "./shop-traffic.js";

export interface SameResponses {
  /** Search query; `null` for recommendations. */
  readonly query: string | null;
  readonly shown: readonly string[];
  /** Number of responses, each for a different device. */
  readonly responses: number;
  /** Number of responses whose first product was clicked. */
  readonly clicks?: number;
  /** Number of clicked products that were added to a cart. */
  readonly carts?: number;
  /** Number of clicked products that were purchased. Each purchase has two units at 25 EUR. */
  readonly purchases?: number;
}

let last = 0;

/** Generates responses and events with known metrics, all within two minutes after `at` (milliseconds since 1970). */
export function sameResponses(client_id: string, at: number, requested: readonly SameResponses[]): Traffic {
  const responses: UbiQuery[] = [];
  const events: ShopperEvent[] = [];
  for (const { query, shown, responses: count, clicks = 0, carts = 0, purchases = 0 } of requested) {
    for (let nth = 0; nth < count; nth += 1) {
      const recommendation_id = Buffer.from(`response-${String((last += 1)).padStart(9, "0")}`).toString("base64url");
      const shopper = { client_id, device_id: `device-${nth}` };
      const isSearch = query !== null;
      responses.push(
        toUbiQuery({
          ...shopper,
          recommendation_id,
          user_id: null,
          kind: isSearch ? "search" : "query",
          query,
          shown: [...shown],
          at,
          profile: isSearch ? null : "similar",
          listing: null,
          slot: null,
          corrected: null,
          ...(isSearch ? { first_position: 1, total: shown.length } : {}),
        }),
      );
      const [id = ""] = shown;
      const click = { ...base(at + 1_000, { ...shopper, recommendation_id }), products: [product(id)] };
      if (nth < clicks) events.push({ ...click, type: "list_click", list: null });
      if (nth < carts) events.push(cart("add_to_cart", [id], at + 60_000, shopper));
      if (nth < purchases) {
        const bought = purchase(recommendation_id, [id], at + 120_000, shopper);
        events.push({
          ...bought,
          currency: "EUR",
          products: [product(id, { price: 25, quantity: 2 })],
        } as ShopperEvent);
      }
    }
  }
  return {
    responses,
    events: events.map((event) => toDocument({ event, month: monthOf(event.occurred_at), token: "t" })),
  };
}
