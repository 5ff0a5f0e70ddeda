import { expect } from "chai";
import fc from "fast-check";
import {
  BASE_FIELD_TYPES,
  fitFields,
  fitValue,
  nextTypes,
  withAncestors,
  withFields,
} from "../../../src/catalog/field-types.js";
import type { FieldType, Scalar } from "../../../src/catalog/fields.js";

const types = (fields: Record<string, FieldType>) => new Map(Object.entries(fields));

const fit = (field: string, values: readonly Scalar[], type: FieldType) =>
  fitFields(new Map([[field, values]]), types({ [field]: type })).get(field);

describe("field types", () => {
  describe("nextTypes", () => {
    const next = (had: Record<string, FieldType>, declared: Record<string, FieldType>) => {
      const all = nextTypes(types(had), types(declared));
      return Object.fromEntries([...all].filter(([field]) => !BASE_FIELD_TYPES.has(field)));
    };

    it("a declared field type replaces the previous type of the field", () => {
      expect(next({ a: "string", b: "number" }, { a: "number", c: "date" })).to.deep.equal({
        a: "number",
        b: "number",
        c: "date",
      });
    });

    it("a declared field `a` replaces an existing field `a.b`, and a declared field `a.b` replaces an existing field `a`", () => {
      expect(next({ "a.b": "string", "a.c.d": "string", ab: "string" }, { a: "number" })).to.deep.equal({
        ab: "string",
        a: "number",
      });
      expect(next({ a: "string", b: "string" }, { "a.b.c": "number" })).to.deep.equal({
        b: "string",
        "a.b.c": "number",
      });
    });

    it("the field types of a catalogue always contain the types of the index template", () => {
      expect(nextTypes(new Map(), types({ price: "string" }))).to.deep.equal(BASE_FIELD_TYPES);
    });
  });

  it("withFields adds the field types of another catalogue generation unless the types conflict", () => {
    expect(
      Object.fromEntries(
        withFields(
          types({ a: "string", "b.c": "number" }),
          types({ a: "number", "a.x": "string", b: "string", d: "date" }),
        ),
      ),
    ).to.deep.equal({ a: "string", "b.c": "number", d: "date" });
  });

  describe("fitFields", () => {
    it("fitFields keeps values that match the type of their field, and drops other values", () => {
      expect(fit("a", [0, "12", "n/a", true, -1.5], "number")).to.deep.equal([0, 12, -1.5]);
      expect(fit("a", ["x", 1.5, 0, true, false], "string")).to.deep.equal(["x", "1.5", "0", "true", "false"]);
    });

    it("fitFields omits a field if no value matches the type of the field", () => {
      expect(fit("a", ["x"], "number")).to.equal(undefined);
      expect([...fitFields(new Map([["unknown", ["x"]]]), new Map())]).to.deep.equal([]);
    });
  });

  describe("fitFields for categories", () => {
    it("fitFields adds each parent category of the categories once, in order", () => {
      expect(withAncestors(["Clothing: Knitwear: Polo shirts", "Clothing: Shirts", "Sale"])).to.deep.equal([
        "Clothing",
        "Clothing: Knitwear",
        "Clothing: Knitwear: Polo shirts",
        "Clothing: Shirts",
        "Sale",
      ]);
    });

    it("fitFields splits categories only at a colon followed by a space", () => {
      expect(withAncestors(["a:b", "c:", ": d", 5])).to.deep.equal(["a:b", "c:", ": d", "5"]);
      expect(withAncestors(["a: : b"])).to.deep.equal(["a", "a:", "a: : b"]);
    });

    it("fitFields adds parent categories only in the field `categories`", () => {
      expect(fit("categories", ["A: B"], "string")).to.deep.equal(["A", "A: B"]);
      expect(fit("path", ["A: B"], "string")).to.deep.equal(["A: B"]);
    });

    it("fitFields stores the most specific category in the field `_category`", () => {
      const types = new Map<string, FieldType>([["categories", "string"], ["_category", "string"]]); // prettier-ignore
      const category = (values: Scalar[]) => fitFields(new Map([["categories", values]]), types).get("_category");
      expect(category(["Sale", " Clothing: Knit ", "Men: Knit"])).to.deep.equal(["Clothing: Knit"]);
      expect(category(["Sale"])).to.deep.equal(["Sale"]);
      expect(category([5])).to.equal(undefined);
      expect(category(["x".repeat(1025)])).to.equal(undefined);
    });

    it("fitFields ignores categories that consist only of separators", () => {
      expect(fit("categories", [": ".repeat(500_000), "A: B"], "string")).to.deep.equal(["A", "A: B"]);
    });
  });

  it("fitFields normalizes text, but keeps identifiers as sent", () => {
    const types = new Map<string, FieldType>([["color", "string"], ["made", "date"], ["width", "number"], ["product_identifier", "string"]]); // prettier-ignore
    const sent = new Map<string, Scalar[]>([
      ["color", [" gru\u0308n\u00a0", "grün", "dark \u00a0re\u00add\u200b"]],
      ["width", ["\u200b12\u00a0", "1\u00a02"]],
      ["made", [" 2024-05-01 "]],
      ["product_identifier", [" e\u0301"]],
    ]);
    expect(Object.fromEntries(fitFields(sent, types))).to.deep.equal({
      color: ["grün", "grün", "dark red"],
      width: [12],
      made: ["2024-05-01"],
      product_identifier: [" e\u0301"],
    });
  });

  it("BASE_FIELD_TYPES contains the fields of the index template", () => {
    expect(Object.fromEntries(BASE_FIELD_TYPES)).to.deep.equal({
      _category: "string",
      product_identifier: "string",
      variant_identifier: "string",
      title: "string",
      designer: "string",
      color: "string",
      sizes: "string",
      categories: "string",
      price: "number",
    });
  });
});

