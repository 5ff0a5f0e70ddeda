import { expect } from "chai";
import { sharedEngineUrl } from "../../support/engine.js";
import { startEngineProxy, type Conduct, type EngineProxy } from "../../support/engine-proxy.js";
import type { ResponseBody } from "../../support/http.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";
import type { SearchResult } from "../../../src/search/response-schema.js";

const COLORS = ["Red", "Blue", "Black"];
const PRODUCTS = 60;

describe("listings with a failing engine", () => {
  let proxy: EngineProxy;
  const shop = useShop({
    instances: 1,
    settings: { STALE_SECONDS: "300" },
    engineUrl: async (context) => {
      proxy = await startEngineProxy(await sharedEngineUrl(context));
      return proxy.url;
    },
  });
  let store: Storefront;

  before("ingest a catalogue and request some of its listings", async () => {
    store = await shop.storefront();
    await store.ingest(
      Array.from({ length: PRODUCTS }, (_, at) => ({
        operation: "insert",
        product_data: {
          product_identifier: `p${at}`,
          variant_identifier: `v${at}`,
          title: `shirt ${at}`,
          price: 10 + at,
          color: COLORS[at % COLORS.length],
        },
      })),
      "soft_replace",
    );
  });
  afterEach(async () => {
    proxy.behave(() => "pass");
    await until("whole listings again", async () => (await listing("Red")).body.meta.degraded === undefined);
  });
  after(() => proxy.close());

  const listing = async (color: string, device_id = "a device"): Promise<ResponseBody & { body: SearchResult }> =>
    (await store.send({ user: { device_id }, filters: { color }, facets: { keys: ["*"] } })) as ResponseBody & {
      body: SearchResult;
    };

  const ILL: readonly (readonly [what: string, conduct: Conduct])[] = [
    ["slow", { delayMs: 1_500 }],
    ["frozen", "hold"],
    ["unreachable", "lost"],
  ];
  for (const [what, conduct] of ILL) {
    it(`listings are served from the cache and marked as degraded while the engine is ${what}`, async () => {
      const whole = new Map<string, SearchResult>();
      for (let time = 0; time < 3; time += 1) {
        for (const color of COLORS) whole.set(color, (await listing(color)).body);
      }
      proxy.behave(() => conduct);
      // Fresh cache entries need no engine, so degraded responses begin only when the catalogue state must be read.
      await until(
        "what was last known",
        async () => (await listing("Red")).body.meta.degraded?.includes("stale") === true,
      );
      for (const color of COLORS) {
        const { status, body } = await listing(color, "another device");
        expect(status).to.equal(200);
        const { degraded = [] } = body.meta;
        // A page that was cached recently is complete, except that it may not be personalized.
        expect(degraded, color).to.have.length(1);
        if (degraded.includes("stale")) expect(body.pagination.has_more).to.equal(false);
        const before = whole.get(color);
        expect([body.items, body.total, body.facets]).to.deep.equal([before?.items, before?.total, before?.facets]);
      }
    });
  }
});
