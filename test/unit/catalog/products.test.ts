import { expect } from "chai";
import { keepProducts, readProducts, readProductsIn, type Product } from "../../../src/catalog/products.js";
import { createSearchBatch } from "../../../src/engine/multi-search.js";
import { catalogCache } from "../../support/catalog-cache.js";
import { answering } from "../../support/scripted-engine.js";

const LIVE = { index: "catalog-shop", catalogVersion: 1 };
const product = (id: string): Product => ({
  source: {
    product_identifier: id,
    active: true,
    created_at: "",
    updated_at: "",
    source: [{ variant_identifier: id, active: true, digest: "", data: { product_identifier: id, variant_identifier: id } }], // prettier-ignore
  },
  tokens: [`color=${id}`],
});
const hitOf = (id: string) => {
  const { source, tokens } = product(id);
  return { _index: "", _id: id, _score: null, _source: source, fields: { taste: tokens } };
};
const found = (...ids: string[]) => ({ timed_out: false, hits: { hits: ids.map(hitOf) } });
const late = (...ids: string[]) => ({ ...found(...ids), timed_out: true });

describe("readProducts", () => {
  let now = 0;
  const having = (...responses: readonly unknown[]) => {
    now = 0;
    const failures: string[] = [];
    const engine = answering(...responses);
    const deps = { engine, cache: catalogCache(() => now) };
    const onFailure = (error: unknown) => failures.push((error as Error).message);
    const read = async (ids: string[], live = LIVE) => [...(await readProducts(deps, live, ids, "ranked"))];
    const readBatched = async (ids: string[]) => {
      const batch = createSearchBatch(engine, LIVE.index, 50);
      const reading = readProductsIn(batch, deps.cache, LIVE, ids, onFailure);
      batch.send();
      const { products, outcome } = await reading;
      return [[...products.keys()], outcome];
    };
    return { deps, engine, failures, read, readBatched };
  };

  it("readProducts loads each product once per catalogue version, even if the product does not exist", async () => {
    const { engine, read } = having(found("b", "a"), found("a"));
    const both = [["a", product("a")], ["b", product("b")]]; // prettier-ignore
    expect(await read(["a", "gone", "b", "a"])).to.deep.equal(both);
    expect(await read(["b"])).to.deep.equal([both[1]]);
    expect(await read(["gone"])).to.deep.equal([]);
    expect(engine.calls.map(({ body }) => body)).to.deep.equal([
      {
        size: 3,
        track_total_hits: false,
        docvalue_fields: ["taste"],
        query: { constant_score: { filter: { ids: { values: ["a", "gone", "b"] } } } },
      },
    ]);
    expect(await read(["a", "b"], { ...LIVE, catalogVersion: 2 })).to.deep.equal([both[0]]);
  });

  it("readProducts reloads expired products together in the background", async () => {
    const { engine, read } = having(found("a", "b"), found("a", "b"));
    await read(["a", "b"]);
    now = 60_000;
    expect((await read(["a", "b"])).length).to.equal(2);
    expect(engine.calls).to.have.length(2);
    now = 60_001;
    expect((await read(["a", "b"])).length).to.equal(2);
    expect(engine.calls).to.have.length(2);
  });

  it("readProductsIn loads products in the same engine call as a batch of searches", async () => {
    const { engine, read, readBatched } = having({ responses: [found("a")] });
    expect(await readBatched(["a", "gone"])).to.deep.equal([["a"], "answered"]);
    expect(await readBatched(["a", "gone"])).to.deep.equal([["a"], "answered"]);
    expect((await read(["a"])).length).to.equal(1);
    expect(engine.calls.map(({ operation }) => operation)).to.deep.equal(["msearch"]);
  });

  it("readProductsIn does not cache products as missing if a batch is incomplete or fails", async () => {
    const broken = { status: 500, error: { type: "boom", reason: "of the engine" } };
    const { failures, read, readBatched } = having({ responses: [late("a")] }, { responses: [broken] }, found("b"));
    expect(await readBatched(["a", "b"])).to.deep.equal([["a"], "slow"]);
    expect(await readBatched(["a", "b"])).to.deep.equal([["a"], "failed"]);
    expect(failures).to.deep.equal(["failed to load products: OpenSearch returned 500 boom: of the engine"]);
    expect((await read(["a", "b"])).map(([id]) => id)).to.deep.equal(["a", "b"]);
  });

  it("readProducts requests products again if the batch that it waits for is incomplete", async () => {
    const { read, readBatched } = having({ responses: [late()] }, found("a"));
    const [batched, own] = await Promise.all([readBatched(["a"]), read(["a"])]);
    expect(batched).to.deep.equal([[], "slow"]);
    expect(own).to.deep.equal([["a", product("a")]]);
  });

  it("keepProducts caches products from search hits", async () => {
    const { deps, engine, read } = having();
    keepProducts(deps.cache, LIVE, [hitOf("a"), { ...hitOf("b"), _source: undefined }]);
    expect(await read(["a"])).to.deep.equal([["a", product("a")]]);
    expect(engine.calls).to.deep.equal([]);
  });
});
