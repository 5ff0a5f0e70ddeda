import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { createLeases } from "../../../../src/engine/lease.js";
import { removeExpired } from "../../../../src/catalog/ingestion/ingestion-retention.js";
import { deleteIndex } from "../../../../src/engine/indices.js";
import { useCatalog } from "../../../support/catalog.js";
import { chainShop, searchProcess, type ChainShop } from "../../../support/chain-shop.js";
import { identifiers } from "../../../support/chain.js";
import { KINDS } from "../../../support/chain-request.js";
import { drawCatalogue, insertLine } from "../../../support/shop-catalogue.js";
import { until } from "../../../support/until.js";

const PRODUCTS = 300;
const LIMIT = 20;

describe("replacement of a catalogue while shoppers page through results", () => {
  const bench = useCatalog();
  before(() => void bench.start());

  const lines = drawCatalogue("generations", PRODUCTS).map(insertLine);
  let revision = 0;
  /**
   * Replaces the catalogue with a changed `revision` field, because an unchanged feed creates no catalogue generation.
   */
  const replace = (shop: ChainShop) => {
    revision += 1;
    const changed = lines.map((line, at) =>
      at === 0 ? { ...line, product_data: { ...line.product_data, revision } } : line,
    );
    return shop.ingest(changed, "soft_replace");
  };

  /** Cleans up old catalogue generations at a simulated time after the end of their retention period. */
  const clean = () =>
    removeExpired(
      bench.workerDeps(),
      createLeases(bench.engine, "cleaner", 5),
      { generationHours: 24, payloadHours: 1e5 },
      new Date(Date.now() + 25 * 3_600_000).toISOString(),
    );
  /**
   * Repeats the cleanup until only the given catalogue generations are left, because a cleanup has no effect while the
   * worker's own cleanup holds the lease.
   */
  const cleanedTo = (client: string, left: readonly string[]) =>
    until(`only ${left.join()} to be left`, async () => {
      await clean();
      return isDeepStrictEqual(await bench.generations(client), left);
    });

  /** Creates a cursor chain for each sort order in `KINDS`. `scroll` and `finish` continue all chains concurrently. */
  function chainsIn(shop: ChainShop) {
    const chains = KINDS.map((kind) => ({
      kind,
      seen: [] as string[],
      pages: 0,
      total: 0,
      pagination: undefined as object | undefined,
      hasMore: true,
    }));
    const next = async (chain: (typeof chains)[number]) => {
      const { pagination = {}, kind } = chain;
      const page = await shop.search({ ...kind, limit: LIMIT, ...pagination });
      chain.pages += 1;
      chain.pagination = { pagination: { page: chain.pages + 1, cursor: page.recommendation_id } };
      chain.seen.push(...identifiers(page));
      chain.total = page.total;
      chain.hasMore = page.pagination.has_more;
    };
    const scroll = async (pages: number) => {
      for (let page = 0; page < pages; page += 1) {
        await Promise.all(chains.filter(({ hasMore }) => hasMore).map(next));
      }
    };
    return {
      scroll,
      async finish() {
        while (chains.some(({ hasMore }) => hasMore)) await scroll(1);
        for (const { seen, total, kind } of chains) {
          expect([seen.length, new Set(seen).size], JSON.stringify(kind)).to.deep.equal([total, total]);
        }
      },
    };
  }

  it("paging continues when a new catalogue generation becomes live", async () => {
    const shop = chainShop(bench, "often", [searchProcess(bench.engine)]);
    await replace(shop);
    const begun = [];
    for (let generation = 0; generation < 3; generation += 1) {
      begun.push(chainsIn(shop));
      for (const chains of begun) await chains.scroll(2);
      await replace(shop);
    }
    const generations = await bench.generations("often");
    expect(generations).to.have.length(2);
    await cleanedTo("often", generations.slice(-1));
    for (const chains of begun) await chains.finish();
  });

  it("paging continues after a replaced catalogue generation is deleted", async () => {
    const shop = chainShop(bench, "vanished", [searchProcess(bench.engine)]);
    await replace(shop);
    const chains = chainsIn(shop);
    await chains.scroll(4);
    await replace(shop);
    const [old = ""] = await bench.generations("vanished");
    await deleteIndex(bench.engine, `${bench.engine.prefix}${old}`);
    await chains.finish();
  });
});
