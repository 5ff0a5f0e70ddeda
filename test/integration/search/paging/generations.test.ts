import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { Registry } from "prom-client";
import { createLeases } from "../../../../src/engine/lease.js";
import { removeExpired } from "../../../../src/catalog/ingestion/ingestion-retention.js";
import { deleteIndex } from "../../../../src/engine/indices.js";
import { createMetrics } from "../../../../src/observability/metrics.js";
import { GRACE_MS, sweep } from "../../../../src/search/paging/sweep.js";
import type { SearchDeps } from "../../../../src/search/listing/page.js";
import { useCatalog } from "../../../support/catalog.js";
import { chainShop, searchProcess, type ChainShop } from "../../../support/chain-shop.js";
import { identifiers } from "../../../support/chain.js";
import { drawCatalogue, insertLine } from "../../../support/shop-catalogue.js";
import { until } from "../../../support/until.js";

const PRODUCTS = 300;
const LIMIT = 20;
/** Of a chain as deep as these come to be: what is promised, and a tenth of what its first pages are promised. */
const LIFETIME_MS = 600_000 + 30_000;
const PAGES_TO_POINT_IN_TIME = 8;

describe("generations of a catalogue that chains read", () => {
  const bench = useCatalog();
  let clock = 0;
  const now = () => clock;
  const metrics = createMetrics(new Registry()).cursors;
  let process: SearchDeps;

  const neededGenerations = async () => new Set((await process.chains.pool.entries()).map(({ index }) => index));
  const lines = drawCatalogue("generations", PRODUCTS).map(insertLine);

  before(() => {
    clock = Date.now();
    process = searchProcess(bench.engine, { now, metrics });
    bench.start({ neededGenerations });
  });

  /** The cleaning that every process does every minute, at a time when generations need not be kept any longer. */
  const clean = () =>
    removeExpired(
      bench.workerDeps({ neededGenerations }),
      createLeases(bench.engine, "cleaner", 5),
      { generationHours: 24, payloadHours: 1e5 },
      new Date(Date.now() + 25 * 3_600_000).toISOString(),
    );
  /** Cleans until only these are left: while the worker's own cleaning holds the lease, ours does nothing. */
  const cleanedTo = (client: string, left: readonly string[]) =>
    until(`only ${left.join()} to be left`, async () => {
      await clean();
      return isDeepStrictEqual(await bench.generations(client), left);
    });
  const sweepNow = () => sweep({ engine: bench.engine, pool: process.chains.pool, now });
  let revision = 0;
  /** The same catalogue, apart from a field that nobody asks for: a feed that changes nothing makes no generation. */
  const replace = (shop: ChainShop) => {
    revision += 1;
    const changed = lines.map((line, at) =>
      at === 0 ? { ...line, product_data: { ...line.product_data, revision } } : line,
    );
    return shop.ingest(changed, "soft_replace");
  };
  const losses = async () =>
    (await metrics.pointsInTime.get()).values.filter(({ labels }) => labels.event === "lost").map(({ value }) => value);

  /** A chain that reads from a point-in-time, and how it goes on. */
  async function deepChain(shop: ChainShop) {
    const seen: string[] = [];
    let page = 0;
    let cursor: string | undefined;
    const scroll = async (pages: number) => {
      while (pages-- > 0) {
        const pagination = cursor === undefined ? {} : { pagination: { page: page + 1, cursor } };
        const answer = await shop.search({ limit: LIMIT, sort: ["price_asc"], ...pagination });
        cursor = answer.recommendation_id;
        page += 1;
        seen.push(...identifiers(answer));
      }
    };
    await scroll(PAGES_TO_POINT_IN_TIME);
    return { seen, scroll, finish: () => scroll(Math.ceil(PRODUCTS / LIMIT) - page) };
  }

  it("stay until the last chain in them has ended, then go", async () => {
    const shop = chainShop(bench, "read-on", [process]);
    await replace(shop);
    const [first = ""] = await bench.generations("read-on");
    const chain = await deepChain(shop);
    await replace(shop);
    const [, second = ""] = await bench.generations("read-on");
    await replace(shop);
    const third = (await bench.generations("read-on")).at(-1) ?? "";
    // The first one could not be gone back to any more, the second one after the cleaning.
    expect(await bench.generations("read-on")).to.deep.equal([first, second, third]);
    await cleanedTo("read-on", [first, third]);

    await chain.finish();
    expect([new Set(chain.seen).size, chain.seen.length, await losses()]).to.deep.equal([PRODUCTS, PRODUCTS, []]);
    await clean();
    expect(await bench.generations("read-on")).to.deep.equal([first, third]);
    clock += LIFETIME_MS + GRACE_MS;
    await sweepNow();
    await cleanedTo("read-on", [third]);
  });

  it("stay also when they are the last that could be gone back to", async () => {
    const shop = chainShop(bench, "last", [process]);
    await replace(shop);
    const chain = await deepChain(shop);
    await replace(shop);
    await clean();
    expect(await bench.generations("last")).to.have.length(2);
    await chain.finish();
    expect(new Set(chain.seen).size).to.equal(PRODUCTS);
    clock += LIFETIME_MS + GRACE_MS;
    await sweepNow();
    await cleanedTo("last", (await bench.generations("last")).slice(-1));
    expect(await losses()).to.deep.equal([]);
  });

  it("do not stay for chains without end: the oldest give way, and their chains go on without", async () => {
    const shop = chainShop(bench, "often", [process]);
    await replace(shop);
    const chains = [];
    for (let generation = 0; generation < 6; generation += 1) {
      chains.push(await deepChain(shop));
      await replace(shop);
      // Time enough for another point-in-time.
      clock += 30_000;
    }
    // Live, the one before, and three that are read on in.
    expect(await bench.generations("often")).to.have.length(5);
    for (const chain of chains) {
      await chain.finish();
      expect([new Set(chain.seen).size, chain.seen.length]).to.deep.equal([PRODUCTS, PRODUCTS]);
    }
    expect(await losses()).to.deep.equal([2]);
  });

  it("that vanish all the same cost a chain nothing but its point-in-time", async () => {
    const shop = chainShop(bench, "vanished", [process]);
    await replace(shop);
    const chain = await deepChain(shop);
    await replace(shop);
    const [old = ""] = await bench.generations("vanished");
    const before = (await losses())[0] ?? 0;
    await deleteIndex(bench.engine, `${bench.engine.prefix}${old}`);
    await chain.finish();
    expect([new Set(chain.seen).size, chain.seen.length]).to.deep.equal([PRODUCTS, PRODUCTS]);
    expect(await losses()).to.deep.equal([before + 1]);
  });
});
