import { expect } from "chai";
import { STATUS } from "../../../src/catalog/ingestion/record.js";
import { getMapping } from "../../../src/engine/indices.js";
import { catalogAlias } from "../../../src/catalog/live.js";
import { feed, insertLine, useCatalog } from "../../support/catalog.js";

const replace = { mode: "soft_replace" } as const;
const data = (leaf: string) => `variants.data.${leaf}`;

describe("leaves of a catalogue", function () {
  this.timeout(60_000);
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  it("are strings everywhere when they are strings anywhere in the payload", async () => {
    await bench.ingest(
      "lattice",
      feed(insertLine("P1", "V1", { size: 38 }), ...fillers(600), insertLine("P2", "V1", { size: "M" })),
    );
    expect(await bench.found("lattice", { term: { [data("size")]: "38" } })).to.deep.equal(["P1/V1"]);
    expect(await bench.found("lattice", { term: { [data("size")]: "M" } })).to.deep.equal(["P2/V1"]);
    expect((await bench.products("lattice")).P1?.source[0]?.data.size).to.equal(38);
    expect((await bench.liveCatalogs.get("lattice"))?.leaves.get("size")).to.equal("string");
  });

  it("keep their type in an insert: a value that does not fit loses that leaf, and nothing else", async () => {
    await bench.ingest("fixed", feed(insertLine("P1", "V1", { weight: 5, fragile: true })));
    const { status, product_metrics } = await bench.ingest(
      "fixed",
      feed(
        insertLine("P2", "V1", { weight: "heavy", fragile: false, color: "Red", height: 7 }),
        insertLine("P3", "V1", { weight: [6, "x"], fragile: "no" }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.leaves_lost).to.have.deep.members([
      { leaf: "weight", reason: "type", count: 2 },
      { leaf: "fragile", reason: "type", count: 1 },
    ]);
    expect(product_metrics?.leaves_lost_total).to.equal(3);
    expect(await bench.found("fixed", { range: { [data("weight")]: { gte: 0 } } })).to.deep.equal(["P1/V1", "P3/V1"]);
    expect(await bench.found("fixed", { term: { [data("fragile")]: false } })).to.deep.equal(["P2/V1"]);
    expect(await bench.found("fixed", { term: { [data("height")]: 7 } })).to.deep.equal(["P2/V1"]);
    expect((await bench.products("fixed")).P2?.source[0]?.data.weight).to.equal("heavy");
    expect((await bench.liveCatalogs.get("fixed"))?.leaves.get("height")).to.equal("number");
  });

  it("are learned anew by a soft_replace, and withdrawn products do not stand in its way", async () => {
    await bench.ingest(
      "anew",
      feed(insertLine("P1", "V1", { weight: 5 }), insertLine("P2", "V1", { weight: 6 })),
      replace,
    );
    await bench.ingest("anew", feed(insertLine("P1", "V1", { weight: "heavy" })), replace);
    expect(await bench.found("anew", { term: { [data("weight")]: "heavy" } })).to.deep.equal(["P1/V1"]);
    expect((await bench.products("anew")).P2).to.deep.include({ active: false });
    const back = await bench.ingest("anew", feed(insertLine("P2", "V1", { weight: 6 })));
    expect(back.product_metrics?.leaves_lost).to.deep.equal([]);
    expect(await bench.found("anew", { term: { [data("weight")]: "6" } })).to.deep.equal(["P2/V1"]);
  });

  it("that are also objects are lost, the first of the two winning", async () => {
    const { status, product_metrics } = await bench.ingest(
      "both",
      feed(
        insertLine("P1", "V1", { a: "leaf", b: { c: 1 } }),
        insertLine("P2", "V1", { a: { x: 1 }, b: "leaf" }),
        insertLine("P3", "V1", { "title.order": 1, "sizes.eu": 2 }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.leaves_lost).to.have.deep.members([
      { leaf: "a.x", reason: "leaf_and_object", count: 1 },
      { leaf: "b", reason: "leaf_and_object", count: 1 },
      { leaf: "title.order", reason: "leaf_and_object", count: 1 },
      { leaf: "sizes.eu", reason: "leaf_and_object", count: 1 },
    ]);
    expect(await bench.found("both")).to.have.length(3);
    const again = await bench.ingest("both", feed(insertLine("P4", "V1", { a: { x: 1 } })));
    expect(again.product_metrics?.leaves_lost).to.deep.equal([{ leaf: "a.x", reason: "leaf_and_object", count: 1 }]);
  });

  it("may be thousands", async () => {
    const names = Array.from({ length: 5354 }, (_, one) => `attributes.Attribute ${one} (mm)`);
    const lines = names.map((name, one) =>
      insertLine(`P${one % 300}`, `V${one}`, { [name]: one % 2 ? one : `v${one}` }),
    );
    const { status, product_metrics } = await bench.ingest("icecat", feed(...lines), replace);
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.leaves_lost_total).to.equal(0);
    expect(await bench.found("icecat", { term: { [data("attributes.Attribute 5353 (mm)")]: 5353 } })).to.deep.equal([
      "P253/V5353",
    ]);
    expect((await bench.liveCatalogs.get("icecat"))?.leaves.size).to.equal(5354 + 9);
  });

  it("past the ceiling are counted, returned, and not filtered on", async () => {
    bench.configure("ceiling", { ingestion: { max_deactivated_share: null, max_leaves: 10 } });
    const { product_metrics } = await bench.ingest(
      "ceiling",
      feed(insertLine("P1", "V1", { a: 1, b: 2, c: 3, d: 4 }), insertLine("P2", "V1", { d: 5, a: 6 })),
    );
    expect(product_metrics?.leaves_lost).to.deep.equal([
      { leaf: "d", reason: "ceiling", count: 2 },
      { leaf: "c", reason: "ceiling", count: 1 },
    ]);
    expect(await bench.found("ceiling", { term: { [data("a")]: 6 } })).to.deep.equal(["P2/V1"]);
    expect((await bench.products("ceiling")).P2?.source[0]?.data.d).to.equal(5);
  });

  it("lie in objects of their own, as many as an index can have", async () => {
    bench.configure("wide", { ingestion: { max_deactivated_share: null, max_leaves: 20_000 } });
    const lines = Array.from({ length: 60 }, (_, one) =>
      insertLine(
        `P${one}`,
        "V1",
        Object.fromEntries(Array.from({ length: 250 }, (_, leaf) => [`a${one}-${leaf}`, { b: { c: leaf } }])),
      ),
    );
    const { status, product_metrics } = await bench.ingest("wide", feed(...lines));
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.leaves_lost_total).to.be.greaterThan(5000);
    expect(await bench.found("wide")).to.have.length(60);
  });

  it("may have any name that the feed rules allow", async () => {
    const names = [
      "constructor.name",
      "toString",
      "properties.type",
      "a b",
      " a",
      "a#b,c",
      '"',
      "ü.商品",
      "a\u0000b",
      "[x]",
    ];
    const odd = Object.fromEntries(names.map((name, one) => [name, `v${one}`]));
    const deep = Array.from({ length: 12 }, (_, part) => `p${part}`).join(".");
    const { status, product_metrics } = await bench.ingest(
      "odd",
      feed(insertLine("P1", "V1", { ...odd, [deep]: "deep", [`${deep}.more`]: "deeper" })),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.leaves_lost).to.deep.equal([{ leaf: `${deep}.more`, reason: "too_deep", count: 1 }]);
    for (const [name, value] of Object.entries({ ...odd, [deep]: "deep" })) {
      expect(await bench.found("odd", { term: { [data(name)]: value } }), name).to.deep.equal(["P1/V1"]);
    }
  });

  it("may be nested as deeply as a line may be, and are returned as they came", async () => {
    const nested = (open: string, close: string, depth: number) =>
      JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`) as never;
    const { status } = await bench.ingest(
      "deep",
      feed(
        insertLine("P1", "V1", { objects: nested('{"a":', "}", 98), arrays: nested("[", "]", 98) }),
        insertLine("P1", "V2", {
          mixed: nested('[{"a":', "}]", 49),
          ["k".repeat(9_000)]: 1,
          notes: "n".repeat(900_000),
        }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    const [first, second] = (await bench.products("deep")).P1?.source ?? [];
    expect(JSON.stringify(first?.data)).to.equal(
      JSON.stringify({
        product_identifier: "P1",
        variant_identifier: "V1",
        objects: nested('{"a":', "}", 98),
        arrays: nested("[", "]", 98),
      }),
    );
    expect(Object.keys(second?.data ?? {})).to.have.length(5);
    expect(await bench.found("deep")).to.deep.equal(["P1/V1", "P1/V2"]);
  });

  it("configured as dates are compared as points in time, and what is no date is lost", async () => {
    bench.configure("dates", { date_fields: ["available_from"] });
    const { product_metrics, status } = await bench.ingest(
      "dates",
      feed(
        insertLine("P1", "V1", { available_from: "2024-01-01T01:00:00+02:00" }),
        insertLine("P2", "V1", { available_from: "2024-01-01" }),
        insertLine("P3", "V1", { available_from: "2024-02-30" }),
        insertLine("P4", "V1", { available_from: "2024-01-01T24:00:00+19:00" }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.leaves_lost).to.deep.equal([{ leaf: "available_from", reason: "type", count: 2 }]);
    expect(await bench.found("dates", { range: { [data("available_from")]: { lt: "2024-01-01" } } })).to.deep.equal([
      "P1/V1",
    ]);
    expect(await bench.found("dates")).to.have.length(4);
  });

  it("are analyzed in the storefront's language from the next soft_replace on", async () => {
    const line = feed(insertLine("P1", "V1", { title: "Häuser" }));
    const analyzer = async () => {
      const mapping = await getMapping<{
        properties: { text: { properties: { title: { analyzer: string } } } };
      }>(bench.engine, catalogAlias(bench.engine, "language"));
      return mapping?.properties.text.properties.title.analyzer;
    };
    await bench.ingest("language", line);
    expect(await analyzer()).to.equal("english");
    bench.configure("language", { language: "german" });
    await bench.ingest("language", line);
    expect(await analyzer()).to.equal("english");
    await bench.ingest("language", line, replace);
    expect(await analyzer()).to.equal("german");
  });
});

/** Lines that put what comes after them into another batch. */
const fillers = (count: number) => Array.from({ length: count }, (_, one) => insertLine(`F${one}`));
