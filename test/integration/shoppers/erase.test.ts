import { expect } from "chai";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Service } from "../../../src/bootstrap.js";
import { listIndices, refresh } from "../../../src/engine/indices.js";
import { scan } from "../../../src/engine/point-in-time.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { PIXEL_PATH, TRACKER_PATH } from "../../../src/tracking/collector-routes.js";
import { shopperId } from "../../../src/tracking/shopper-id.js";
import { sharedEngineUrl } from "../../support/engine.js";
import { fetchJson } from "../../support/http.js";
import { startRelay, type Relay } from "../../support/relay.js";
import { startInstance } from "../../support/service.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { findTraces, findTracesInFiles, type Traces } from "../../support/traces.js";
import { contexts, encoded, envelope, productView, type Json } from "../../support/tracker-payload.js";
import { until } from "../../support/until.js";
import { BROWSER } from "../../support/user-agent.js";
import type { ErasureReport } from "../../../src/shoppers/erasure.js";

const DAY_MS = 86_400_000;

/** Returns a test shopper with identifiers and texts that are unique in all stored data. */
function shopperNamed(name: string) {
  return {
    device: `device-of-${name}-5f1c`,
    tablet: `tablet-of-${name}-77aa`,
    user: `account-of-${name}-93be`,
    session: `session-of-${name}-c0de`,
    order: `order-of-${name}-4711`,
    email: `${name}.person@mail.example`,
    title: `welcome ${name} somebody`,
    /** Query of two words: the first word matches products, and only this shopper types the second word. */
    words: `dress ${name}word`,
  };
}
type Shopper = ReturnType<typeof shopperNamed>;

