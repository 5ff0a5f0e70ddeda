import { setTimeout as delay } from "node:timers/promises";
import type { ProductUpdateResponse } from "../../src/catalog/product-updates/routes.js";
import type { ProductSource } from "../../src/catalog/product-document.js";
import { catalogAlias } from "../../src/catalog/live.js";
import { scan } from "../../src/engine/point-in-time.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { endedIngestion, newClient } from "../shared/storefront.js";
import { feed } from "../../test/support/catalog.js";
import { fetchJson } from "../../test/support/http.js";
import { until } from "../../test/support/until.js";
import { atLeast, atMost, exactly, none, reported, type Check } from "./scenario.js";
import { pause, type ServiceAddress, type TestBed } from "./test-bed.js";

const EVENTS = { full: 10_000, short: 1_000 } as const;
const PRODUCTS = 300;
/** Share of updates that are sent more than once. */
const REPEATED = 0.3;
const SENDERS = 4;
const LONGEST_REQUEST = 100;
const KILLS = { full: 8, short: 2 } as const;
const TAKEN_MS = 120_000;
const VISIBLE_MS = 5_000;

/** A change in a shop. The version is the number of the change in chronological order. */
interface Happening {
  readonly version: number;
  readonly operation: "insert" | "update" | "delete";
  readonly product: string;
  /** Identifier of the changed variant; undefined if the whole product changes. */
  readonly variant?: string;
  readonly data: Readonly<Record<string, number | string>>;
}

/** Active variants of a shop, keyed by "product/variant". */
type Shop = Map<string, Readonly<Record<string, number | string>>>;

/**
 * Sends product updates in random order, and some updates repeatedly, while the service is killed several times. In
 * between, sends a full feed that does not contain the changes since the snapshot of the feed. Afterwards the catalogue
 * must equal the shop's state.
 */
