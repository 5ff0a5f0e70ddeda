import { expect } from "chai";
import { BASE_LEAF_TYPES, fitLeaves, nextTypes, withAncestors, withLeaves } from "../../../src/catalog/leaf-types.js";
import type { LeafType, Scalar } from "../../../src/catalog/leaves.js";

const types = (leaves: Record<string, LeafType>) => new Map(Object.entries(leaves));

const fit = (leaf: string, values: readonly Scalar[], type: LeafType) =>
  fitLeaves(new Map([[leaf, values]]), types({ [leaf]: type })).get(leaf);

describe("leaf types", () => {
  describe("of a new generation", () => {
    const next = (had: Record<string, LeafType>, declared: Record<string, LeafType>) => {
      const all = nextTypes(types(had), types(declared));
      return Object.fromEntries([...all].filter(([leaf]) => !BASE_LEAF_TYPES.has(leaf)));
    };

    it("are those of the previous one, replaced by the declared ones", () => {
      expect(next({ a: "string", b: "number" }, { a: "number", c: "date" })).to.deep.equal({
        a: "number",
        b: "number",
        c: "date",
      });
    });

    it("make a declared name a leaf where it was an object, and an object where it was a leaf", () => {
      expect(next({ "a.b": "string", "a.c.d": "string", ab: "string" }, { a: "number" })).to.deep.equal({
        ab: "string",
        a: "number",
      });
      expect(next({ a: "string", b: "string" }, { "a.b.c": "number" })).to.deep.equal({
        b: "string",
        "a.b.c": "number",
      });
    });

    it("always hold those of the template", () => {
      expect(nextTypes(new Map(), types({ price: "string" }))).to.deep.equal(BASE_LEAF_TYPES);
    });
  });

  it("of two generations together are those of the first, and those of the second that do not conflict", () => {
    expect(
      Object.fromEntries(
        withLeaves(
          types({ a: "string", "b.c": "number" }),
          types({ a: "number", "a.x": "string", b: "string", d: "date" }),
        ),
      ),
    ).to.deep.equal({ a: "string", "b.c": "number", d: "date" });
  });

  describe("values under a type", () => {
    it("are left out where they do not fit, and kept where they do", () => {
      expect(fit("a", [0, "12", "n/a", true, -1.5], "number")).to.deep.equal([0, 12, -1.5]);
      expect(fit("a", ["x", 1.5, 0, true, false], "string")).to.deep.equal(["x", "1.5", "0", "true", "false"]);
    });

    it("have no leaf when none of them fits, or when it has no type", () => {
      expect(fit("a", ["x"], "number")).to.equal(undefined);
      expect([...fitLeaves(new Map([["unknown", ["x"]]]), new Map())]).to.deep.equal([]);
    });
  });

  describe("categories", () => {
    it("stand for all their ancestors, each once and in order", () => {
      expect(withAncestors(["Clothing: Knitwear: Polo shirts", "Clothing: Shirts", "Sale"])).to.deep.equal([
        "Clothing",
        "Clothing: Knitwear",
        "Clothing: Knitwear: Polo shirts",
        "Clothing: Shirts",
        "Sale",
      ]);
    });

    it("are parted by a colon and a space only, and an ancestor is never empty", () => {
      expect(withAncestors(["a:b", "c:", ": d", 5])).to.deep.equal(["a:b", "c:", ": d", "5"]);
      expect(withAncestors(["a: : b"])).to.deep.equal(["a", "a:", "a: : b"]);
    });

    it("are expanded when values are fitted, and nowhere else", () => {
      expect(fit("categories", ["A: B"], "string")).to.deep.equal(["A", "A: B"]);
      expect(fit("path", ["A: B"], "string")).to.deep.equal(["A: B"]);
    });

    it("give the most specific one a place of its own, the first of several", () => {
      const types = new Map<string, LeafType>([["categories", "string"], ["_category", "string"]]); // prettier-ignore
      const category = (values: Scalar[]) => fitLeaves(new Map([["categories", values]]), types).get("_category");
      expect(category(["Sale", " Clothing: Knit ", "Men: Knit"])).to.deep.equal(["Clothing: Knit"]);
      expect(category(["Sale"])).to.deep.equal(["Sale"]);
      expect(category([5])).to.equal(undefined);
      expect(category(["x".repeat(1025)])).to.equal(undefined);
    });

    it("made of nothing but separators cost no time and no memory", () => {
      expect(fit("categories", [": ".repeat(500_000), "A: B"], "string")).to.deep.equal(["A", "A: B"]);
    });
  });

  it("compose text and cut the blanks around it, but not of identifiers", () => {
    const types = new Map<string, LeafType>([["color", "string"], ["made", "date"], ["product_identifier", "string"]]); // prettier-ignore
    const sent = new Map<string, Scalar[]>([
      ["color", [" gru\u0308n\u00a0", "grün", "dark  red"]],
      ["made", [" 2024-05-01 "]],
      ["product_identifier", [" e\u0301"]],
    ]);
    expect(Object.fromEntries(fitLeaves(sent, types))).to.deep.equal({
      color: ["grün", "grün", "dark  red"],
      made: ["2024-05-01"],
      product_identifier: [" e\u0301"],
    });
  });

  it("has the template's leaves from the start", () => {
    expect(Object.fromEntries(BASE_LEAF_TYPES)).to.deep.equal({
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
