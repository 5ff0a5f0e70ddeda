import { expect } from "chai";
import { refresh } from "../../../../src/engine/indices.js";
import { GRACE_MS, measureCursors, sweep } from "../../../../src/search/paging/sweep.js";
import { cursorsIndex } from "../../../../src/search/paging/store.js";
import { ServiceError } from "../../../../src/errors.js";
import { useCatalog } from "../../../support/catalog.js";
import { chainShop, searchProcess, type ChainShop } from "../../../support/chain-shop.js";
import { drawCatalogue, insertLine } from "../../../support/shop-catalogue.js";
import { useShop } from "../../../support/shop.js";
import { until } from "../../../support/until.js";

const LIMIT = 20;
const TTL_SECONDS = 300;

/** Returns the cursor metrics in the text of `/metrics`, without the common prefix of their names. */
const samplesOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/^vitrine_cursor_?(\S+) (\S+)$/gm)].map(([, name = "", value]) => [name, Number(value)] as const),
  );

describe("the metrics of cursors", () => {
  describe("cursor metrics of a process", () => {
    const bench = useCatalog();
    before(() => void bench.start());

    it("cursor metrics count created, used and rejected cursors", async () => {
      let clock = Date.now();
      const now = () => clock;
      const process = searchProcess(bench.engine, { now });
      const shop = chainShop(bench, "measured", [process]);
      await shop.ingest(drawCatalogue("measured", 400).map(insertLine));

      const samples = async () => {
        await refresh(bench.engine, cursorsIndex(bench.engine));
        await measureCursors(process);
        const { store_bytes, ...counted } = samplesOf(await process.metrics.registry.metrics());
        expect(store_bytes).to.be.greaterThan(0);
        return counted;
      };
      expect(await samples()).to.deep.equal({ store_documents: 0 });

      // Requests that start no cursor chain: facets only, and an empty result.
      await shop.search({ limit: 0, facets: { keys: ["color"] } });
      await shop.search({ limit: LIMIT, filters: { designer: "Nobody" } });
      const ranked = await scroller(shop, {});
      const ordered = await scroller(shop, { sort: ["price_asc"] });
      const started = { 'chains_started_total{mode="ranked"}': 1, 'chains_started_total{mode="ordered"}': 1 };
      // The first page of a cursor chain is contained in the cursor and therefore not stored.
      expect(await samples()).to.deep.equal({ store_documents: 0, ...started });

      await ordered.to(10);
      await ordered.to(11);
      await ordered.again();
      const orderedPages = {
        'pages_total{mode="ordered",kind="jump"}': 1,
        'pages_total{mode="ordered",kind="next"}': 1,
        'pages_total{mode="ordered",kind="repeated"}': 1,
      };
      for (let page = 2; page <= 7; page += 1) await ranked.to(page);
      const pages = { ...started, ...orderedPages, 'pages_total{mode="ranked",kind="next"}': 6 };
      // The two cursor chains have 7 and 3 stored pages, plus one document per chain with the chain's lifetime.
      expect(await samples()).to.deep.equal({ ...pages, store_documents: 8 + 4 });

      const unknown = { page: 2, cursor: "A".repeat(24) };
      await rejected(shop.search({ limit: LIMIT, pagination: unknown }), "unknown");
      const other = chainShop(bench, "another", [process]);
      await rejected(other.search({ limit: LIMIT, pagination: { page: 2, cursor: ranked.cursor() } }), "unknown");
      clock += 3 * TTL_SECONDS * 1000;
      await rejected(shop.search({ limit: LIMIT, pagination: { page: 8, cursor: ranked.cursor() } }), "expired");
      clock += GRACE_MS;
      await sweep(process);
      expect(await samples()).to.deep.equal({
        ...pages,
        's_rejected_total{reason="unknown"}': 2,
        's_rejected_total{reason="expired"}': 1,
        store_documents: 0,
      });
    });
  });

  describe("cursor metrics of an installation", () => {
    // With a short cursor lifetime, the service updates the count of stored documents in the metric more often.
    const running = useShop({ instances: 1, settings: { CURSOR_TTL_SECONDS: "5" } });

    it("cursor metrics are exported at /metrics", async () => {
      const storefront = await running.storefront();
      await storefront.ingest(drawCatalogue("served", 60).map(insertLine));
      const first = await storefront.search({ limit: LIMIT });
      await storefront.search({ limit: LIMIT, pagination: { page: 2, cursor: first.recommendation_id } });
      const { body: never } = await storefront.send({ pagination: { page: 2, cursor: "A".repeat(24) } });
      expect(never).to.have.property("errors");
      const url = `${running.services[0]?.operations_url}/metrics`;
      let samples: Record<string, number> = {};
      await until("the pages to be counted", async () => {
        samples = samplesOf(await (await fetch(url)).text());
        return samples["store_documents"] === 3;
      });
      const { store_bytes, ...counted } = samples;
      expect(store_bytes).to.be.greaterThan(0);
      expect(counted).to.deep.equal({
        'chains_started_total{mode="ranked"}': 1,
        'pages_total{mode="ranked",kind="next"}': 1,
        's_rejected_total{reason="unknown"}': 1,
        store_documents: 3,
      });
    });
  });
});

/** Starts a cursor chain, and returns functions that read the newest cursor and request pages of the chain. */
async function scroller(shop: ChainShop, request: object) {
  let newest = (await shop.search({ ...request, limit: LIMIT })).recommendation_id;
  let requested = {};
  return {
    cursor: () => newest,
    async to(page: number) {
      requested = { limit: LIMIT, pagination: { page, cursor: newest } };
      newest = (await shop.search(requested)).recommendation_id;
    },
    again: () => shop.search(requested),
  };
}

async function rejected(response: Promise<unknown>, reason: "unknown" | "expired"): Promise<void> {
  const error = await response.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(ServiceError);
  expect((error as ServiceError).context?.reason).to.equal(reason);
}