export async function disorderProducts(ground: TestBed): Promise<Check[]> {
  const form = ground.isShort ? "short" : "full";
  const { random } = ground;
  const place = await ground.service({ INGESTION_LEASE_SECONDS: "2" });
  await place.start();
  const client = await newClient(ground.engine, "disordered");
  const happenings = Array.from({ length: EVENTS[form] }, (_, at) => happening(ground, at + 1));
  const wanted: Shop = new Map();
  const half = Math.floor(happenings.length / 2);
  let snapshot = "";
  for (const [at, one] of happenings.entries()) {
    happen(wanted, one);
    if (at + 1 === half) snapshot = feedOf(wanted);
  }
  const repeated = happenings.filter(() => random.chance(REPEATED));
  const queue = [...happenings, ...repeated]
    .map((one) => ({ one, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
  const sent = queue.length;

  const scenario = { isOver: false };
  let kills = 0;
  let slowest = 0;
  const killing = (async () => {
    while (kills < KILLS[form] && !scenario.isOver) {
      await pause(ground, 5_000, 15_000);
      await place.end("SIGKILL");
      await place.start();
      kills += 1;
    }
  })();
  const refused: string[] = [];
  const sender = async () => {
    for (;;) {
      const some = queue.splice(0, random.integer(1, LONGEST_REQUEST));
      if (some.length === 0) return;
      const response = await delivered(place, client, some);
      refused.push(...response.lines.flatMap(({ reason }) => reason ?? []));
    }
  };
  const feeding = until(
    "half of the product updates are sent",
    () => Promise.resolve(queue.length < sent / 2),
    600_000,
  ).then(() => replaced(place, client, snapshot, half));
  try {
    await Promise.all([...Array.from({ length: SENDERS }, sender), feeding]);
  } finally {
    scenario.isOver = true;
    await killing;
  }
  const found = await catalogueOf(ground, client);
  const drift = [...new Set([...wanted.keys(), ...found.keys()])].filter(
    (id) => JSON.stringify(wanted.get(id)) !== JSON.stringify(found.get(id)),
  );
  const last = happenings.length;
  const report = await replaced(place, client, feedOf(wanted), last);
  for (const [nth, operation] of (["insert", "update", "delete"] as const).entries()) {
    const started = performance.now();
    const data: Happening["data"] = operation === "delete" ? {} : { price: 1_000 + nth };
    const one: Happening = { version: last + 1 + nth, operation, product: "seen", variant: "V1", data };
    await delivered(place, client, [one]);
    const price = await priceOf(place, client, "seen");
    if (price !== (operation === "delete" ? undefined : 1_000 + nth)) drift.push(`seen after ${operation}`);
    slowest = Math.max(slowest, performance.now() - started);
  }
  return [
    reported("number of product updates, number of updates sent including repeats", `${last}, ${sent}`),
    atLeast("number of times the service was killed", kills, 1),
    none("rejected lines", refused),
    none("catalogue drift: variants that differ from the shop's data", drift),
    exactly("catalogue drift reported for the final full feed", report, 0),
    atMost("longest time until a listing shows a product change", slowest, VISIBLE_MS, "ms"),
  ];
}

function happening({ random }: TestBed, version: number): Happening {
  const product = `P${random.integer(0, PRODUCTS)}`;
  const variant = `V${random.integer(1, 4)}`;
  const kind = random.integer(0, 20);
  if (kind === 0) return { version, operation: "delete", product, data: {} };
  if (kind < 3) return { version, operation: "delete", product, variant, data: {} };
  if (kind < 9) return { version, operation: "update", product, variant, data: { stock: version } };
  return {
    version,
    operation: "insert",
    product,
    variant,
    data: { price: version, stock: 0, title: `Thing ${version}` },
  };
}

function happen(shop: Shop, { operation, product, variant, data }: Happening): void {
  const id = `${product}/${variant}`;
  const known = shop.get(id);
  if (operation === "insert") shop.set(id, data);
  else if (operation === "update") {
    if (known !== undefined) shop.set(id, { ...known, ...data });
  } else if (variant !== undefined) shop.delete(id);
  else for (const name of [...shop.keys()]) if (name.startsWith(`${product}/`)) shop.delete(name);
}

const identifiers = (product: string, variant?: string) => ({
  product_identifier: product,
  ...(variant !== undefined && { variant_identifier: variant }),
});

const feedOf = (shop: Shop): string =>
  feed(
    ...[...shop].map(([id, data]) => {
      const [product = "", variant] = id.split("/");
      return JSON.stringify({ operation: "insert", product_data: { ...identifiers(product, variant), ...data } });
    }),
  );

/** Sends product updates and retries until they are accepted, like a webhook relay. */
async function delivered(
  place: ServiceAddress,
  client: AddedClient,
  some: readonly Happening[],
): Promise<ProductUpdateResponse> {
  const body = feed(
    ...some.map(({ operation, version, product, variant, data }) =>
      JSON.stringify({ operation, version, product_data: { ...identifiers(product, variant), ...data } }),
    ),
  );
  const headers = { "X-SERVICE-API-KEY": client.private_key, "Content-Type": "application/x-ndjson" };
  const until = performance.now() + TAKEN_MS;
  for (;;) {
    const response = await fetchJson(`${place.url}/v1/products`, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    if (response?.status === 200) return (response.body as { data: ProductUpdateResponse }).data;
    if (performance.now() > until)
      throw new Error(`the product updates were rejected: ${JSON.stringify(response?.body)}`);
    await delay(100);
  }
}

/**
 * Sends a full feed.
 * @returns the number of variants that differed between catalogue and feed
 */
async function replaced(place: ServiceAddress, client: AddedClient, body: string, snapshot: number): Promise<number> {
  const headers = {
    "X-SERVICE-API-KEY": client.private_key,
    "X-SERVICE-PROCESSING-MODE": "soft_replace",
    "X-SERVICE-SNAPSHOT": String(snapshot),
  };
  for (;;) {
    const response = await fetchJson(`${place.url}/v1/ingestion/`, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    if (response?.status !== 202) {
      await delay(100);
      continue;
    }
    const { ingestion_id } = (response.body as { data: { ingestion_id: number } }).data;
    const { product_metrics } = await endedIngestion(place, client, ingestion_id, TAKEN_MS);
    const { drift, failure } = product_metrics ?? {};
    if (drift === undefined || failure !== null) throw new Error(`the ingestion of the full feed failed: ${failure}`);
    return drift.missing + drift.different + drift.extra;
  }
}

/** Returns the active variants that the service has stored. */
async function catalogueOf({ engine }: TestBed, { client_id }: AddedClient): Promise<Shop> {
  const shop: Shop = new Map();
  for await (const hits of scan<ProductSource>(engine, catalogAlias(engine, client_id), 2_000)) {
    for (const { _source } of hits) {
      for (const { active, data } of _source.source) {
        const { product_identifier, variant_identifier, price, stock, title } = data;
        if (!active) continue;
        shop.set(`${product_identifier}/${variant_identifier}`, { price, stock, title } as Record<
          string,
          number | string
        >);
      }
    }
  }
  return shop;
}

async function priceOf(place: ServiceAddress, client: AddedClient, product: string): Promise<unknown> {
  const { body } = await fetchJson(`${place.url}/v2/recommendations/search?service_api_client=${client.client_id}`, {
    method: "POST",
    headers: { "X-SERVICE-API-KEY": client.public_key, "Content-Type": "application/json" },
    body: JSON.stringify({
      user: { device_id: "visitor" },
      limit: 1,
      projection: ["price"],
      filters: { product_identifier: product },
    }),
  });
  return (body as { items: { price: unknown }[] }).items[0]?.price;
}
