import { expect } from "chai";
import type { LostLeaf } from "../../../src/catalog/flatten.js";
import { BASE_LEAF_TYPES, fitLeaves, LeafTypeSurvey, withAncestors } from "../../../src/catalog/leaf-types.js";
import type { LeafType, Scalar } from "../../../src/catalog/leaves.js";

const NO_DATES = new Set<string>();
const NOTHING: ReadonlyMap<string, LeafType> = new Map();

function survey(...lines: Record<string, readonly Scalar[]>[]) {
  return surveyOn({}, ...lines);
}

function surveyOn(
  options: { fixed?: ReadonlyMap<string, LeafType>; dates?: ReadonlySet<string>; maxLeaves?: number },
  ...lines: Record<string, readonly Scalar[]>[]
) {
  const types = new LeafTypeSurvey(options.fixed ?? NOTHING, options.dates ?? NO_DATES, options.maxLeaves ?? 1000);
  const lost: LostLeaf[] = [];
  for (const line of lines) types.observe(new Map(Object.entries(line)), (leaf) => lost.push(leaf));
  return { types: Object.fromEntries(types.types), added: [...types.added], lost };
}

function fit(leaf: string, values: readonly Scalar[], type: LeafType) {
  const lost: LostLeaf[] = [];
  const fitted = fitLeaves(new Map([[leaf, values]]), new Map([[leaf, type]]), (one) => lost.push(one));
  return { values: fitted.get(leaf), lost };
}

