import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { seeded } from "../demo/random.js";
import type { DemoAccess } from "../src/commands/instance.js";
import type { Engine } from "../src/engine/engine.js";
import { refresh } from "../src/engine/indices.js";
import { searchDocuments } from "../src/engine/search-documents.js";
import { eventsStem } from "../src/tracking/event-store.js";
import { queriesStem, type UbiQuery } from "../src/tracking/impressions.js";
import type { UbiEvent } from "../src/tracking/ubi-event.js";
import { storeTraffic } from "../test/support/shop-traffic.js";
import { BROWSER } from "../test/support/user-agent.js";

const SEARCHES = ["dress", "boots", "coat", "linen shirt", "jeans", "sneakers", "bag", "scarf", "knitwear"];
/** Searches without results in the demo catalogue, mapped to the search that shoppers send next. */
const MISSES = [
  ["wellies", "rain boots"],
  ["snood", "scarf"],
  ["trilby", "hat"],
] as const;
const LISTINGS = ["Clothing: Dresses", "Clothing: Knitwear", "Shoes", "Bags"];
const PLACEMENTS = ["home", "product_page", "cart"];

const SHOPPERS = 150;
/** Number of concurrent requests, low enough for a small machine. */
const AT_ONCE = 4;
/** Maximum time until the service has stored its responses, in milliseconds: twice the write interval of one second. */
const STORED_WITHIN_MS = 2_000;
/** Number of days before today with simulated traffic, so that reports can compare two weeks. */
const EARLIER_DAYS = 13;
const DAY_MS = 86_400_000;

interface Item {
  readonly product_identifier: string;
  readonly price?: number;
}

interface Shown {
  readonly recommendation_id: string;
  readonly items?: readonly Item[];
  readonly slots?: readonly { readonly items: readonly Item[] }[];
}

/**
 * Simulates shoppers who visit the demo shop: sends searches, listing and recommendation requests, and the resulting
 * events. The visits are the same in every run, except for their identifiers.
 * @throws Error if a request fails
 */
export async function sendTraffic(demo: DemoAccess): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const limit = pLimit(AT_ONCE);
  const visits = Array.from({ length: SHOPPERS }, (_, at) => limit(() => visit(demo, `${run}-${at}`, `visit ${at}`)));
  const events = (await Promise.all(visits)).flat();
  await post(demo, "/v1/events", events.map((event) => JSON.stringify(event)).join("\n"), demo.private_key);
  await delay(STORED_WITHIN_MS);
}

/** Simulates one visit to the demo shop and returns its events. */
async function visit(demo: DemoAccess, device_id: string, seed: string): Promise<object[]> {
  const random = seeded(seed);
  const events: object[] = [];
  const show = async (path: string, body: object) => {
    const url = `/v2/recommendations/${path}?service_api_client=${demo.client_id}`;
    const request = JSON.stringify({ user: { device_id }, limit: 12, projection: ["price"], ...body });
    const shown = (await post(demo, url, request, demo.public_key)) as Shown;
    const items = shown.items ?? shown.slots?.flatMap((slot) => slot.items) ?? [];
    const chosen = items.find((_, at) => random.chance(0.08 / (1 + at / 3)));
    if (chosen === undefined) return items[0];
    const event = (type: string, more: object) =>
      events.push({ type, event_id: randomUUID(), device_id, occurred_at: Date.now(), ...more });
    const product = { id: chosen.product_identifier, price: chosen.price, quantity: 1 };
    const recommendation_id = shown.recommendation_id.split(".")[0];
    event("list_click", { recommendation_id, list: "demo", product });
    event("product_view", { recommendation_id, product });
    if (random.chance(0.3)) event("add_to_cart", { products: [product] });
    if (random.chance(0.1)) {
      const sale = { transaction_id: randomUUID(), revenue: chosen.price, currency: "EUR", products: [product] };
      event("transaction", sale);
    }
    return chosen;
  };
  for (let nth = random.integer(2, 4); nth > 0; nth -= 1) {
    const searches = random.chance(0.1) ? random.pick(MISSES) : [random.pick(SEARCHES)];
    for (const query of searches) await show("search", { query });
  }
  const seen = await show("search", { filters: { categories: random.pick(LISTINGS) } });
  const product_identifiers = seen === undefined ? [] : [seen.product_identifier];
  await show("query/slots", { placement: random.pick(PLACEMENTS), seed: { product_identifiers } });
  return events;
}

async function post(demo: DemoAccess, path: string, body: string, key: string): Promise<unknown> {
  const type = path.startsWith("/v1/events") ? "application/x-ndjson" : "application/json";
  const headers = { "X-SERVICE-API-KEY": key, "Content-Type": type, "User-Agent": BROWSER };
  const response = await fetch(demo.base_url + path, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${path} failed with status ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Copies parts of the stored traffic of a client to earlier days, so that reports have a history. */
export async function copyToEarlierDays(engine: Engine, client_id: string): Promise<void> {
  const read = async <T>(stem: string): Promise<T[]> => {
    const search = { size: 10_000, query: { term: { application: client_id } } };
    return (await searchDocuments<T>(engine, `${stem}*`, search)).hits.hits.map(({ _source }) => _source);
  };
  await refresh(engine, `${engine.prefix}ubi-*`);
  const responses = await read<UbiQuery>(queriesStem(engine.prefix));
  const events = await read<UbiEvent>(eventsStem(engine.prefix));
  for (let day = 1; day <= EARLIER_DAYS; day += 1) {
    const random = seeded(`day ${day}`);
    const devices = new Set(responses.map((response) => response.client_id).filter(() => random.chance(0.6)));
    const isKept = (one: { readonly client_id: string }) => devices.has(one.client_id);
    const idOf = (id: string) => createHash("sha256").update(`${day} ${id}`).digest("base64url").slice(0, 24);
    const moved = <T extends UbiQuery | UbiEvent>(one: T): T => ({
      ...one,
      client_id: `${one.client_id}-${day}`,
      query_id: one.query_id === null ? null : idOf(one.query_id),
      timestamp: new Date(Date.parse(one.timestamp) - day * DAY_MS).toISOString(),
    });
    await storeTraffic(engine, {
      responses: responses.filter(isKept).map(moved),
      events: events.filter(isKept).map((event) => {
        const { event_attributes: attributes } = event;
        return { ...moved(event), event_attributes: { ...attributes, event_id: idOf(attributes.event_id) } };
      }),
    });
  }
}
