import { expect } from "chai";
import { liveGeneration, readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { createLeases } from "../../../../src/engine/lease.js";
import { buildFingerprintIn } from "../../../../src/catalog/ingestion/build-fingerprint.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { noChanges } from "../../../../src/catalog/ingestion/ingestion-report.js";
import { rollBack } from "../../../../src/catalog/ingestion/rollback.js";
import { BASE_FIELD_TYPES } from "../../../../src/catalog/field-types.js";
import { EngineError } from "../../../../src/engine/engine.js";
import { putMapping } from "../../../../src/engine/indices.js";
import { searchDocuments } from "../../../../src/engine/search-documents.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { describeIndex } from "../../../support/index-description.js";
import { deleteLine, feed, insertLine, useCatalog } from "../../../support/catalog.js";
import { interposed } from "../../../support/interposed-engine.js";

const replace = { mode: "soft_replace" } as const;

const line = (one: number, price: unknown = one) =>
  insertLine(`P${one}`, "V1", {
    price: price as number,
    title: `Shirt ${one}`,
    note: one === 3 ? "x".repeat(2000) : "short",
  });
const lines = Array.from({ length: 60 }, (_, one) => line(one));
const ALL = feed(...lines);
/** Feed with one changed price, one removed product, and one new product with a new field. */
const LITTLE = feed(line(0, 999), ...lines.slice(1, 59), insertLine("N", "V1", { fresh: "y", title: "Hat" }));

describe("a soft_replace with few changes", () => {
  const bench = useCatalog();
  before(() => {
    const deps = bench.workerDeps();
    bench.start({
      configurationOf: async (id) => (["refused", "twice"].includes(id) ? undefined : deps.configurationOf(id)),
    });
  });
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  const live = async (clientId: string) => (await liveGeneration(bench.engine, clientId)) ?? "";
  /**
   * Returns the catalogue generation from which the given one was copied, and whether the given one is write-blocked.
   */
  async function originOf(index: string) {
    const settings = (await describeIndex(bench.engine, index))?.settings.index as {
      readonly resize?: { readonly source: { readonly name: string } };
      readonly blocks?: { readonly write?: string | null };
    };
    return { from: settings.resize?.source.name, isBlocked: settings.blocks?.write === "true" };
  }
  const BUILT = { from: undefined, isBlocked: false };
  const titled = async (clientId: string, word: string) => {
    const query = { match: { "text.title": word } };
    const { hits } = await searchDocuments(bench.engine, await live(clientId), { size: 100, _source: false, query });
    return hits.hits.map(({ _id }) => _id).sort();
  };
  const goBack = (clientId: string) =>
    rollBack(
      {
        engine: bench.engine,
        liveCatalogs: bench.liveCatalogs,
        leases: createLeases(bench.engine, "rollback", 5),
        now: () => new Date().toISOString(),
      },
      clientId,
    );

  it("a soft_replace without changes creates no catalogue generation and no catalogue version", async () => {
    await bench.ingest("same", feed(insertLine("P0")), replace);
    const first = await bench.ingest("same", ALL, replace);
    const [index, state, products] = [
      await live("same"),
      await readCatalogState(bench.engine, "same"),
      await bench.products("same"),
    ];
    const again = await bench.ingest("same", ALL, replace);
    expect(again.status).to.equal(STATUS.COMPLETED);
    const { products: counted, variants, index_warnings, errors, lines: received } = again.product_metrics ?? {};
    expect(counted).to.deep.equal({ ...noChanges(), unchanged: 60 });
    expect(variants).to.deep.equal({ ...noChanges(), unchanged: 60, rejected: 0 });
    expect({ index_warnings, errors, received }).to.deep.equal({
      index_warnings: first.product_metrics?.index_warnings,
      errors: first.product_metrics?.errors,
      received: first.product_metrics?.lines,
    });
    expect(index_warnings).to.deep.equal([{ field: "note", reason: "too_long", count: 1, lines: [4] }]);
    expect(await live("same")).to.equal(index);
    expect(await readCatalogState(bench.engine, "same")).to.deep.equal(state);
    expect(await bench.products("same")).to.deep.equal(products);
    expect(await bench.generations("same")).to.have.length(2);
    // Rolls back to the catalogue generation before the last change.
    await goBack("same");
    expect(Object.keys(await bench.products("same"))).to.deep.equal(["P0"]);
  });

  it("a soft_replace with few changes copies the catalogue generation, with the same result as a full build", async () => {
    await bench.ingest("little", ALL, replace);
    const [before, stored] = [await live("little"), await bench.products("little")];
    const record = await bench.ingest("little", LITTLE, replace);
    expect(record.product_metrics?.products).to.deep.equal({
      ...noChanges(),
      created: 1,
      updated: 1,
      unchanged: 58,
      deactivated: 1,
    });
    expect(record.product_metrics?.index_warnings).to.have.length(1);
    const after = await live("little");
    expect(await originOf(after)).to.deep.equal({ from: before, isBlocked: false });
    expect(await originOf(before)).to.deep.equal(BUILT);
    expect(await buildFingerprintIn(bench.engine, after)).to.equal(await buildFingerprintIn(bench.engine, before));
    expect(await bench.found("little")).to.have.length(60);
    expect(await bench.found("little", { term: { "variants.data.price": 999 } })).to.deep.equal(["P0/V1"]);
    expect(await bench.found("little", { term: { "variants.data.price": 0 } })).to.deep.equal([]);
    expect(await bench.found("little", { term: { "variants.data.fresh": "y" } })).to.deep.equal(["N/V1"]);
    expect((await bench.liveCatalogs.get("little"))?.fields.get("fresh")).to.equal("string");
    expect(await titled("little", "shirt")).to.have.length(59);
    expect((await bench.products("little")).P59).to.deep.include({ active: false, updated_at: record.created_at });
    expect((await bench.products("little")).P1).to.deep.equal(stored.P1);

    const next = await bench.ingest("little", LITTLE + feed(deleteLine("P1")), replace);
    expect(next.product_metrics?.products).to.deep.equal({ ...noChanges(), unchanged: 59, deactivated: 1 });
    expect(await originOf(await live("little"))).to.deep.equal({ from: after, isBlocked: false });
    expect(await titled("little", "shirt")).to.have.length(58);
    await goBack("little");
    expect(await live("little")).to.equal(after);
    // After each rollback, the catalogue generation that is now live accepts writes.
    expect((await bench.ingest("little", feed(line(1, 5)))).product_metrics?.products.updated).to.equal(1);
    await goBack("little");
    expect((await bench.ingest("little", feed(line(1, 5)))).product_metrics?.products.reactivated).to.equal(1);
  });

  it("a soft_replace counts products as unchanged if only the order of their properties differs", async () => {
    const reordered = insertLine("P5", "V1", { note: "short", title: "Shirt 5", price: 5 });
    const written = feed(...lines.map((one, at) => (at === 5 ? reordered : one)));
    await bench.ingest("reordered", ALL, replace);
    const { P5 } = await bench.products("reordered");
    const record = await bench.ingest("reordered", written, replace);
    expect(record.product_metrics?.products).to.deep.equal({ ...noChanges(), unchanged: 60 });
    expect((await bench.products("reordered")).P5?.updated_at).to.equal(P5?.updated_at);
    const after = await live("reordered");
    await bench.ingest("reordered", written, replace);
    expect(await live("reordered")).to.equal(after);
  });

  it("a soft_replace builds a new catalogue generation if more than a fifth of the products changes", async () => {
    await bench.ingest("much", ALL, replace);
    await bench.ingest("much", feed(...lines.map((_, one) => line(one, one % 4 === 0 ? 999 : one))), replace);
    expect(await originOf(await live("much"))).to.deep.equal(BUILT);
    expect(await bench.found("much", { term: { "variants.data.price": 999 } })).to.have.length(15);
  });

  it("a soft_replace rebuilds the catalogue once after a change of settings that affect indexed documents", async () => {
    const clientId = "recipes";
    await bench.ingest(clientId, ALL, replace);
    const generations = [await live(clientId)];
    const isNewAfter = async (payload: string, how: object = replace) => {
      await bench.ingest(clientId, payload, how);
      const index = await live(clientId);
      if (generations.includes(index)) return false;
      generations.push(index);
      expect(await originOf(index)).to.deep.equal(BUILT);
      return true;
    };
    expect(await isNewAfter(ALL)).to.equal(false);
    const taste = { ...DEFAULT_CONFIGURATION.taste, fields: [{ field: "note", weight: 1 }] };
    bench.configure(clientId, { taste });
    expect(await isNewAfter(ALL)).to.equal(true);
    expect(await isNewAfter(ALL)).to.equal(false);
    bench.configure(clientId, { field_types: { note: "string", price_before: "number" } });
    expect(await isNewAfter(ALL)).to.equal(true);
    expect(await isNewAfter(ALL)).to.equal(false);
    // Simulates a catalogue generation that was built by a release without build fingerprints.
    await putMapping(bench.engine, generations.at(-1) ?? "", { _meta: { language: "english", version: 2 } });
    expect(await isNewAfter(ALL)).to.equal(true);
    expect(await isNewAfter(ALL)).to.equal(false);
    // The catalogue generation has documents of two configurations, so even the first one requires a rebuild.
    bench.configure(clientId, { field_types: { note: "string", price_before: "number" }, taste });
    expect(await isNewAfter(feed(line(0, 7)), {})).to.equal(false);
    bench.configure(clientId, { field_types: { note: "string", price_before: "number" } });
    expect(await isNewAfter(feed(line(0, 7), ...lines.slice(1)))).to.equal(true);
  });

  it("a soft_replace reindexes products with a field that previously exceeded the field limit", async () => {
    const fillers = { filler0: 1, filler1: 1, filler2: 1 };
    const some = Array.from({ length: 40 }, (_, one) =>
      insertLine(`P${one}`, "V1", one === 1 ? { ...fillers, late: "x" } : fillers),
    );
    // The derived category field does not count towards the limit of fields.
    const max_fields = BASE_FIELD_TYPES.size - 1 + Object.keys(fillers).length;
    bench.configure("places", { ingestion: { max_fields, max_deactivated_share: null } });
    for (let round = 0; round < 2; round += 1) {
      const { product_metrics } = await bench.ingest("places", feed(...some), replace);
      expect(product_metrics?.index_warnings).to.deep.equal([
        { field: "late", reason: "ceiling", count: 1, lines: [2] },
      ]);
    }
    expect(await bench.generations("places")).to.have.length(1);
    bench.configure("places", { ingestion: { max_fields: 100, max_deactivated_share: null } });
    await bench.ingest("places", feed(...some), replace);
    expect(await bench.found("places", { exists: { field: "variants.data.late" } })).to.deep.equal(["P1/V1"]);
  });

  it("a soft_replace treats a repeated index creation as success after a failover of the cluster manager", async () => {
    const twice = interposed(bench.engine, async (operation, _nth, proceed) => {
      if (operation === "create_index" || operation === "swap_alias") await proceed();
      return proceed();
    });
    const configurationOf = (clientId: string) =>
      Promise.resolve(clientId === "twice" ? DEFAULT_CONFIGURATION : undefined);
    const worker = bench.start({ engine: twice.engine, configurationOf });
    const jobs = [await bench.ingest("twice", ALL, replace), await bench.ingest("twice", LITTLE, replace)];
    await worker.close();
    expect(jobs.map(({ status }) => status)).to.deep.equal([STATUS.COMPLETED, STATUS.COMPLETED]);
    expect(twice.requested.get("create_index")).to.be.at.least(1);
    expect(twice.requested.get("swap_alias")).to.equal(2);
    expect(await bench.found("twice")).to.have.length(60);
  });

  it("a soft_replace builds a new catalogue generation if the engine rejects the copy of the live generation", async () => {
    const refusing = interposed(bench.engine, (operation, _nth, proceed) =>
      operation === "clone_index"
        ? Promise.reject(new EngineError(400, "illegal_argument_exception", "no"))
        : proceed(),
    );
    const configurationOf = (clientId: string) =>
      Promise.resolve(clientId === "refused" ? DEFAULT_CONFIGURATION : undefined);
    const worker = bench.start({ engine: refusing.engine, configurationOf });
    await bench.ingest("refused", ALL, replace);
    const before = await live("refused");
    await bench.ingest("refused", LITTLE, replace);
    await worker.close();
    expect(refusing.requested.get("clone_index")).to.equal(1);
    expect(await live("refused")).to.not.equal(before);
    expect(await originOf(await live("refused"))).to.deep.equal(BUILT);
    expect(await originOf(before)).to.deep.equal(BUILT);
    expect(await bench.found("refused")).to.have.length(60);
  });
});