describe("leaf types", () => {
  describe("survey of a payload", () => {
    it("learns a type from each first value", () => {
      expect(survey({ a: ["x"], b: [0], c: [false] })).to.deep.equal({
        types: { a: "string", b: "number", c: "boolean" },
        added: ["a", "b", "c"],
        lost: [],
      });
    });

    const joins: readonly (readonly [readonly Scalar[], readonly Scalar[], LeafType])[] = [
      [[1], [2.5], "number"],
      [[true], [false], "boolean"],
      [["a"], ["b"], "string"],
      [[1], ["a"], "string"],
      [["a"], [1], "string"],
      [[1], [true], "string"],
      [[true], [0], "string"],
      [[true], ["true"], "string"],
      [[1, "a"], [1], "string"],
      [[1], [1, false], "string"],
    ];
    for (const [first, second, type] of joins) {
      it(`makes ${JSON.stringify(first)} and ${JSON.stringify(second)} a ${type}`, () => {
        expect(survey({ a: first }, { a: second })).to.deep.equal({ types: { a: type }, added: ["a"], lost: [] });
      });
    }

    it("stays a string once it was one", () => {
      expect(survey({ a: [1] }, { a: ["x"] }, { a: [1] }).types).to.deep.equal({ a: "string" });
    });

    it("leaves fixed types as they are, whatever comes", () => {
      const fixed = new Map<string, LeafType>([
        ["n", "number"],
        ["s", "string"],
        ["b", "boolean"],
      ]);
      expect(surveyOn({ fixed }, { n: ["x"], s: [1], b: [1] })).to.deep.equal({
        types: { n: "number", s: "string", b: "boolean" },
        added: [],
        lost: [],
      });
    });

    it("takes a configured date for one, unless the catalogue has it as something else already", () => {
      const dates = new Set(["released_at", "old"]);
      const fixed = new Map<string, LeafType>([["old", "string"]]);
      expect(surveyOn({ dates, fixed }, { released_at: ["soon"], old: ["2024-01-01"] }).types).to.deep.equal({
        old: "string",
        released_at: "date",
      });
    });

    it("loses the object where a leaf of that name came first", () => {
      expect(survey({ a: [1] }, { "a.b": [1], "a.b.c": [1] }, { "a.b": [2] })).to.deep.equal({
        types: { a: "number" },
        added: ["a"],
        lost: [
          { leaf: "a.b", reason: "leaf_and_object" },
          { leaf: "a.b.c", reason: "leaf_and_object" },
          { leaf: "a.b", reason: "leaf_and_object" },
        ],
      });
    });

    it("loses the leaf where an object of that name came first", () => {
      expect(survey({ "a.b.c": [1] }, { a: [1], "a.b": [2], "a.x": [3] })).to.deep.equal({
        types: { "a.b.c": "number", "a.x": "number" },
        added: ["a.b.c", "a.x"],
        lost: [
          { leaf: "a", reason: "leaf_and_object" },
          { leaf: "a.b", reason: "leaf_and_object" },
        ],
      });
    });

    it("counts fixed names as leaves and as objects", () => {
      const fixed = new Map<string, LeafType>([
        ["a.b", "string"],
        ["c", "string"],
      ]);
      expect(surveyOn({ fixed }, { a: [1], "c.d": [1] }).lost).to.deep.equal([
        { leaf: "a", reason: "leaf_and_object" },
        { leaf: "c.d", reason: "leaf_and_object" },
      ]);
    });

    it("does not take one name that begins like another for its parent", () => {
      expect(survey({ a: [1] }, { ab: [1], "ab.c": [2] }).lost).to.deep.equal([
        { leaf: "ab.c", reason: "leaf_and_object" },
      ]);
      expect(survey({ "a.b": [1] }, { ab: [1] }).lost).to.deep.equal([]);
    });

    it("leaves out names past the ceiling and goes on counting known ones", () => {
      expect(surveyOn({ maxLeaves: 2 }, { a: [1], b: [1], c: [1] }, { a: ["x"], c: [2] })).to.deep.equal({
        types: { a: "string", b: "number" },
        added: ["a", "b"],
        lost: [
          { leaf: "c", reason: "ceiling" },
          { leaf: "c", reason: "ceiling" },
        ],
      });
    });

    it("keeps leaves and the objects around them below what an index can have", () => {
      const names = Array.from({ length: 12_000 }, (_, one) => [`x${one}.y.z`, [1]] as const);
      const { added, lost } = surveyOn({ maxLeaves: 20_000 }, Object.fromEntries(names));
      expect(added.length).to.equal(Math.ceil(29_000 / 3));
      expect(added.length + lost.length).to.equal(12_000);
      expect(new Set(lost.map(({ reason }) => reason))).to.deep.equal(new Set(["ceiling"]));
    });
  });

  describe("values under a type", () => {
    it("makes everything a string where the leaf is one", () => {
      expect(fit("a", ["x", 1.5, 0, true, false], "string")).to.deep.equal({
        values: ["x", "1.5", "0", "true", "false"],
        lost: [],
      });
    });

    it("loses the values that are no number, and keeps the others", () => {
      expect(fit("a", [0, "12", true, -1.5], "number")).to.deep.equal({
        values: [0, -1.5],
        lost: [
          { leaf: "a", reason: "type" },
          { leaf: "a", reason: "type" },
        ],
      });
    });

    it("loses the values that are no boolean", () => {
      expect(fit("a", [false, "false", 0], "boolean")).to.deep.equal({
        values: [false],
        lost: [
          { leaf: "a", reason: "type" },
          { leaf: "a", reason: "type" },
        ],
      });
    });

    it("leaves a name out when none of its values fits, and one that has no type", () => {
      expect(fit("a", ["x"], "number").values).to.equal(undefined);
      expect([...fitLeaves(new Map([["unknown", ["x"]]]), new Map())]).to.deep.equal([]);
    });

    it("loses strings too long to be values, by characters", () => {
      expect(fit("a", ["x".repeat(1024), "y".repeat(1025)], "string")).to.deep.equal({
        values: ["x".repeat(1024)],
        lost: [{ leaf: "a", reason: "too_long" }],
      });
    });

    for (const date of [
      "2024-02-29",
      "2024-01-01T10:00",
      "2024-01-01T10:00Z",
      "2024-12-31T23:59:59.123456789+18:00",
      "2024-01-01T00:00:00-11:30",
    ]) {
      it(`takes ${date} for a date`, () => {
        expect(fit("d", [date], "date")).to.deep.equal({ values: [date], lost: [] });
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
      it(`does not take ${JSON.stringify(value)} for a date`, () => {
        expect(fit("d", [value], "date")).to.deep.equal({ values: undefined, lost: [{ leaf: "d", reason: "type" }] });
      });
    }
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
      expect(fit("categories", ["A: B"], "string").values).to.deep.equal(["A", "A: B"]);
      expect(fit("path", ["A: B"], "string").values).to.deep.equal(["A: B"]);
    });

    it("give the most specific one a place of its own, the first of several", () => {
      const types = new Map<string, LeafType>([["categories", "string"], ["_category", "string"]]); // prettier-ignore
      const category = (values: Scalar[]) => fitLeaves(new Map([["categories", values]]), types).get("_category");
      expect(category(["Sale", " Clothing: Knit ", "Men: Knit"])).to.deep.equal(["Clothing: Knit"]);
      expect(category(["Sale"])).to.deep.equal(["Sale"]);
      expect(category([5, "  "])).to.equal(undefined);
      expect(category(["x".repeat(1025)])).to.equal(undefined);
    });

    it("made of nothing but separators cost no time and no memory", () => {
      const category = ": ".repeat(500_000);
      expect(fit("categories", [category, "A: B"], "string")).to.deep.equal({
        values: ["A", "A: B"],
        lost: [{ leaf: "categories", reason: "too_long" }],
      });
    });
  });

  it("compose text and cut the blanks around it, but not of identifiers", () => {
    const types = new Map<string, LeafType>([["color", "string"], ["made", "date"], ["product_identifier", "string"]]); // prettier-ignore
    const sent = new Map<string, Scalar[]>([
      ["color", [" gru\u0308n\u00a0", "\t ", "grün", "dark  red"]],
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
