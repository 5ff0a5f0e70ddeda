import { expect } from "chai";
import { isStillValid, type CatalogVersion } from "../../../../src/catalog/catalog-version.js";
import { changeCatalogState, liveGeneration, readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { createLeases } from "../../../../src/engine/lease.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { readJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import { stateIndex, swapAlias } from "../../../../src/engine/indices.js";
import { removeExpired } from "../../../../src/catalog/ingestion/ingestion-retention.js";
import { rollBack } from "../../../../src/catalog/ingestion/rollback.js";
import {
  catalogAlias,
  catalogStateId,
  createLiveCatalogs,
  readingLive,
  type LiveCatalog,
} from "../../../../src/catalog/live.js";
import { productTag, tagOf } from "../../../../src/catalog/catalog-version.js";
import { getDocuments, putDocument } from "../../../../src/engine/documents.js";
import { searchMany } from "../../../../src/engine/multi-search.js";
import { searchDocuments } from "../../../../src/engine/search-documents.js";
import { feed, insertLine, updateLine, useCatalog } from "../../../support/catalog.js";
import { interposed } from "../../../support/interposed-engine.js";
import { useShop } from "../../../support/shop.js";
import { until } from "../../../support/until.js";

const replace = { mode: "soft_replace" } as const;
const RED = tagOf("color", "Red");
const BLUE = tagOf("color", "Blue");
const many = (count: number, line: (one: number) => string) => Array.from({ length: count }, (_, one) => line(one));

describe("a catalogue version", () => {
  const bench = useCatalog();
  afterEach(() => expect(bench.problems.splice(0)).to.deep.equal([]));

  /** Simulates another process, which reads the live catalogue but runs no jobs. */
  const elsewhere = () => {
    const liveCatalogs = createLiveCatalogs(bench.engine);
    return async (clientId: string) => (await liveCatalogs.get(clientId)) as LiveCatalog;
  };
  /**
   * Returns whether four cached values are still valid: the values tagged red, blue and P1 (two colours and a product),
   * and a value that depends on the whole catalogue.
   */
  const holding = (live: CatalogVersion, { catalogVersion }: CatalogVersion) =>
    [[RED], [BLUE], [productTag("P1")], undefined].map((tags) => isStillValid(live, { catalogVersion, tags }));
  const NOTHING = [false, false, false, false];
  const ALL = [true, true, true, true];

  /**
   * Runs a job while another process reads continuously.
   * @returns the catalogue versions that the other process sees before and directly after the job
   */
  async function seen(clientId: string, payload: string, how: object, read: ReturnType<typeof elsewhere>) {
    const before = await read(clientId);
    const id = await bench.send(clientId, payload, how);
    await until("the end", async () => {
      await read(clientId);
      return ((await readJob(bench.engine, id))?.source.status ?? 0) >= STATUS.COMPLETED;
    });
    return { before, after: await read(clientId) };
  }

  async function withShop(clientId: string, worker = bench.start()) {
    const lines = [insertLine("P1", "V1", { color: "Red" }), insertLine("P2", "V2", { color: "Blue", price: 1 })];
    await bench.ingest(clientId, feed(...lines));
    const read = elsewhere();
    return { read, worker, ...(await read(clientId)) };
  }

  it("every process receives the cache tags of changed products before the ingestion job is COMPLETED", async () => {
    const { read, worker } = await withShop("told");
    const inserted = await seen("told", feed(insertLine("P3", "V3", { color: "Red" })), {}, read);
    expect(holding(inserted.after, inserted.before)).to.deep.equal([false, true, true, false]);
    const updated = await seen("told", feed(updateLine("P1", "V1", { color: "Blue" })), {}, read);
    expect(holding(updated.after, updated.before)).to.deep.equal([false, false, false, false]);
    const unchanged = await seen("told", feed(updateLine("P1", "V1", { color: "Blue" })), {}, read);
    expect(holding(unchanged.after, unchanged.before)).to.deep.equal(ALL);
    const repriced = await seen("told", feed(updateLine("P2", "V2", { price: 2 })), {}, read);
    expect(holding(repriced.after, repriced.before)).to.deep.equal([true, false, true, false]);
    expect(holding(repriced.after, inserted.after)).to.deep.equal([false, false, false, false]);
    await worker.close();
  });

  it("all cached values of a catalogue become invalid if it gets new fields, many changes or a new generation", async () => {
    const { read, worker } = await withShop("whole");
    const yellow = (count: number) => feed(...many(count, (one) => insertLine(`Y${one}`, "V", { color: "Yellow" })));
    const few = await seen("whole", yellow(100), {}, read);
    expect(holding(few.after, few.before)).to.deep.equal([true, true, true, false]);
    const cases: readonly (readonly [string, object])[] = [
      [feed(insertLine("P3", "V3", { color: "Green", fresh: 1 })), {}],
      [feed(...many(101, (one) => insertLine(`Y${one}`, "V", { color: "Green" }))), {}],
      [feed(insertLine("P1", "V1", { color: "Red" })), replace],
    ];
    for (const [payload, how] of cases) {
      const { before, after } = await seen("whole", payload, how, read);
      expect(holding(after, before)).to.deep.equal(NOTHING);
      expect(after.index).to.equal(await liveGeneration(bench.engine, "whole"));
    }
    const before = await read("whole");
    const deps = { leases: createLeases(bench.engine, "rollback", 5), liveCatalogs: bench.liveCatalogs };
    const { to } = await rollBack({ engine: bench.engine, ...deps, now: () => new Date().toISOString() }, "whole");
    const after = await read("whole");
    expect([after.index, holding(after, before)]).to.deep.equal([to, NOTHING]);
    await worker.close();
  });

  it("every process receives the cache tags of the products that a failed ingestion job has changed", async () => {
    const { read, worker } = await withShop("failed");
    await worker.close();
    const problems: unknown[] = [];
    const failing = interposed(bench.engine, (operation, nth, proceed) =>
      operation === "bulk" && nth === 2 ? Promise.reject(new Error("a mistake of ours")) : proceed(),
    );
    const broken = bench.start({ engine: failing.engine, onError: (message, error) => problems.push(message, error) });
    // This feed contains more lines than fit into one batch, but only a few products.
    const lines = many(60, (one) => feed(...many(5, (v) => insertLine(`N${one}`, `V${v}`, { color: "Red" }))));
    const several = feed(insertLine("P1", "V1", { color: "Red" }), insertLine("P1", "V1b", { color: "Red" }));
    await bench.ingest("failed", several);
    const { before, after } = await seen("failed", lines.join(""), {}, read);
    expect(problems.map(String)).to.deep.include("Error: a mistake of ours");
    await broken.close();
    const found = await bench.found("failed", { term: { "variants.data.color": "Red" } });
    expect(found.length).to.be.within(3, 300);
    expect(holding(after, before)).to.deep.equal([false, true, true, false]);
  });

  it("the previous and the new catalogue generation are kept after a crash directly after the alias swap", async () => {
    const worker = bench.start();
    await bench.ingest("crashed", feed(insertLine("P1")), replace);
    const first = (await liveGeneration(bench.engine, "crashed")) ?? "";
    await bench.ingest("crashed", feed(insertLine("P2")), replace);
    const second = (await liveGeneration(bench.engine, "crashed")) ?? "";
    await swapAlias(bench.engine, catalogAlias(bench.engine, "crashed"), second, first);
    const leases = createLeases(bench.engine, "cleaner", 5);
    const retention = { generationHours: 0, payloadHours: 1e5 };
    await removeExpired(bench.workerDeps(), leases, retention, new Date(Date.now() + 60_000).toISOString());
    expect((await elsewhere()("crashed")).index).to.equal(second);
    expect(await bench.generations("crashed")).to.have.length(2);
    await bench.ingest("crashed", feed(insertLine("P1", undefined, { color: "Red" })));
    expect((await elsewhere()("crashed")).index).to.equal(first);
    await worker.close();
  });

  it("a catalogue version is read again if its catalogue generation has been deleted", async () => {
    const worker = bench.start();
    for (const product of ["P1", "P2", "P3"]) await bench.ingest("gone", feed(insertLine(product)), replace);
    const { index } = await elsewhere()("gone");
    await worker.close();
    const ways: Readonly<Record<string, (index: string) => Promise<unknown>>> = {
      search: async (at) => (await searchDocuments(bench.engine, at, {})).hits.hits.length,
      searchMany: async (at) => (await searchMany(bench.engine, at, [{}], 1_000)).map(({ outcome }) => outcome),
      getDocuments: async (at) =>
        (await getDocuments(bench.engine, at, ["P3"], { as: "searchable" })).map((found) => found?.id),
    };
    for (const [name, way] of Object.entries(ways)) {
      // Simulates a process whose cached catalogue version refers to a deleted catalogue generation.
      let isStale = true;
      const live = await elsewhere()("gone");
      const liveCatalogs = {
        get: () => Promise.resolve(isStale ? { ...live, index: `${index}-gone` } : live),
        lose: () => void (isStale = false),
      };
      const read = async () => way((await liveCatalogs.get()).index);
      expect(await readingLive(liveCatalogs, "gone", read), name).to.deep.equal(await way(index));
    }
    // Simulates an alias that was moved manually: the stored state refers to a missing catalogue generation.
    await changeCatalogState(bench.engine, "gone", {});
    const state = await readCatalogState(bench.engine, "gone");
    const lost = { ...state, generation: `${index}-gone` };
    await putDocument(bench.engine, stateIndex(bench.engine), catalogStateId("gone"), lost);
    expect((await elsewhere()("gone")).index).to.equal(catalogAlias(bench.engine, "gone"));
  });
});

describe("ingestion jobs of several service instances", () => {
  const shop = useShop({ instances: 2 });

  it("an ingestion job that is COMPLETED in one instance is visible in the listings of every instance", async () => {
    const storefront = await shop.storefront();
    const line = (id: string, color: string) => ({
      operation: "insert",
      product_data: { product_identifier: id, title: id, color },
    });
    await storefront.ingest([line("first", "Red"), line("other", "Blue")]);
    const shown = async (instance: number) => {
      const { items } = await storefront.search(
        { user: { device_id: "anonymous" }, filters: { color: "Red" } },
        instance,
      );
      return items.map(({ product_identifier }) => product_identifier).sort();
    };
    const ids = ["first"];
    for (let round = 0; round < 6; round += 1) {
      // Both service instances have just cached the live version and continue to send searches while the job runs.
      let isOver = false;
      const asking = [0, 1].map(async (instance) => {
        while (!isOver) await shown(instance);
      });
      await storefront.ingest([line(`new ${round}`, "Red")], round === 3 ? "soft_replace" : "insert");
      if (round === 3) ids.length = 0;
      ids.push(`new ${round}`);
      const [one, two] = await Promise.all([shown(0), shown(1)]);
      isOver = true;
      await Promise.all(asking);
      expect([one, two], `round ${round}`).to.deep.equal([ids, ids]);
    }
    expect(shop.complaints()).to.deep.equal([]);
  });
});