describe("the erasure of all data of a shopper", () => {
  const dataDir = join(tmpdir(), `erase-${randomUUID()}`);
  const restarted: Service[] = [];
  let relay: Relay;
  let engineUrl: string | undefined;
  // Stops the restarted services before the hooks of `useShop`, registered later, delete the stored data.
  after(() => Promise.all(restarted.map((service) => service.close())));
  const settings = { DATA_DIR: dataDir, LEARN_EVERY_SECONDS: "3600" };
  const shop = useShop({
    instances: 2,
    settings,
    engineUrl: async (context) => {
      const direct = await sharedEngineUrl(context);
      engineUrl = direct;
      relay = await startRelay(() => engineUrl);
      return relay.url;
    },
  });
  after(async () => {
    await relay.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ada = shopperNamed("ada");
  const bob = shopperNamed("bob");
  let storefront: Storefront;
  let services: readonly Service[];
  let history = "";

  const tracesOf = (shopper: Shopper): Traces => ({
    clientId: storefront.client_id,
    devices: [shopper.device, shopper.tablet],
    users: [shopper.user],
    texts: [shopper.session, shopper.order, shopper.email, shopper.title, shopper.words.split(" ")[1] as string],
  });
  const found = (shopper: Shopper) => findTraces(shop.engine, dataDir, tracesOf(shopper));

  const track = async (fields: Json, instance = 0): Promise<void> => {
    const response = await fetch(`${services[instance]!.base_url}${TRACKER_PATH}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(fields)),
    });
    if (response.status !== 200) throw new Error(`the tracker was answered ${response.status}`);
  };
  const from = (shopper: Shopper, more: Json = {}): Json => ({
    aid: storefront.client_id,
    eid: randomUUID(),
    duid: shopper.device,
    uid: shopper.user,
    sid: shopper.session,
    url: `https://${shopper.email}:secret@shop.example/p?email=${encodeURIComponent(shopper.email)}#${shopper.email}`,
    page: shopper.title,
    ...more,
  });
  const importHistory = async (body: string) => {
    const response = await fetchJson(`${services[0]!.base_url}/v1/events`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/x-ndjson" },
      body,
    });
    return (response.body as { data: { events: Record<string, number> } }).data.events;
  };
  const historyOf = (shopper: Shopper): string => {
    const at = Date.now() - 40 * DAY_MS;
    const line = {
      device_id: shopper.device,
      user_id: shopper.user,
      session_id: shopper.session,
      page_url: `https://shop.example/?email=${shopper.email}`,
    };
    const product = { id: "p2" };
    return [
      { ...line, type: "product_view", event_id: `${shopper.order}-1`, occurred_at: at, product },
      {
        ...line,
        type: "transaction",
        event_id: `${shopper.order}-2`,
        occurred_at: at + 1_000,
        transaction_id: shopper.order,
        products: [product, { id: "p3" }],
      },
      { ...line, type: "page_view", event_id: `${shopper.order}-3`, occurred_at: at, title: shopper.title },
    ]
      .map((one) => `${JSON.stringify(one)}\n`)
      .join("");
  };
  const storedResponses = async () => {
    const indices = `${shop.engine.prefix}ubi-queries-*`;
    await refresh(shop.engine, indices);
    return countDocuments(shop.engine, indices);
  };

  /**
   * Performs every action that is available to a shopper.
   * @returns the cursor of a first page, which contains the whole state of the page
   */
  async function shopAround(shopper: Shopper): Promise<string> {
    const before = await storedResponses();
    const user = { device_id: shopper.device, user_id: shopper.user };
    await track(productViewBy(shopper, "p1"));
    await track(productViewBy(shopper, "p4"));
    await track(productViewBy(shopper, "p2", { duid: shopper.tablet }), 1);
    const pixel = new URLSearchParams(from(shopper, { e: "pv", p: "web" }) as Record<string, string>);
    await fetch(`${services[1]!.base_url}${PIXEL_PATH}?${pixel.toString()}`);
    expect((await importHistory(historyOf(shopper)))["accepted"]).to.equal(3);
    const first = await storefront.search({ user, query: shopper.words, limit: 1 }, 0);
    const { recommendation_id } = first;
    const response = { schema: "iglu:vitrine/recommendation/jsonschema/1-0-0", data: { recommendation_id } };
    await until("the answer to be remembered", async () => (await storedResponses()) > before);
    await track(productViewBy(shopper, first.items[0]!.product_identifier, { response }));
    const second = await storefront.search({ user, pagination: { page: 2, cursor: recommendation_id } }, 0);
    await storefront.search({ user, pagination: { page: 3, cursor: second.recommendation_id } }, 0);
    await storefront.search({ user, query: "dress" }, 1);
    await storefront.requestFor("suggest", { user, query: shopper.words.slice(0, -2) }, 0);
    await storefront.requestFor("query/slots", { user, placement: "home" }, 1);
    await storefront.requestFor("query", { user, profile: "for_you" }, 0);
    // The six responses are two searches, two later pages, and recommendations from two endpoints.
    await until("all answers to be remembered", async () => (await storedResponses()) >= before + 6);
    return (await storefront.search({ user, query: shopper.words, limit: 1 }, 0)).recommendation_id;
  }

  const productViewBy = (shopper: Shopper, id: string, more: Json = {}): Json => {
    const { response, ...fields } = more;
    const payload = productView(id, from(shopper, fields));
    if (response === undefined) return payload;
    // Adds the entity with the recommendation id to the event.
    const { data } = JSON.parse(Buffer.from(payload["cx"] as string, "base64url").toString()) as { data: unknown[] };
    return { ...payload, cx: encoded(contexts(...data, response)) };
  };

  /**
   * Returns all documents with data of a shopper, except for documents of typed queries, which several shoppers share.
   */
  async function documentsOf(shopper: Shopper): Promise<Map<string, unknown>> {
    const documents = new Map<string, unknown>();
    const { client_id } = storefront;
    const own = [shopper.device, shopper.tablet, shopper.user].flatMap((id) => [
      id,
      ...(["device", "user"] as const).map((kind) => shopperId({ client_id, kind, id })),
    ]);
    for (const index of await listIndices(shop.engine, `${shop.engine.prefix}*`)) {
      if (index.endsWith("query-signals")) continue;
      await refresh(shop.engine, index);
      for await (const hits of scan(shop.engine, index, 500)) {
        for (const { _id, _source } of hits) {
          const text = JSON.stringify([_id, _source]);
          if (own.some((id) => text.includes(id))) documents.set(`${index} ${_id}`, _source);
        }
      }
    }
    return documents;
  }

  const erase = async (body: object, instance = 0): Promise<ErasureReport> => {
    const response = await fetchJson(`${services[instance]!.base_url}/v1/shoppers/erase`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": storefront.private_key, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    return (response.body as { data: ErasureReport }).data;
  };

  it("the data of an erased shopper is permanently removed from every index and file", async () => {
    services = shop.services;
    storefront = await shop.storefront();
    await storefront.ingest(
      ["p1", "p2", "p3", "p4", "p5"].map((id) => ({
        operation: "insert",
        product_data: { product_identifier: id, variant_identifier: id, title: `Dress ${id}`, designer: `D ${id}` },
      })),
    );
    const bobsPage = await shopAround(bob);
    const adasPage = await shopAround(ada);
    history = historyOf(ada);
    for (const service of services) await service.learn();
    const before = await found(ada);
    for (const position of [
      "ubi-events",
      "ubi-queries",
      "query-signals",
      "cursors",
      ada.session,
      ada.order,
      "adaword",
    ]) {
      expect(
        before.some((one) => one.includes(position)),
        `${position} in ${before.join("\n")}`,
      ).to.equal(true);
    }
    expect(before.filter((one) => one.includes("mail"))).to.deep.equal([]);

    // Events that are received during an engine outage are stored in the spool.
    const direct = engineUrl;
    engineUrl = undefined;
    relay.cut();
    try {
      await track(productViewBy(ada, "p5"));
      const files = await findTracesInFiles(dataDir, tracesOf(ada));
      expect(files.some((one) => one.includes(ada.device))).to.equal(true);
    } finally {
      engineUrl = direct;
    }

    const bobs = await documentsOf(bob);
    expect(bobs.size).to.be.greaterThan(10);
    const report = await erase({ device_id: ada.device, user_id: ada.user });
    expect(report.removed.events).to.be.within(8, 9);
    expect(report.removed.responses).to.be.at.least(5);
    expect(report.removed).to.deep.include({ tastes: 3, queries: 1 });
    expect(report.removed.pages).to.be.at.least(3);
    expect(report).to.deep.include({ anonymized: { queries: 1 }, forgotten_devices: 1 });
    expect(report.elsewhere).to.deep.equal({ spool_is_clear: true, within_seconds: 10 });
    // A process that stores a response during the erasure removes this response afterwards.
    await until("nothing to be left", async () => (await found(ada)).length === 0);
    expect(await documentsOf(bob)).to.deep.equal(bobs);

    await comeLate();
    expect(await readOn(ada, adasPage)).to.equal(404);
    await until("the other process to hear of it", async () => (await readOn(ada, adasPage, 1)) === 404);
    // Events that a process accepts before it is informed of the erasure count as new and are stored.
    await services[1]?.close();
    await erase({ device_id: ada.device, user_id: ada.user });
    expect(await found(ada)).to.deep.equal([]);

    await Promise.all(services.map((service) => service.close()));
    await restart();
    await comeLate();
    expect(await found(ada)).to.deep.equal([]);
    expect(await documentsOf(bob)).to.deep.equal(bobs);
    expect([await readOn(ada, adasPage), await readOn(bob, bobsPage)]).to.deep.equal([404, 200]);

    expect((await erase({ device_id: ada.device, user_id: ada.user })).removed).to.deep.equal({
      events: 0,
      responses: 0,
      tastes: 0,
      pages: 0,
      queries: 0,
    });
    // Events that occur after the erasure count as new and are stored.
    await track(productViewBy(ada, "p1"));
    expect((await erase({ device_id: ada.device })).removed).to.deep.include({ events: 1, tastes: 1 });
    expect(shop.complaints().filter((line) => line.includes(ada.device) || line.includes(ada.user))).to.deep.equal([]);
  });

  /**
   * Requests page 2 and returns the status of the response. Page 2 is stored in the engine; page 1 is contained only in
   * the cursor.
   */
  async function readOn({ device }: Shopper, cursor: string, instance = 0): Promise<number> {
    const { client_id, public_key } = storefront;
    const url = `${services[instance]!.base_url}/v2/recommendations/search?service_api_client=${client_id}`;
    const headers = { "X-SERVICE-API-KEY": public_key, "Content-Type": "application/json" };
    const body = JSON.stringify({ user: { device_id: device }, pagination: { page: 2, cursor } });
    return (await fetchJson(url, { method: "POST", headers, body })).status;
  }

  /**
   * Sends late events from before the erasure: an event history that is imported again, and events of a tracker that
   * was offline for a long time.
   */
  async function comeLate(): Promise<void> {
    expect(await importHistory(history)).to.deep.include({ received: 3, accepted: 0, erased: 3 });
    const sent = Date.now();
    for (const age of [60 * DAY_MS, 8 * DAY_MS, 3_600_000]) {
      const clocks = { dtm: String(sent - age), stm: String(sent) };
      await track(productViewBy(ada, "p3", clocks));
      await track(productViewBy(ada, "p3", { ...clocks, duid: ada.tablet }));
    }
    for (const service of services) await service.learn();
  }

  async function restart(): Promise<void> {
    const installation = { engineUrl: relay.url, prefix: shop.engine.prefix, dataDir };
    const service = await startInstance(installation, { ...settings, LOG_LEVEL: "warn" });
    restarted.push(service);
    services = restarted;
  }
});
