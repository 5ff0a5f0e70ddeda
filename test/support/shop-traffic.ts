import type { Engine } from "../../src/engine/engine.js";
import { bulk } from "../../src/engine/bulk.js";
import { refresh } from "../../src/engine/indices.js";
import { canonicalFilter } from "../../src/filters/canonical-filter.js";
import { parseFilter } from "../../src/filters/filter-expression.js";
import { seeded } from "../../demo/random.js";
import { documentId, toDocument, type UbiEvent } from "../../src/tracking/ubi-event.js";
import { eventsStem } from "../../src/tracking/event-store.js";
import type { ShopperEvent } from "../../src/tracking/event.js";
import { queriesStem, toUbiQuery, type UbiQuery } from "../../src/tracking/impressions.js";
import { monthOf } from "../../src/tracking/month.js";
import { base, cart, product, purchase } from "./shopper-events.js";

/** Responses and shopper events in the format in which the service stores them. */
export interface Traffic {
  readonly responses: readonly UbiQuery[];
  readonly events: readonly UbiEvent[];
}

export interface TrafficOptions {
  readonly seed: string;
  readonly clientId: string;
  readonly responses: number;
  /** Start of the period, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Product identifiers to draw from. Default: `P0` to `P39`. */
  readonly products?: readonly string[];
}

const QUERIES = ["Red  Boots", "red boots", "boots", "scarf", "coat", "lamp", "xyzzy", "=1+1"];
const LISTINGS = [{ categories: "Women: Coats" }, { designer: "Fernwick", price: { $lte: 50 } }, {}].map((expression) =>
  canonicalFilter(parseFilter(expression, "filters")),
);

/**
 * Generates random traffic: repeated searches, listings with later pages, recommendations, clicks from the same and
 * other devices, bots, variant identifiers in place of product identifiers, and carts and purchases with short and long
 * delays.
 */
export function randomTraffic({ seed, clientId, responses: count, from, to, products }: TrafficOptions): Traffic {
  const random = seeded(seed);
  const ids = products ?? Array.from({ length: 40 }, (_, at) => `P${at}`);
  const devices = Array.from({ length: Math.ceil(count / 8) }, (_, at) => `device-${at}`);
  const responses: UbiQuery[] = [];
  const events: ShopperEvent[] = [];
  let at = from;
  let device_id = random.pick(devices);
  while (responses.length < count) {
    // On average, half of the responses are for the same device as the previous response, up to 150 seconds later.
    const goesOn = random.chance(0.5);
    at = goesOn ? Math.min(to - 1, at + random.integer(1, 150_000)) : random.integer(from, to - 1);
    if (!goesOn) device_id = random.pick(devices);
    const kind = random.pick(["search", "search", "search", "query", "slots"] as const);
    const query = kind === "search" && random.chance(0.6) ? random.pick(QUERIES) : null;
    const isEmpty = query === "xyzzy" || (query !== null && random.chance(0.1));
    const shown = isEmpty
      ? []
      : random.draw(
          ids.map((id, place) => [id, 1 + (place % 3)] as const),
          random.integer(1, 30),
        );
    const recommendation_id = `${randomIdFrom(() => random.integer(0, 255))}.sealed`;
    const first_position = random.chance(0.8) || isEmpty ? 1 : 25;
    responses.push(
      toUbiQuery({
        recommendation_id,
        client_id: clientId,
        device_id,
        user_id: null,
        kind,
        query,
        shown,
        at,
        profile: kind === "search" ? null : random.pick(["similar", "popular"]),
        listing: kind === "search" && query === null ? random.pick(LISTINGS) : null,
        slot: kind === "slots" ? shown.map((_, place) => (place % 2 === 0 ? "top" : "bottom")) : null,
        ...(kind === "search" ? { first_position, total: shown.length } : {}),
        corrected:
          query === "lamp" ? "lamps" : query === "coat" && random.chance(0.3) ? random.pick(["coats", "cot"]) : null,
      }),
    );
    const own = (name: string, later: number, more: object = {}): ShopperEvent => ({
      ...base(at + later, {
        client_id: clientId,
        device_id,
        recommendation_id: recommendation_id.split(".")[0]!,
        ...more,
      }),
      ...(random.chance(0.5) ? { type: "list_click", list: null } : { type: "product_view" }),
      products: [product(name)],
    });
    const clicks = shown.filter((_, place) => random.chance(0.4 / (1 + place)));
    for (const id of clicks) {
      events.push(own(random.chance(0.2) ? `${id}-variant` : id, random.integer(0, 600_000)));
      if (random.chance(0.2)) events.push(own(id, random.integer(0, 600_000)));
      const later = at + random.integer(0, 2 * 86_400_000);
      const shopper = { client_id: clientId, device_id };
      if (random.chance(0.4)) events.push(cart("add_to_cart", [id, random.pick(ids)], later, shopper));
      if (random.chance(0.3)) {
        events.push(...priced(purchase(`t${events.length}`, [id, random.pick(ids)], later, shopper), events.length));
      }
    }
    if (random.chance(0.1)) events.push(own(random.pick(ids), 1_000, { device_id: random.pick(devices) }));
    if (random.chance(0.1)) events.push(own(random.pick(ids), 1_000, { counts: false }));
    if (random.chance(0.1)) events.push(own("nothing", 1_000));
  }
  return {
    responses,
    events: events.map((event) => toDocument({ event, month: monthOf(event.occurred_at), token: "t" })),
  };
}

/** Varies prices and currencies of a transaction, including missing prices, and reports some transactions twice. */
function priced(event: ShopperEvent, number: number): ShopperEvent[] {
  if (event.type !== "transaction") return [event];
  const products = event.products.map((one, at) => ({
    ...one,
    price: (number + at) % 4 === 0 ? null : 10 + (number % 7),
    quantity: 1 + (number % 2),
  }));
  const bought = { ...event, products, currency: ["EUR", "eur", "USD", null][number % 4] ?? null };
  const again = { ...bought, event_id: `${event.event_id}-again`, occurred_at: event.occurred_at + 60_000 };
  return number % 5 === 0 ? [bought, again] : [bought];
}

/** Random id in the format of response ids, drawn from a seeded generator. */
const randomIdFrom = (byte: () => number): string =>
  Buffer.from(Array.from({ length: 18 }, byte)).toString("base64url");

/** Stores traffic in the same indices and format as the service, then refreshes the indices. */
export async function storeTraffic(engine: Engine, { responses, events }: Traffic): Promise<void> {
  const creations = [
    ...responses.map((response) => ({
      index: queriesStem(engine.prefix) + monthOf(Date.parse(response.timestamp)),
      id: response.query_id,
      document: JSON.stringify(response),
    })),
    ...events.map((event) => ({
      index: eventsStem(engine.prefix) + monthOf(Date.parse(event.timestamp)),
      id: documentId({ client_id: event.application, event_id: event.event_attributes.event_id }),
      document: JSON.stringify(event),
    })),
  ].map((creation) => ({ ...creation, precondition: "absent" as const }));
  for (let start = 0; start < creations.length; start += AT_ONCE) {
    const outcomes = await bulk(engine, creations.slice(start, start + AT_ONCE), { createsIndices: true });
    const failed = outcomes.find(({ status }) => status !== "written");
    if (failed !== undefined) throw new Error(`traffic is not stored: ${JSON.stringify(failed)}`);
  }
  await refresh(engine, `${engine.prefix}ubi-*`);
}

const AT_ONCE = 5_000;
