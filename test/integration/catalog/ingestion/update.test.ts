import { expect } from "chai";
import type { Json, ProductSource } from "../../../../src/catalog/product-document.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { catalogAlias } from "../../../../src/catalog/live.js";
import { getDocument, putDocument } from "../../../../src/engine/documents.js";
import { noChanges } from "../../../../src/catalog/ingestion/ingestion-report.js";
import { activity, deleteLine, feed, insertLine, updateLine, useCatalog } from "../../../support/catalog.js";
import { interposed } from "../../../support/interposed-engine.js";

describe("update", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  /** Returns the data of a product's variants by variant id, without the identifier fields. */
  async function dataOf(clientId: string, product: string): Promise<Record<string, Record<string, Json>>> {
    const variants = (await bench.products(clientId))[product]?.source ?? [];
    return Object.fromEntries(
      variants.map(({ variant_identifier: id, data }) => {
        const { product_identifier, variant_identifier, ...reported } = data;
        expect([product_identifier, variant_identifier]).to.deep.equal([product, id]);
        return [id, reported];
      }),
    );
  }

  it("an update changes only the fields that it contains", async () => {
    const shirt = { title: "Shirt", price: 10, stock: 4, specs: { fabric: "linen", care: { wash: 30 } }, sizes: ["S"] };
    const first = await bench.ingest(
      "leaves",
      feed(insertLine("P1", "V1", shirt), insertLine("P1", "V2", shirt), insertLine("P2", "V1", shirt)),
    );
    const record = await bench.ingest(
      "leaves",
      feed(
        updateLine("P1", "V1", { price: 8, stock: null, "specs.care.wash": 40, sizes: ["M", "L"], badge: "sale" }),
        updateLine("P1", undefined, { specs: { fabric: "cotton" } }),
      ),
    );
    expect(await dataOf("leaves", "P1")).to.deep.equal({
      V1: {
        title: "Shirt",
        price: 8,
        specs: { fabric: "cotton", care: { wash: 40 } },
        sizes: ["M", "L"],
        badge: "sale",
      },
      V2: { ...shirt, specs: { fabric: "cotton", care: { wash: 30 } } },
    });
    expect(await dataOf("leaves", "P2")).to.deep.equal({ V1: shirt });
    const data = (field: string, value: Json) => bench.found("leaves", { term: { [`variants.data.${field}`]: value } });
    expect(await data("badge", "sale")).to.deep.equal(["P1/V1"]);
    expect(await data("price", 8)).to.deep.equal(["P1/V1"]);
    expect(await data("sizes", "S")).to.deep.equal(["P1/V2", "P2/V1"]);
    expect(await data("specs.fabric", "cotton")).to.deep.equal(["P1/V1", "P1/V2"]);
    expect(record.product_metrics?.products).to.deep.equal({ ...noChanges(), updated: 1 });
    expect(record.product_metrics?.variants).to.deep.equal({ ...noChanges(), updated: 2, rejected: 0 });
    const { P1, P2 } = await bench.products("leaves");
    expect([P1?.created_at, P1?.updated_at, P2?.updated_at]).to.deep.equal([
      first.created_at,
      record.created_at,
      first.created_at,
    ]);
  });

  it("an update has no effect if all its values equal the stored values", async () => {
    await bench.ingest("same", feed(insertLine("P1", "V1", { price: 10, color: "red" })));
    for (const line of [
      updateLine("P1", "V1", { price: 10, nothing: null }),
      updateLine("P1"),
      updateLine("P1", undefined, { specs: {} }),
    ]) {
      const { product_metrics } = await bench.ingest("same", feed(line));
      expect(product_metrics?.products, line).to.deep.equal({ ...noChanges(), unchanged: 1 });
    }
    await bench.ingest("same", feed(updateLine("P1", "V1", { price: 11 })));
    const whole = feed(insertLine("P1", "V1", { price: 11, color: "red" }));
    for (const mode of ["insert", "soft_replace"] as const) {
      const { product_metrics } = await bench.ingest("same", whole, { mode });
      expect(product_metrics?.products, mode).to.deep.equal({ ...noChanges(), unchanged: 1 });
    }
  });

  it("an update is applied in order with inserts and deletions of the same payload", async () => {
    await bench.ingest("kinds", feed(insertLine("P1", "V1", { price: 1 }), insertLine("P2", "V1", { price: 1 })));
    const { product_metrics } = await bench.ingest(
      "kinds",
      feed(
        updateLine("P1", "V1", { price: 2, stock: 1 }),
        insertLine("P3", "V1", { price: 3 }),
        updateLine("P3", undefined, { price: 4 }),
        updateLine("P1", "V1", { price: 5 }),
        insertLine("P1", "V2", { price: 6 }),
        deleteLine("P2"),
        updateLine("P2", "V1", { price: 7 }),
        updateLine("P2", "V1", { price: 8 }),
        insertLine("P3", "V1", { title: "whole" }),
      ),
    );
    expect(product_metrics?.lines).to.deep.equal({ received: 9, rejected: 0, deletions: 1 });
    expect(await dataOf("kinds", "P1")).to.deep.equal({ V1: { price: 5, stock: 1 }, V2: { price: 6 } });
    expect(await dataOf("kinds", "P2")).to.deep.equal({ V1: { price: 8 } });
    expect(await dataOf("kinds", "P3")).to.deep.equal({ V1: { title: "whole" } });
    expect(await bench.found("kinds")).to.deep.equal(["P1/V1", "P1/V2", "P3/V1"]);
  });

  it("an update applies to products that earlier lines of the same payload created", async () => {
    const fillers = Array.from({ length: 600 }, (_, one) => insertLine(`F${one}`));
    const { product_metrics } = await bench.ingest(
      "apart",
      feed(
        updateLine("P1", undefined, { price: 9 }),
        insertLine("P1", "V1", { price: 1 }),
        ...fillers,
        updateLine("P1", undefined, { price: 2 }),
        ...fillers,
        insertLine("P1", "V2", { price: 3 }),
      ),
    );
    expect(await dataOf("apart", "P1")).to.deep.equal({ V1: { price: 2 }, V2: { price: 3 } });
    expect(product_metrics?.errors).to.deep.equal([
      { line: 1, product_identifier: "P1", reason: "update: unknown product" },
    ]);
  });

  it("an update changes the data of inactive variants without activating them", async () => {
    await bench.ingest("unsold", feed(insertLine("P1", "V1", { price: 1 }), insertLine("P1", "V2", { price: 1 })));
    await bench.ingest("unsold", feed(deleteLine("P1", "V2")));
    const { product_metrics } = await bench.ingest("unsold", feed(updateLine("P1", undefined, { price: 2 })));
    expect(activity((await bench.products("unsold")).P1)).to.deep.equal({ V1: true, V2: false });
    expect(await dataOf("unsold", "P1")).to.deep.equal({ V1: { price: 2 }, V2: { price: 2 } });
    expect(await bench.found("unsold")).to.deep.equal(["P1/V1"]);
    expect(product_metrics?.products).to.deep.equal({ ...noChanges(), updated: 1 });
  });

  it("an update is rejected if its product or variant does not exist, or if a value is invalid", async () => {
    await bench.ingest("rejected", feed(insertLine("P1", "V1", { price: 1 })));
    const { status, product_metrics } = await bench.ingest(
      "rejected",
      feed(
        updateLine("P1", "V9", { price: 2 }),
        updateLine("P9", undefined, { price: 2 }),
        updateLine("P1", "V1", { price: "2,50" }),
        updateLine("P1", "V1", { price: 3 }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.lines).to.deep.equal({ received: 4, rejected: 3, deletions: 0 });
    expect(product_metrics?.products).to.deep.equal({ ...noChanges(), updated: 1 });
    expect(product_metrics?.errors.toSorted((a, b) => a.line - b.line)).to.deep.equal([
      { line: 1, product_identifier: "P1", reason: 'update: the product has no variant "V9"' },
      { line: 2, product_identifier: "P9", reason: "update: unknown product" },
      { line: 3, product_identifier: "P1", reason: 'price: expected a number of at least 0, got "2,50"' },
    ]);
    expect(Object.keys(await bench.products("rejected"))).to.deep.equal(["P1"]);
    expect(await dataOf("rejected", "P1")).to.deep.equal({ V1: { price: 3 } });
  });

  it("an ingestion job with updates fails if no line updates an existing product", async () => {
    const failure = "1 of 1 lines rejected; line 1: update: unknown product";
    const nowhere = await bench.ingest("nowhere", feed(updateLine("P1", "V1", { price: 1 })));
    expect([nowhere.status, nowhere.product_metrics?.failure]).to.deep.equal([STATUS.FAILED, failure]);
    expect(await bench.generations("nowhere")).to.deep.equal([]);
    await bench.ingest("nowhere", feed(insertLine("P2")));
    const unknown = await bench.ingest("nowhere", feed(updateLine("P1", "V1", { price: 1 })));
    expect([unknown.status, unknown.product_metrics?.failure]).to.deep.equal([STATUS.FAILED, failure]);
    expect(await bench.found("nowhere")).to.deep.equal(["P2/P2"]);
  });

  it("an update line in a soft_replace is rejected and does not change the product", async () => {
    await bench.ingest("replace", feed(insertLine("P1", "V1", { price: 1 }), insertLine("P2", "V1", { price: 1 })));
    const { product_metrics } = await bench.ingest(
      "replace",
      feed(updateLine("P1", "V1", { price: 2 }), insertLine("P3")),
      { mode: "soft_replace" },
    );
    expect(product_metrics?.errors).to.deep.equal([
      {
        line: 1,
        product_identifier: "P1",
        reason: "update: not allowed with soft_replace, which requires complete variants; use the mode insert",
      },
    ]);
    expect(await bench.found("replace")).to.deep.equal(["P1/V1", "P3/P3"]);
    expect(await dataOf("replace", "P1")).to.deep.equal({ V1: { price: 1 } });
  });
});

describe("an update with a concurrent writer", () => {
  const bench = useCatalog();

  it("an update is merged with concurrent changes", async () => {
    let isArmed = false;
    const racing = interposed(bench.engine, async (operation, _nth, proceed) => {
      if (operation === "bulk" && isArmed) {
        isArmed = false;
        const index = catalogAlias(bench.engine, "race");
        const found = await getDocument<ProductSource>(bench.engine, index, "P1");
        if (found === undefined) throw new Error("no product");
        const source = found.source.source.map((one) => ({ ...one, digest: "d", data: { ...one.data, stock: 2 } }));
        await putDocument(bench.engine, index, "P1", { ...found.source, source }, found, true);
      }
      return proceed();
    });
    const worker = bench.start({ engine: racing.engine });
    await bench.ingest("race", feed(insertLine("P1", "V1", { price: 1, stock: 1 })));
    isArmed = true;
    const lines = feed(updateLine("P1", "V9", { price: 5 }), updateLine("P1", "V1", { price: 2 }));
    const { product_metrics } = await bench.ingest("race", lines);
    await worker.close();
    expect(isArmed).to.equal(false);
    expect((await bench.products("race")).P1?.source[0]?.data).to.deep.include({ price: 2, stock: 2 });
    expect(product_metrics?.lines).to.deep.equal({ received: 2, rejected: 1, deletions: 0 });
    expect(product_metrics?.products).to.deep.equal({ ...noChanges(), updated: 1 });
    expect(bench.problems).to.deep.equal([]);
  });

  it("an update reads only the products that its lines contain", async () => {
    let ids: string[] = [];
    const watched = interposed(bench.engine, (operation, _nth, proceed, call) => {
      if (operation === "mget" && call.path.includes("products-")) ids.push(...(call.body as { ids: string[] }).ids);
      return proceed();
    });
    const worker = bench.start({ engine: watched.engine });
    const lines = Array.from({ length: 50 }, (_, one) => insertLine(`P${one}`, "V1", { price: one }));
    await bench.ingest("touched", feed(...lines));
    ids = [];
    await bench.ingest("touched", feed(updateLine("P7", "V1", { price: 1 }), updateLine("P9", "V1", { price: 9 })));
    await worker.close();
    expect(ids).to.deep.equal(["P7", "P9"]);
  });
});
