import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { getDocuments } from "../../src/engine/documents.js";
import { tasteIndex } from "../../src/personalization/taste-store.js";
import { shopperId } from "../../src/tracking/shopper-id.js";
import type { TasteDocument, TasteKind } from "../../src/personalization/taste/document.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { TRACKER_PATH } from "../../src/tracking/collector-routes.js";
import { atFixedRate } from "../../test/support/fixed-rate.js";
import { countStored } from "../../test/support/stored-events.js";
import { contexts, encoded, entity, envelope, productView } from "../../test/support/tracker-payload.js";
import { findTraces } from "../../test/support/traces.js";
import { until } from "../../test/support/until.js";
import { BROWSER } from "../../test/support/user-agent.js";
import { atLeast, none, type Check } from "./scenario.js";
import { pause, type TestBed, type ServiceAddress } from "./test-bed.js";
import { ingestThings, newClient } from "../shared/storefront.js";

const ROUNDS = { full: 8, short: 2 } as const;
/** Number of events, and number of searches, that each shopper sends per second. */
const RATE = 20;
const PRODUCTS = Array.from({ length: 10 }, (_, number) => `product-${number}`);
const LATE_BY_MS = 3_600_000;
const GONE_MS = 30_000;

/** A shopper with all identifying data. */
interface Shopper {
  readonly device: string;
  readonly user: string;
  readonly email: string;
  /** Search words unique to this shopper. */
  readonly words: string;
}

/**
 * Erases a shopper while events and searches of that shopper arrive, kills the service during the erasure, and erases
 * again. Afterwards no stored data may identify the shopper, including data from late events. Another shopper's data
 * must remain.
 */
export async function eraseUnderLoad(ground: TestBed): Promise<Check[]> {
  const { engine, dataDir, isShort } = ground;
  const service = await ground.service();
  await service.start();
  const client = await newClient(engine, "shop");
  await ingestThings(service, client, PRODUCTS.length);
  const [erased, kept] = [shopper(ground, "erased"), shopper(ground, "kept")];
  const load = startLoad(service, client, [erased, kept]);
  const refused: string[] = [];

  const rounds = await ground.rounds("erasures", ROUNDS[isShort ? "short" : "full"], async () => {
    await pause(ground, 500, 1_500);
    const erasing = erase(service, client, erased).catch(() => undefined);
    await pause(ground, 0, 150);
    await service.end("SIGKILL");
    await erasing;
    await service.start();
    await eraseSurely(service, client, erased, refused);
  });
  await load.stop();
  await eraseSurely(service, client, erased, refused);
  // Stop the service cleanly, so that the service writes its state for the next start.
  await service.end("SIGTERM");
  await service.start();
  ground.report("sending events that arrive after the erasure");
  await sendLate(service, client, erased, load.acknowledged.get(erased) ?? []);

  const { device, user, email, words } = erased;
  const named = { clientId: client.client_id, devices: [device], users: [user], texts: [email, words] };
  let traces: string[] = [];
  const look = async () => {
    await delay(500);
    traces = await findTraces(engine, dataDir, named);
    return traces.length === 0;
  };
  await until("all traces of the shopper are deleted", look, GONE_MS).catch(() => undefined);
  await service.end("SIGTERM");
  await look();
  return [
    atLeast("number of erasures during which the service was killed", rounds, 1),
    none("erasure requests without a 2xx status", refused),
    none("traces of the shopper in indices and files", traces),
    none("taste profiles that remain after the erasure", await tasteLeft(ground, client, erased)),
    none(
      "identifiers of the shopper in the log after the erasure",
      [device, user, email, words].filter((mark) => service.printed().includes(mark)),
    ),
    ...(await checksOfKept(ground, kept, load.acknowledged)),
  ];
}

function shopper({ random }: TestBed, name: string): Shopper {
  const mark = `${name}${random.integer(1e8, 1e9)}`;
  return { device: `device-${mark}`, user: `user-${mark}`, email: `${mark}@example.test`, words: `typed${mark}` };
}

