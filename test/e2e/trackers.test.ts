import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { buildSelfDescribingEvent, newTracker } from "@snowplow/node-tracker";
import { expect } from "chai";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { refresh } from "../../src/engine/indices.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import { addClient } from "../../src/storefront/clients.js";
import type { ShopperEvent } from "../../src/tracking/event.js";
import { fromDocument, type UbiEvent } from "../../src/tracking/ubi-event.js";
import { launchBrowser, openContext } from "../support/browser.js";
import { until } from "../support/until.js";
import { useService } from "../support/service.js";

const PAGE = fileURLToPath(new URL("tracker-page/page.ts", import.meta.url));

const SHIRT = {
  id: "shirt-1",
  price: 79.5,
  quantity: 2,
  position: 1,
  brand: "Marlow & Finch",
  category: "Clothing: Shirts",
};
const TIE = { id: "tie-1", price: 30, quantity: 1, position: null, brand: null, category: null };

/** Expected events of the page, in order, without the fields that all events share. */
const DONE = [
  { type: "page_view", title: "Shirts", products: [] },
  { type: "list_view", list: "shirts", products: [SHIRT, TIE], recommendation_id: "answer-1" },
  { type: "list_click", list: "shirts", products: [SHIRT], recommendation_id: "answer-1" },
  { type: "product_view", products: [SHIRT] },
  { type: "add_to_cart", products: [SHIRT] },
  { type: "remove_from_cart", products: [TIE] },
  { type: "checkout_step", step: 2, products: [] },
  { type: "transaction", transaction_id: "order-1", revenue: 159, currency: "EUR", products: [SHIRT] },
  { type: "refund", transaction_id: "order-1", products: [{ ...SHIRT, quantity: 1 }] },
  { type: "experiment_exposure", experiment: "ranking", variant: "b", products: [] },
] as const;

/** Number of events that the page sends, including a promotion view, which the service ignores. */
const SENT = DONE.length + 1;

