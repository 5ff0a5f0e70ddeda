import { expect } from "chai";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { noChanges } from "../../../../src/catalog/ingestion/ingestion-report.js";
import { activity, deleteLine, feed, insertLine, useCatalog } from "../../../support/catalog.js";

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe("insert", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  it("the first insert payload creates a catalogue that is searchable as soon as the job is COMPLETED", async () => {
    const payload = feed(
      insertLine("P1", "V1", { title: "Polo", color: "Red", price: 50, categories: ["Clothing: Polo shirts"] }),
      insertLine("P1", "V2", { title: "Polo", color: "Green", price: 40 }),
      insertLine("P2", undefined, { title: "Sandal", color: "Red", price: 0 }),
    );
    const record = await bench.ingest("first", payload);
    expect(await bench.found("first", { term: { "variants.data.color": "Red" } })).to.deep.equal(["P1/V1", "P2/P2"]);
    expect(await bench.found("first", { term: { "variants.data.categories": "Clothing" } })).to.deep.equal(["P1/V1"]);
    expect(await bench.found("first", { range: { "variants.data.price": { lte: 40 } } })).to.deep.equal([
      "P1/V2",
      "P2/P2",
    ]);

    const { id, created_at, updated_at, file_identifier, product_metrics } = record;
    expect(record).to.deep.equal({
      id,
      client_id: "first",
      trigger_source: { type: "api", mode: "insert", comment: null, metadata: null, user: null },
      product_metrics: {
        lines: { received: 3, rejected: 0, deletions: 0 },
        products: { ...noChanges(), created: 2 },
        variants: { ...noChanges(), created: 3, rejected: 0 },
        index_warnings: [],
        index_warnings_total: 0,
        ignored_fields: {},
        bytes: Buffer.byteLength(payload),
        seconds: product_metrics?.seconds,
        lines_per_second: product_metrics?.lines_per_second,
        attempts: 1,
        earlier_attempts: [],
        failure: null,
        errors: [],
      },
      file_identifier,
      status: STATUS.COMPLETED,
      created_at,
      updated_at,
    });
    expect(id).to.be.a("number");
    expect(created_at).to.match(TIMESTAMP);
    expect(updated_at).to.match(TIMESTAMP);
    expect(updated_at >= created_at).to.equal(true);
    expect(product_metrics?.seconds).to.be.greaterThan(0);
  });

  it("an insert treats a product as its own variant until lines with variants of the product arrive", async () => {
    await bench.ingest("whole", feed(insertLine("P1", undefined, { color: "Red" }), insertLine("P2", undefined)));
    expect(await bench.found("whole")).to.deep.equal(["P1/P1", "P2/P2"]);
    const variants = [insertLine("P1", "V1", { color: "Red" }), insertLine("P1", "V2", { color: "Blue" })];
    const { product_metrics } = await bench.ingest("whole", feed(...variants));
    expect(product_metrics?.variants).to.deep.equal({ ...noChanges(), created: 2, deactivated: 1, rejected: 0 });
    expect(await bench.found("whole")).to.deep.equal(["P1/V1", "P1/V2", "P2/P2"]);
    await bench.ingest("whole", feed(insertLine("P2", "V1"), insertLine("P1", undefined), insertLine("P2", undefined)));
    expect(await bench.found("whole")).to.deep.equal(["P1/V1", "P1/V2", "P2/V1"]);
    await bench.ingest("whole", feed(deleteLine("P2", "V1"), insertLine("P2", undefined)));
    expect(await bench.found("whole")).to.deep.equal(["P1/V1", "P1/V2", "P2/P2"]);
  });

  it("each ingestion that changes products creates a new catalogue version", async () => {
    const ingested = async (price: number, mode: "insert" | "soft_replace") => {
      await bench.ingest("editions", feed(insertLine("P1", "V1", { price })), { mode });
      return bench.liveCatalogs.get("editions");
    };
    const first = await ingested(1, "insert");
    const second = await ingested(2, "insert");
    const third = await ingested(3, "soft_replace");
    expect(second).to.deep.equal({ ...first, catalogVersion: second?.catalogVersion, changes: second?.changes });
    expect(second?.fields).to.equal(first?.fields);
    const catalogVersions = [first, second, third].map((live) => live?.catalogVersion ?? 0);
    expect(catalogVersions).to.deep.equal([...new Set(catalogVersions)].sort((a, b) => a - b));
  });

  it("an insert merges variants into existing products and keeps the creation times of the products", async () => {
    const first = await bench.ingest(
      "merge",
      feed(
        insertLine("P1", "V1", { price: 1 }),
        insertLine("P1", "V2", { price: 2 }),
        insertLine("P2", "V1", { price: 3 }),
      ),
    );
    const second = await bench.ingest(
      "merge",
      feed(
        insertLine("P1", "V2", { price: 20 }),
        insertLine("P1", "V3", { price: 30 }),
        insertLine("P3", "V1", { price: 4 }),
        insertLine("P2", "V1", { price: 3 }),
      ),
    );
    const { P1, P2, P3 } = await bench.products("merge");
    expect(P1?.source.map(({ data }) => [data.variant_identifier, data.price])).to.deep.equal([
      ["V1", 1],
      ["V2", 20],
      ["V3", 30],
    ]);
    expect([P1, P2, P3].map((product) => [product?.created_at, product?.updated_at])).to.deep.equal([
      [first.created_at, second.created_at],
      [first.created_at, first.created_at],
      [second.created_at, second.created_at],
    ]);
    expect(second.product_metrics?.products).to.deep.equal({ ...noChanges(), created: 1, updated: 1, unchanged: 1 });
    expect(second.product_metrics?.variants).to.deep.equal({
      ...noChanges(),
      created: 2,
      updated: 1,
      unchanged: 2,
      rejected: 0,
    });
    expect(await bench.found("merge", { term: { "variants.data.price": 20 } })).to.deep.equal(["P1/V2"]);
    expect(await bench.found("merge", { term: { "variants.data.price": 2 } })).to.deep.equal([]);
  });

  it("an insert payload can delete and reactivate variants and products", async () => {
    await bench.ingest("deletions", feed(insertLine("P1", "V1"), insertLine("P1", "V2"), insertLine("P2", "V1")));
    const { product_metrics } = await bench.ingest(
      "deletions",
      feed(deleteLine("P1", "V1"), deleteLine("P2"), deleteLine("P9"), deleteLine("P1", "V9")),
    );
    expect(await bench.found("deletions")).to.deep.equal(["P1/V2"]);
    const { P1, P2, ...others } = await bench.products("deletions");
    expect([activity(P1), activity(P2), others]).to.deep.equal([{ V1: false, V2: true }, { V1: false }, {}]);
    expect([P1?.active, P2?.active]).to.deep.equal([true, false]);
    expect(product_metrics?.lines).to.deep.equal({ received: 4, rejected: 0, deletions: 4 });
    expect(product_metrics?.products).to.deep.equal({ ...noChanges(), updated: 1, deactivated: 1 });
    expect(product_metrics?.variants).to.deep.equal({ ...noChanges(), deactivated: 2, unchanged: 1, rejected: 0 });

    const again = await bench.ingest("deletions", feed(insertLine("P2", "V1"), insertLine("P1", "V1")));
    expect(await bench.found("deletions")).to.deep.equal(["P1/V1", "P1/V2", "P2/V1"]);
    expect(again.product_metrics?.products).to.deep.equal({ ...noChanges(), updated: 1, reactivated: 1 });
  });

  it("an insert merges all lines of a product, even if the lines are far apart in the payload", async () => {
    const lines: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      lines.push(insertLine("P", `V${round}`, { price: round }), insertLine("P", "same", { price: round }));
      for (let filler = 0; filler < 1100; filler += 1) lines.push(insertLine(`F${filler % 550}-${round}`));
    }
    lines.push(deleteLine("P", "V1"), insertLine("P", "V0", { price: 100 }));
    const record = await bench.ingest("scattered", feed(...lines));
    const { P, ...others } = await bench.products("scattered");
    expect(P?.source.map(({ data, active }) => [data.variant_identifier, data.price, active])).to.deep.equal([
      ["V0", 100, true],
      ["same", 3, true],
      ["V1", 1, false],
      ["V2", 2, true],
      ["V3", 3, true],
    ]);
    expect(Object.keys(others)).to.have.length(2200);
    expect(record.product_metrics?.products).to.deep.equal({ ...noChanges(), created: 2201 });
  });

  it("an insert accepts gzip, a byte order mark, CRLF, blank lines and a last line without a line break", async () => {
    const text = `\ufeff\r\n${insertLine("P1")}\r\n\r\n   \n${insertLine("P2")}\n\n${insertLine("P3")}`;
    const record = await bench.ingest("lenient", text, { gzip: true });
    expect(await bench.found("lenient")).to.deep.equal(["P1/P1", "P2/P2", "P3/P3"]);
    expect(record.product_metrics?.lines).to.deep.equal({ received: 3, rejected: 0, deletions: 0 });
    expect(record.product_metrics?.bytes).to.equal(Buffer.byteLength(text));
  });

  it("an insert warns once about new public fields whose names look private", async () => {
    const fields = { private: ["margin"], public: null };
    bench.configure("private", { fields });
    const warned = async (payload: string, mode: "insert" | "soft_replace" = "insert") =>
      (await bench.ingest("private", payload, { mode })).product_metrics?.possibly_private;
    const plain = { color: "Red", cost_price: 3, margin: 0.5 };
    expect(await warned(feed(insertLine("P1", "V1", plain)))).to.deep.equal(["cost_price"]);
    expect(await warned(feed(insertLine("P2", "V1", plain)))).to.equal(undefined);
    const more = { ...plain, supplier: { iban: "DE00", name: "Acme" }, shape: "round" };
    expect(await warned(feed(insertLine("P1", "V1", more)), "soft_replace")).to.deep.equal(["supplier.*"]);
    expect(await warned(feed(insertLine("P1", "V1", { ...more, price: 2 })), "soft_replace")).to.equal(undefined);
    bench.configure("private", { fields: { private: [...fields.private, "wholesale"], public: null } });
    expect(await warned(feed(insertLine("P3", "V1", { ...more, wholesale_price: 1, wholesale: 2 })))).to.deep.equal([
      "wholesale_price",
    ]);
  });

  it("an insert rejects invalid lines and reports their line numbers and reasons", async () => {
    const good = Array.from({ length: 200 }, (_, one) => insertLine(`P${one}`));
    const payload = feed(
      insertLine("P0", "V1", { price: 1 }),
      insertLine("P1", "V1", { price: "cheap" }),
      '{"operation":"insert"}',
      ...good.slice(2),
    );
    const record = await bench.ingest("rejections", payload);
    const errors = [
      { line: 2, product_identifier: "P1", reason: 'price: expected a number of at least 0, got "cheap"' },
      { line: 3, product_identifier: null, reason: "product_data: expected an object, got null" },
    ];
    expect(record.status).to.equal(STATUS.COMPLETED);
    expect(record.product_metrics?.errors).to.deep.equal(errors);
    expect(record.product_metrics?.lines).to.deep.equal({ received: 201, rejected: 2, deletions: 0 });
    expect(record.product_metrics?.variants).to.deep.equal({ ...noChanges(), created: 199, rejected: 1 });
    expect(await bench.found("rejections", { term: { "variants.data.product_identifier": "P1" } })).to.deep.equal([]);
  });
});
