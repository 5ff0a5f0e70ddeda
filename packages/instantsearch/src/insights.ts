import { ANONYMOUS, type Client, type EventProduct, type ShopperEvent, type User } from "@vitrine/client";
import type { ResponseBody } from "./responses.js";

/** The supported part of an Algolia `insights` event. */
interface InsightsPayload {
  readonly eventName?: string;
  readonly index?: string;
  readonly objectIDs?: readonly string[];
  readonly positions?: readonly number[];
  readonly queryID?: string;
  readonly objectData?: readonly { readonly price?: number | string; readonly quantity?: number }[];
  readonly currency?: string;
  readonly value?: number | string;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- `search-insights` declares other types for these methods */
/** Replaces the function `aa` of `search-insights`. */
export interface InsightsClient {
  (method: any, ...rest: any[]): any;
  version: string;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Maximum number of recent hits whose query ids and positions are remembered. */
const MAX_SHOWN = 2_000;

/**
 * Reports widget events to the service: views and clicks of hits, cart events, and purchases. Returns the client for
 * the `insights` option and a listener that records hits. The listener is needed because view events contain no query
 * id.
 * @param hasProducts returns whether the hits of an index are products
 */
export function createInsights(
  client: Pick<Client, "report">,
  user: () => User = () => ({ device_id: ANONYMOUS }),
  hasProducts: (index: string) => boolean = () => true,
) {
  const shown = new Map<string, { readonly queryID: string; readonly position: number }>();

  const insightsClient = ((method: string, ...rest: unknown[]) => {
    if (method === "getUserToken") {
      const [, report] = rest as [unknown, ((error: null, token: string) => void)?];
      const token = user().device_id;
      report?.(null, token);
      return token;
    }
    const [payload] = rest as [InsightsPayload?];
    for (const event of eventsOf(method, payload ?? {})) client.report(event).catch(() => undefined);
    return undefined;
  }) as InsightsClient;
  insightsClient.version = "2.17.3";

  function eventsOf(method: string, payload: InsightsPayload): readonly ShopperEvent[] {
    const { eventName: list = null, objectIDs = [], positions, objectData, currency, value } = payload;
    const products = objectIDs.map((id, index): EventProduct => {
      const { price, quantity } = objectData?.[index] ?? {};
      return {
        id,
        position: positions?.[index] ?? shown.get(id)?.position ?? null,
        ...(price !== undefined && { price: Number(price) }),
        ...(quantity !== undefined && { quantity }),
      };
    });
    const recommendation_id = payload.queryID ?? shown.get(objectIDs[0] ?? "")?.queryID ?? null;
    if (products.length === 0 || !hasProducts(payload.index ?? "")) return [];
    if (/^viewedObjectIDs/.test(method)) return [{ type: "list_view", list, products, recommendation_id }];
    if (/^clickedObjectIDs/.test(method)) {
      return products.map((product) => ({ type: "list_click", list, product, recommendation_id }));
    }
    if (/^addedToCartObjectIDs/.test(method)) return [{ type: "add_to_cart", products, recommendation_id }];
    if (!/^purchasedObjectIDs/.test(method)) return [];
    const transaction_id = crypto.randomUUID();
    const revenue = value === undefined ? null : Number(value);
    return [{ type: "transaction", transaction_id, revenue, currency: currency ?? null, products, recommendation_id }];
  }

  function onHits({ hits, queryID }: ResponseBody, offset: number): void {
    for (const [index, { objectID }] of hits.entries()) {
      shown.delete(objectID);
      shown.set(objectID, { queryID: String(queryID), position: offset + index + 1 });
    }
    for (const id of shown.keys()) {
      if (shown.size <= MAX_SHOWN) break;
      shown.delete(id);
    }
  }

  return { insightsClient, onHits };
}