describe("real trackers", () => {
  after(async () => {
    await browser?.close();
    await new Promise((resolve) => pages.close(resolve));
  });
  const running = useService();
  let pages: Server;
  let origin = "";
  let browser: Browser | undefined;
  const scripts = new Map<string, string>();

  before(async () => {
    pages = createServer((req, res) => {
      const script = scripts.get((req.url ?? "").split("?")[0] ?? "");
      res.setHeader("Content-Type", "text/html; charset=utf-8");
      res.end(
        `<!doctype html><title>Shop</title><script>${(script ?? "").replaceAll("</script", "<\\/script")}</script>`,
      );
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    await addClient({ engine: running.engine, now: () => new Date() }, { name: "shop", origins: [origin] });
    await running.service.directory.refresh();
    browser = await launchBrowser();
  });

  async function stored(device: string): Promise<ShopperEvent[]> {
    const index = `${running.engine.prefix}ubi-events-*`;
    await refresh(running.engine, index);
    const query = { term: { client_id: device } };
    const { hits } = await searchDocuments<UbiEvent>(running.engine, index, {
      size: 100,
      query,
      sort: [{ _seq_no: "asc" }],
    });
    return hits.hits.map((hit) => fromDocument(hit._source));
  }

  /** Bundles and serves the shop page with a tracker that uses the given options. */
  async function serve(path: string, options: object): Promise<void> {
    const { outputFiles } = await build({
      entryPoints: [PAGE],
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      logLevel: "silent",
      define: { COLLECTOR: JSON.stringify(running.service.base_url), OPTIONS: JSON.stringify(options) },
    });
    scripts.set(path, outputFiles[0]?.text ?? "");
  }

  for (const [how, options] of [
    ["one by one by POST", {}],
    ["in batches by POST", { bufferSize: SENT, maxPostBytes: 60_000 }],
    ["by GET", { eventMethod: "get", maxGetBytes: 60_000 }],
    ["in plain JSON by POST", { encodeBase64: false }],
  ] as const) {
    it(`Snowplow trackers in a browser deliver complete events, ${how}`, async () => {
      const path = `/${how.replaceAll(" ", "-")}`;
      await serve(path, options);
      const shopper = await openContext(browser!);
      const page = await shopper.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().includes("favicon")) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(error.message));
      const before = Date.now();
      await page.goto(origin + path);
      const device = String(await page.evaluate("device()"));
      const session = String(await page.evaluate("session()"));
      await until("all to be stored", async () => (await stored(device)).length >= DONE.length);
      const events = await stored(device);
      const expected = DONE.map((one) => ({
        recommendation_id: null,
        ...one,
        client_id: "shop",
        device_id: device,
        user_id: "ann",
        session_id: session,
        page_url: origin + path,
        counts: true,
        source: "tracker",
      }));
      const seen = events.map(({ event_id, occurred_at, received_at, ...rest }) => {
        expect(event_id).to.match(/^[0-9a-f-]{36}$/);
        expect(received_at).to.be.within(before, Date.now());
        expect(occurred_at).to.be.within(before - 1_000, received_at);
        return rest;
      });
      const order = (list: readonly { readonly type: string }[]) =>
        [...list].sort((a, b) => (a.type < b.type ? -1 : 1));
      expect(order(seen)).to.deep.equal(order(expected));
      expect(problems).to.deep.equal([]);
      // Events are stored before the browser receives the response with the cookie.
      await until("the collector's cookie", async () => {
        const cookies = await shopper.cookies(running.service.base_url);
        return cookies.some(({ name, value }) => name === "sp" && /^[0-9a-f-]{36}$/.test(value));
      });
      await shopper.close();
    });
  }

  it("the service stores no events and sets no cookie for Snowplow trackers with anonymous tracking", async () => {
    const anonymousTracking = { withServerAnonymisation: true };
    await serve("/anonymous", { anonymousTracking, stateStorageStrategy: "none" });
    const shopper = await openContext(browser!);
    const page = await shopper.newPage();
    const counted = async () => {
      const text = await (await fetch(`${running.service.operations_url}/metrics`)).text();
      return text
        .split("\n")
        .filter((line) => line.startsWith("vitrine_events_total") && line.includes('outcome="anonymous"'))
        .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    };
    const index = `${running.engine.prefix}ubi-events-*`;
    const all = async () =>
      (await searchDocuments(running.engine, index, { size: 0, track_total_hits: true })).hits.total.value;
    await refresh(running.engine, index);
    const before = await all();
    await page.goto(`${origin}/anonymous`);
    await until("all to be counted", async () => (await counted()) === DONE.length);
    await refresh(running.engine, index);
    expect(await all()).to.equal(before);
    expect((await shopper.cookies(running.service.base_url)).filter(({ name }) => name === "sp")).to.deep.equal([]);
    await shopper.close();
  });

  it("Snowplow trackers on a shop's server deliver complete events", async () => {
    const errors: unknown[] = [];
    const ecommerce = "iglu:com.snowplowanalytics.snowplow.ecommerce";
    const tracker = newTracker(
      { namespace: "server", appId: "shop", encodeBase64: true },
      {
        endpoint: running.service.base_url,
        eventMethod: "post",
        bufferSize: 1,
        onRequestFailure: (error) => errors.push(error),
      },
    );
    tracker.setDomainUserId("device-of-ann");
    tracker.setUserId("ann");
    tracker.setSessionId("visit-1");
    const order = { transaction_id: "order-2", revenue: 30, currency: "EUR", payment_method: "invoice" };
    tracker.track(
      buildSelfDescribingEvent({
        event: {
          schema: `${ecommerce}/snowplow_ecommerce_action/jsonschema/1-0-2`,
          data: { type: "transaction" },
        },
      }),
      [
        { schema: `${ecommerce}/product/jsonschema/1-0-0`, data: { id: "tie-1", price: 30, currency: "EUR" } },
        { schema: `${ecommerce}/transaction/jsonschema/1-0-0`, data: order },
      ],
    );
    await until("it to be stored", async () => (await stored("device-of-ann")).length > 0);
    const [event, ...others] = await stored("device-of-ann");
    const { event_id, occurred_at, received_at } = event!;
    expect([others, errors]).to.deep.equal([[], []]);
    expect(event).to.deep.equal({
      event_id,
      occurred_at,
      received_at,
      client_id: "shop",
      device_id: "device-of-ann",
      user_id: "ann",
      session_id: "visit-1",
      page_url: null,
      recommendation_id: null,
      counts: true,
      source: "tracker",
      type: "transaction",
      transaction_id: "order-2",
      revenue: 30,
      currency: "EUR",
      products: [TIE],
    });
  });
});