/** Sends one erasure request and returns the response status. */
async function erase({ url }: ServiceAddress, client: AddedClient, { device, user }: Shopper): Promise<number> {
  const response = await fetch(`${url}/v1/shoppers/erase`, {
    method: "POST",
    headers: { "X-SERVICE-API-KEY": client.private_key, "Content-Type": "application/json" },
    body: JSON.stringify({ device_id: device, user_id: user }),
    signal: AbortSignal.timeout(GONE_MS),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Retries the erasure after 5xx responses; any other failure is recorded. */
async function eraseSurely(
  service: ServiceAddress,
  client: AddedClient,
  who: Shopper,
  refused: string[],
): Promise<void> {
  let status = 0;
  await until("the erasure succeeds", async () => (status = await erase(service, client, who)) < 500, GONE_MS);
  if (status >= 300) refused.push(`status ${status}`);
}

function eventOf(client: AddedClient, who: Shopper, eid: string, product: string, at: number): object {
  return productView(product, {
    aid: client.client_id,
    eid,
    duid: who.device,
    uid: who.user,
    dtm: String(at),
    stm: String(Date.now()),
    url: `https://shop.example/p?email=${who.email}&product=${product}`,
    cx: encoded(
      contexts(entity("product", { id: product, price: 5, currency: "EUR" }), entity("user", { id: who.user })),
    ),
  });
}

const track = ({ url }: ServiceAddress, data: readonly object[]) =>
  fetch(`${url}${TRACKER_PATH}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
    body: JSON.stringify(envelope(...data)),
    signal: AbortSignal.timeout(GONE_MS),
  });

/** Sends events and searches of the shoppers at a fixed rate, without retries. */
function startLoad(service: ServiceAddress, client: AddedClient, shoppers: readonly Shopper[]) {
  const pending = new Set<Promise<unknown>>();
  const acknowledged = new Map<Shopper, string[]>(shoppers.map((who) => [who, []]));
  const search = `${service.url}/v2/recommendations/search?service_api_client=${client.client_id}`;
  const headers = { "X-SERVICE-API-KEY": client.public_key, "Content-Type": "application/json" };

  async function one(who: Shopper, number: number) {
    const product = PRODUCTS[number % PRODUCTS.length] ?? "";
    const eid = randomUUID();
    const user = { device_id: who.device, user_id: who.user };
    const [tracked] = await Promise.all([
      track(service, [eventOf(client, who, eid, product, Date.now())]),
      fetch(search, { method: "POST", headers, body: JSON.stringify({ user, query: who.words }) }),
    ]);
    if (tracked.ok) acknowledged.get(who)?.push(eid);
  }

  const sending = atFixedRate(RATE, (number) => {
    for (const who of shoppers) {
      // Ignore failures, because requests fail while the service is down.
      const request = one(who, number)
        .catch(() => undefined)
        .finally(() => pending.delete(request));
      pending.add(request);
    }
  });
  return {
    acknowledged,
    async stop() {
      sending.stop();
      await Promise.all(pending);
    },
  };
}

/** Sends two events that are dated before the erasure: a new event and an already stored event. */
async function sendLate(
  service: ServiceAddress,
  client: AddedClient,
  who: Shopper,
  known: readonly string[],
): Promise<void> {
  const at = Date.now() - LATE_BY_MS;
  const events = [randomUUID(), known[0] ?? randomUUID()].map((eid) =>
    eventOf(client, who, eid, PRODUCTS[0] ?? "", at),
  );
  await (await track(service, events)).arrayBuffer();
}

/**
 * Returns the types of a shopper's remaining taste profiles. Computes the document ids, which are hashes, from the
 * device id and the user id.
 */
async function tasteLeft({ engine }: TestBed, client: AddedClient, { device, user }: Shopper): Promise<string[]> {
  const owners: [TasteKind, string][] = [
    ["device", device],
    ["user", user],
  ];
  const ids = owners.map(([kind, id]) => shopperId({ client_id: client.client_id, kind, id }));
  const found = await getDocuments<TasteDocument>(engine, tasteIndex(engine), ids);
  return owners.flatMap(([kind], at) => {
    const { products = [], shown = [], orders = [] } = found[at]?.source ?? {};
    return products.length + shown.length + orders.length === 0 ? [] : [kind];
  });
}

async function checksOfKept(
  { engine }: TestBed,
  kept: Shopper,
  acknowledged: ReadonlyMap<Shopper, string[]>,
): Promise<Check[]> {
  const stored = await countStored(engine);
  const lost = (acknowledged.get(kept) ?? []).filter((eid) => !stored.has(eid));
  return [none("missing events of another shopper", lost)];
}
