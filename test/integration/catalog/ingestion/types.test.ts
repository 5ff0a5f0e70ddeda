import { expect } from "chai";
import { createLeases } from "../../../../src/engine/lease.js";
import { STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { rollBack } from "../../../../src/catalog/ingestion/rollback.js";
import { refresh } from "../../../../src/engine/indices.js";
import { searchDocuments } from "../../../../src/engine/search-documents.js";
import { catalogAlias } from "../../../../src/catalog/live.js";
import { feed, insertLine, updateLine, useCatalog } from "../../../support/catalog.js";

const replace = { mode: "soft_replace" } as const;
const data = (field: string) => `variants.data.${field}`;

describe("fields of a catalogue", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  it("fields of a catalogue have the type of most of their values, and values of other types are reported", async () => {
    const weights = Array.from({ length: 30 }, (_, one) => insertLine(`P${one}`, "V1", { weight: one }));
    const { status, product_metrics } = await bench.ingest(
      "most",
      feed(
        insertLine("N", "V1", { weight: "n/a", size: 38 }),
        ...fillers(600),
        ...weights,
        insertLine("M", "V1", { size: "M" }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.index_warnings).to.deep.equal([{ field: "weight", reason: "type", count: 1, lines: [1] }]);
    expect(product_metrics?.errors).to.deep.equal([
      {
        line: 1,
        product_identifier: "N",
        reason: 'weight: expected a number, got "n/a"; the value is returned, but cannot be filtered on',
        field: "weight",
      },
    ]);
    expect(await bench.found("most", { range: { [data("weight")]: { gte: 28 } } })).to.deep.equal(["P28/V1", "P29/V1"]);
    expect((await bench.products("most")).N?.source[0]?.data.weight).to.equal("n/a");
    // If two types are equally frequent in a field, the field becomes text, which can represent all values.
    expect((await bench.liveCatalogs.get("most"))?.fields.get("size")).to.equal("string");
    expect(await bench.found("most", { term: { [data("size")]: "38" } })).to.deep.equal(["N/V1"]);
  });

  it("fields of a catalogue accept text that represents a value of their type", async () => {
    const typed = insertLine("P1", "V1", { weight: 5, fragile: true });
    const spelt = insertLine("P2", "V1", { weight: "19.99", fragile: "False" });
    for (const [name, how] of [
      ["spelt-insert", {}],
      ["spelt-replace", replace],
    ] as const) {
      await bench.ingest(name, feed(typed));
      const { product_metrics } = await bench.ingest(name, feed(typed, spelt), how);
      expect(product_metrics?.index_warnings).to.deep.equal([]);
      expect(await bench.found(name, { range: { [data("weight")]: { gt: 19.9 } } })).to.deep.equal(["P2/V1"]);
      expect(await bench.found(name, { term: { [data("fragile")]: false } })).to.deep.equal(["P2/V1"]);
      expect((await bench.products(name)).P2?.source[0]?.data.weight).to.equal("19.99");
    }
  });

  it("fields of a catalogue also get their types from update lines", async () => {
    await bench.ingest("updated", feed(...[1, 2, 3].map((weight) => insertLine(`P${weight}`, "V1", { weight }))));
    const { status, product_metrics } = await bench.ingest(
      "updated",
      feed(
        updateLine("P1", "V1", { weight: "heavy", height: "tall" }),
        updateLine("P2", undefined, { weight: "20", height: 7, _id: "x" }),
        updateLine("P3", "V1", { weight: null, height: 8 }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.lines.rejected).to.equal(0);
    expect(product_metrics?.index_warnings).to.deep.equal([
      { field: "weight", reason: "type", count: 1, lines: [1] },
      { field: "height", reason: "type", count: 1, lines: [1] },
      { field: "_id", reason: "name", count: 1, lines: [2] },
    ]);
    expect(await bench.found("updated", { range: { [data("height")]: { gte: 7 } } })).to.deep.equal(["P2/V1", "P3/V1"]);
    expect(await bench.found("updated", { exists: { field: data("weight") } })).to.deep.equal(["P2/V1"]);
    expect((await bench.products("updated")).P1?.source[0]?.data).to.deep.include({ weight: "heavy", height: "tall" });
  });

  it("fields of a catalogue keep their type in an insert, and values of a different type are not indexed", async () => {
    await bench.ingest("fixed", feed(insertLine("P1", "V1", { weight: 5, fragile: true })));
    const { status, product_metrics } = await bench.ingest(
      "fixed",
      feed(
        insertLine("P2", "V1", { weight: "heavy", fragile: false, color: "Red", height: 7 }),
        insertLine("P3", "V1", { weight: [6, "x"], fragile: "no" }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.index_warnings).to.have.deep.members([
      { field: "weight", reason: "type", count: 2, lines: [1, 2] },
      { field: "fragile", reason: "type", count: 1, lines: [2] },
    ]);
    expect(product_metrics?.index_warnings_total).to.equal(3);
    expect(await bench.found("fixed", { range: { [data("weight")]: { gte: 0 } } })).to.deep.equal(["P1/V1", "P3/V1"]);
    expect(await bench.found("fixed", { term: { [data("fragile")]: false } })).to.deep.equal(["P2/V1"]);
    expect(await bench.found("fixed", { term: { [data("height")]: 7 } })).to.deep.equal(["P2/V1"]);
    expect((await bench.products("fixed")).P2?.source[0]?.data.weight).to.equal("heavy");
    expect((await bench.liveCatalogs.get("fixed"))?.fields.get("height")).to.equal("number");
  });

  it("prices that are sent as text are converted to numbers", async () => {
    const lines = [insertLine("P1", "V1", { price: "12.50" }), insertLine("P2", "V1", { price: 13 })];
    const { status, product_metrics } = await bench.ingest("texts", feed(...lines), replace);
    expect([status, product_metrics?.lines.rejected]).to.deep.equal([STATUS.COMPLETED, 0]);
    expect(product_metrics?.index_warnings).to.deep.equal([
      { field: "price", reason: "price_as_text", count: 1, lines: [1] },
    ]);
    expect(product_metrics?.errors.map(({ field, line }) => [field, line])).to.deep.equal([["price", 1]]);
    const cheap = { range: { [data("price")]: { gte: 12.5, lt: 13 } } };
    expect(await bench.found("texts", cheap)).to.deep.equal(["P1/V1"]);
    await bench.ingest("texts", feed(updateLine("P2", "V1", { price: "12.75" })));
    expect(await bench.found("texts", cheap)).to.deep.equal(["P1/V1", "P2/V1"]);
    expect((await bench.products("texts")).P2?.source[0]?.data.price).to.equal(12.75);
  });

  it("integers beyond 2^53 are stored as text with all digits", async () => {
    const line = (id: string, erp: string) => insertLine(id, "V1", { erp: 0 }).replace('"erp":0', `"erp":${erp}`);
    const { status, product_metrics } = await bench.ingest(
      "wide",
      feed(line("P1", "1234567890123456789"), line("P2", "1234567890123456788")),
      replace,
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.index_warnings).to.deep.equal([
      { field: "erp", reason: "unsafe_integer", count: 2, lines: [1, 2] },
    ]);
    expect(await bench.found("wide", { term: { [data("erp")]: "1234567890123456788" } })).to.deep.equal(["P2/V1"]);
    expect((await bench.products("wide")).P1?.source[0]?.data.erp).to.equal("1234567890123456789");
  });

  it("fields of a catalogue keep their type in a soft_replace, even if one product has an invalid value", async () => {
    const clean = Array.from({ length: 30 }, (_, one) => insertLine(`P${one}`, "V1", { weight: one }));
    await bench.ingest("dirty", feed(...clean), replace);
    const { product_metrics } = await bench.ingest(
      "dirty",
      feed(...clean.slice(1), insertLine("P0", "V1", { weight: "n/a" })),
      replace,
    );
    expect(product_metrics?.index_warnings).to.deep.equal([{ field: "weight", reason: "type", count: 1, lines: [30] }]);
    expect(await bench.found("dirty", { range: { [data("weight")]: { gte: 28 } } })).to.deep.equal([
      "P28/V1",
      "P29/V1",
    ]);
    const all = await bench.ingest("dirty", feed(insertLine("P1", "V1", { weight: "heavy" })), replace);
    expect(all.product_metrics?.index_warnings_total).to.equal(1);
    expect((await bench.liveCatalogs.get("dirty"))?.fields.get("weight")).to.equal("number");
    const back = await bench.ingest("dirty", feed(insertLine("P2", "V1", { weight: 6 })));
    expect(back.product_metrics?.index_warnings).to.deep.equal([]);
    expect(await bench.found("dirty", { term: { [data("weight")]: 6 } })).to.deep.equal(["P2/V1"]);
  });

  it("fields of a catalogue are retained if the latest feed has no value for them", async () => {
    const known = async () => [...((await bench.liveCatalogs.get("stays"))?.fields.keys() ?? [])];
    await bench.ingest("stays", feed(insertLine("P1", "V1", { weight: 5, "care.wash": "cold" })), replace);
    await bench.ingest("stays", feed(insertLine("P1", "V1", { height: 7, "care.iron": true })), replace);
    expect(await known()).to.include.members(["weight", "care.wash", "height", "care.iron"]);
    const deps = {
      engine: bench.engine,
      leases: createLeases(bench.engine, "test", 5),
      liveCatalogs: bench.liveCatalogs,
      now: () => new Date().toISOString(),
    };
    await rollBack(deps, "stays");
    expect(await known()).to.include.members(["weight", "care.wash", "height", "care.iron"]);
    await bench.ingest("stays", feed(insertLine("P2", "V1", { height: 8 })));
    await rollBack(deps, "stays");
    expect(await known()).to.include.members(["weight", "care.wash", "height", "care.iron"]);
    expect(await bench.found("stays", { term: { [data("height")]: 7 } })).to.deep.equal(["P1/V1"]);
  });

  it("fields of a catalogue get a newly declared type with the next soft_replace", async () => {
    const lines = feed(insertLine("P1", "V1", { weight: "5", code: 7 }), insertLine("P2", "V1", { weight: "heavy" }));
    await bench.ingest("declared", lines);
    const types = async () => {
      const fields = (await bench.liveCatalogs.get("declared"))?.fields;
      return [fields?.get("weight"), fields?.get("code"), fields?.get("later")];
    };
    expect(await types()).to.deep.equal(["string", "number", undefined]);
    bench.configure("declared", { field_types: { weight: "number", code: "string", later: "boolean" } });
    const inserted = await bench.ingest("declared", feed(insertLine("P3", "V1", { weight: "6", code: "x" })));
    expect(inserted.product_metrics?.index_warnings).to.deep.equal([
      { field: "code", reason: "type", count: 1, lines: [1] },
    ]);
    expect(await types()).to.deep.equal(["string", "number", undefined]);
    const { product_metrics } = await bench.ingest("declared", lines, replace);
    expect(product_metrics?.index_warnings).to.deep.equal([{ field: "weight", reason: "type", count: 1, lines: [2] }]);
    expect(await types()).to.deep.equal(["number", "string", "boolean"]);
    expect(await bench.found("declared", { range: { [data("weight")]: { gte: 5 } } })).to.deep.equal(["P1/V1"]);
  });

  it("values of an unchanged product are reported if they do not match a newly declared field type", async () => {
    await bench.ingest("kept", feed(insertLine("P1", "V1", { weight: "heavy" }), insertLine("P2")), replace);
    bench.configure("kept", { field_types: { weight: "number" } });
    const { product_metrics } = await bench.ingest(
      "kept",
      feed(insertLine("P1", "V2", { price: "much" }), insertLine("P2")),
      replace,
    );
    expect(product_metrics?.index_warnings).to.deep.equal([{ field: "weight", reason: "type", count: 1, lines: [0] }]);
    expect(product_metrics?.errors.map(({ line, field }) => [line, field])).to.deep.equal([
      [1, undefined],
      [0, "weight"],
    ]);
    expect(await bench.found("kept")).to.deep.equal(["P1/V1", "P2/P2"]);
  });

  it("objects in a field with scalar values are not indexed until the storefront declares the field type", async () => {
    const before = feed(insertLine("P1", "V1", { fabric: "wool" }));
    const after = feed(insertLine("P1", "V1", { fabric: { outer: "wool" } }));
    await bench.ingest("shape", before, replace);
    const { product_metrics } = await bench.ingest("shape", after, replace);
    expect(product_metrics?.index_warnings).to.deep.equal([
      { field: "fabric.outer", reason: "value_and_object", count: 1, lines: [1] },
    ]);
    bench.configure("shape", { field_types: { "fabric.outer": "string" } });
    const declared = await bench.ingest("shape", after, replace);
    expect(declared.product_metrics?.index_warnings).to.deep.equal([]);
    expect(await bench.found("shape", { term: { [data("fabric.outer")]: "wool" } })).to.deep.equal(["P1/V1"]);
  });

  it("a field contains either scalar values or objects, depending on the type that arrived first", async () => {
    const { status, product_metrics } = await bench.ingest(
      "both",
      feed(
        insertLine("P1", "V1", { a: "leaf", b: { c: 1 } }),
        insertLine("P2", "V1", { a: { x: 1 }, b: "leaf" }),
        insertLine("P3", "V1", { "title.order": 1, "sizes.eu": 2 }),
      ),
    );
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.index_warnings).to.have.deep.members([
      { field: "a.x", reason: "value_and_object", count: 1, lines: [2] },
      { field: "b", reason: "value_and_object", count: 1, lines: [2] },
      { field: "title.order", reason: "value_and_object", count: 1, lines: [3] },
      { field: "sizes.eu", reason: "value_and_object", count: 1, lines: [3] },
    ]);
    expect(await bench.found("both")).to.have.length(3);
    const again = await bench.ingest("both", feed(insertLine("P4", "V1", { a: { x: 1 } })));
    expect(again.product_metrics?.index_warnings).to.deep.equal([
      { field: "a.x", reason: "value_and_object", count: 1, lines: [1] },
    ]);
  });

  it("a catalogue may have thousands of fields", async () => {
    const names = Array.from({ length: 5354 }, (_, one) => `attributes.Attribute ${one} (mm)`);
    const lines = names.map((name, one) =>
      insertLine(`P${one % 300}`, `V${one}`, { [name]: one % 2 ? one : `v${one}` }),
    );
    const { status, product_metrics } = await bench.ingest("icecat", feed(...lines), replace);
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.index_warnings_total).to.equal(0);
    expect(await bench.found("icecat", { term: { [data("attributes.Attribute 5353 (mm)")]: 5353 } })).to.deep.equal([
      "P253/V5353",
    ]);
    expect((await bench.liveCatalogs.get("icecat"))?.fields.size).to.equal(5354 + 9);
  });

  it("fields of a catalogue beyond the field limit are returned but cannot be used in filters", async () => {
    bench.configure("ceiling", { ingestion: { max_deactivated_share: null, max_fields: 10 } });
    const { product_metrics } = await bench.ingest(
      "ceiling",
      feed(insertLine("P1", "V1", { a: 1, b: 2, c: 3, d: 4 }), insertLine("P2", "V1", { d: 5, a: 6 })),
    );
    expect(product_metrics?.index_warnings).to.deep.equal([
      { field: "d", reason: "ceiling", count: 2, lines: [1, 2] },
      { field: "c", reason: "ceiling", count: 1, lines: [1] },
    ]);
    expect(await bench.found("ceiling", { term: { [data("a")]: 6 } })).to.deep.equal(["P2/V1"]);
    expect((await bench.products("ceiling")).P2?.source[0]?.data.d).to.equal(5);
  });

  it("fields of a catalogue may be nested in as many objects as the index allows", async () => {
    bench.configure("wide", { ingestion: { max_deactivated_share: null, max_fields: 20_000 } });
    const lines = Array.from({ length: 60 }, (_, one) =>
      insertLine(
        `P${one}`,
        "V1",
        Object.fromEntries(Array.from({ length: 250 }, (_, field) => [`a${one}-${field}`, { b: { c: field } }])),
      ),
    );
    const { status, product_metrics } = await bench.ingest("wide", feed(...lines));
    expect(status).to.equal(STATUS.COMPLETED);
    expect(product_metrics?.index_warnings_total).to.be.greaterThan(5000);
    expect(await bench.found("wide")).to.have.length(60);
  });

  it("fields of a catalogue may have any name that is valid in feeds", async () => {
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
    expect(product_metrics?.index_warnings).to.deep.equal([
      { field: `${deep}.more`, reason: "too_deep", count: 1, lines: [1] },
    ]);
    for (const [name, value] of Object.entries({ ...odd, [deep]: "deep" })) {
      expect(await bench.found("odd", { term: { [data(name)]: value } }), name).to.deep.equal(["P1/V1"]);
    }
  });

  it("fields of a catalogue may be nested as deeply as a feed line allows", async () => {
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

  it("fields that are configured as dates are compared as timestamps", async () => {
    bench.configure("dates", { field_types: { available_from: "date" } });
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
    expect(product_metrics?.index_warnings).to.deep.equal([
      { field: "available_from", reason: "type", count: 2, lines: [3, 4] },
    ]);
    expect(await bench.found("dates", { range: { [data("available_from")]: { lt: "2024-01-01" } } })).to.deep.equal([
      "P1/V1",
    ]);
    expect(await bench.found("dates")).to.have.length(4);
  });

  it("fields of a catalogue are analyzed in the storefront's new language from the next soft_replace on", async () => {
    const line = feed(insertLine("P1", "V1", { title: "Häuser" }));
    const isFoundBySingular = async () => {
      const alias = catalogAlias(bench.engine, "language");
      await refresh(bench.engine, alias);
      const body = { size: 0, track_total_hits: true, query: { match: { "text.title": "Haus" } } };
      return (await searchDocuments(bench.engine, alias, body)).hits.total.value === 1;
    };
    await bench.ingest("language", line);
    expect(await isFoundBySingular()).to.equal(false);
    bench.configure("language", { language: "german" });
    await bench.ingest("language", line);
    expect(await isFoundBySingular()).to.equal(false);
    await bench.ingest("language", line, replace);
    expect(await isFoundBySingular()).to.equal(true);
  });
});

/** Returns insert lines that fill a batch, so that the lines after them are in another batch. */
const fillers = (count: number) => Array.from({ length: count }, (_, one) => insertLine(`F${one}`));