describe("fitValue", () => {
  const texts: readonly [Scalar, string | undefined][] = [
    ["x", "x"],
    [1.5, "1.5"],
    [0, "0"],
    [true, "true"],
    [false, "false"],
    ["x".repeat(1024), "x".repeat(1024)],
    ["y".repeat(1025), undefined],
  ];
  for (const [value, fitted] of texts) {
    it(`fitValue ${fitted === undefined ? "rejects" : "accepts"} ${JSON.stringify(value).slice(0, 40)} for a string field`, () => {
      expect(fitValue(value, "string")).to.equal(fitted);
    });
  }

  const numbers: readonly [Scalar, number][] = [
    [0, 0],
    [-1.5, -1.5],
    ["19.99", 19.99],
    ["0", 0],
    ["-0.5", -0.5],
    [" 7 ", 7],
    ["1e3", 1000],
    ["5.00", 5],
    ["123456789012345", 123456789012345],
  ];
  for (const [value, fitted] of numbers) {
    it(`fitValue accepts ${JSON.stringify(value)} for a number field`, () => {
      expect(fitValue(value, "number")).to.equal(fitted);
    });
  }

  const noNumbers = ["n/a", "", " ", "1,5", "1.234,00", "1,234", "007", "+5", ".5", "5.", "0x10", "12 cm", "Infinity", "NaN", "1e999", "1234567890123456", "1 000", true, false]; // prettier-ignore
  for (const value of noNumbers) {
    it(`fitValue rejects ${JSON.stringify(value)} for a number field`, () => {
      expect(fitValue(value, "number")).to.equal(undefined);
    });
  }

  it("fitValue accepts numbers that are written as text with up to fifteen digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.nat({ max: 6 }), (whole, places) => {
        const written = (whole / 10 ** places).toFixed(places);
        expect(fitValue(written, "number")).to.equal(Number(written));
      }),
    );
  });

  const booleans: readonly [Scalar, boolean | undefined][] = [
    [true, true],
    [false, false],
    ["true", true],
    ["FALSE", false],
    [" True ", true],
    ["yes", undefined],
    ["1", undefined],
    [0, undefined],
    [1, undefined],
  ];
  for (const [value, fitted] of booleans) {
    it(`fitValue ${fitted === undefined ? "rejects" : "accepts"} ${JSON.stringify(value)} for a boolean field`, () => {
      expect(fitValue(value, "boolean")).to.equal(fitted);
    });
  }

  const dates = ["2024-02-29", "2024-01-01T10:00", "2024-01-01T10:00Z", "2024-12-31T23:59:59.123456789+18:00", "2024-01-01T00:00:00-11:30"]; // prettier-ignore
  for (const date of dates) {
    it(`fitValue accepts ${date} for a date field, with and without surrounding whitespace`, () => {
      expect(fitValue(date, "date")).to.equal(date);
      expect(fitValue(` ${date} `, "date")).to.equal(date);
    });
  }

  for (const value of [
    "2024-02-30",
    "2023-02-29",
    "2024-04-31T10:00:00Z",
    "2024-00-10",
    "2024-13-01",
    "2024-01-00",
    "2024-01-01T24:00:00Z",
    "2024-01-01T10:60",
    "2024-01-01T10:00:60Z",
    "2024-01-01T10:00:00+19:00",
    "2024-01-01T10:00:00+18:30",
    "2024-01-01 10:00",
    "20240101",
    "soon",
    1_700_000_000_000,
    true,
  ]) {
    it(`fitValue rejects ${JSON.stringify(value)} for a date field`, () => {
      expect(fitValue(value, "date")).to.equal(undefined);
    });
  }
});
