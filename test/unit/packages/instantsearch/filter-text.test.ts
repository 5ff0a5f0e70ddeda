import { expect } from "chai";
import fc from "fast-check";
import { readFilters } from "../../../../packages/instantsearch/src/filter-text.js";

const facet = (key: string, type: "list" | "tree" | "range") =>
  ({ key, type, field: key, label: key, selection_mode: "multi" }) as const;
const FACETS = [
  ...["color", "size", "pattern", "brand", "designer", "sizes"].map((key) => facet(key, "list")),
  ...[facet("categories", "tree"), facet("price", "range")],
];
const naming = { facets: FACETS, fields: { pattern: "attributes.pattern" }, separator: " > " };
const read = (text: string) => readFilters(text, naming);

describe("readFilters", () => {
  it("readFilters converts filter strings to filters of the service", () => {
    for (const [text, expected] of [
      ["color:red", { color: "red" }],
      ["color:-red", { $not: { color: "red" } }],
      [`temp:"-80C"`, { temp: "-80C" }],
      [`temp:'-80C'`, { temp: "-80C" }],
      [`temp:"\\-80C"`, { temp: "-80C" }],
      [`temp:"\\\\-80C"`, { temp: "-80C" }],
      [`temp:\\-80C`, { temp: "-80C" }],
      [`temp:-\\-80C`, { $not: { temp: "-80C" } }],
      [`NOT temp:"-80C"`, { $not: { temp: "-80C" } }],
      ["temp:-5 TO -1", { temp: { $gte: -5, $lte: -1 } }],
      ["objectID:p1 OR objectID:p2", { $or: [{ product_identifier: "p1" }, { product_identifier: "p2" }] }],
      ["NOT color:red", { $not: { color: "red" } }],
      [`brand:"Marlow & Finch"`, { brand: "Marlow & Finch" }],
      [`brand:'say \\'so\\''`, { brand: "say 'so'" }],
      [`"a name":"AND"`, { "a name": "AND" }],
      ["price >= 10.5", { price: { $gte: 10.5 } }],
      ["price<10", { price: { $lt: 10 } }],
      ["price = 0", { price: { $eq: 0 } }],
      ["price != -3", { price: { $ne: -3 } }],
      ["price:10 TO 20", { price: { $gte: 10, $lte: 20 } }],
      ["pattern:Striped", { "attributes.pattern": "Striped" }],
      [`categories.lvl1:"Clothing > Knitwear"`, { categories: "Clothing: Knitwear" }],
      ["a:1 AND b:2 AND c:3", { $and: [{ a: "1" }, { b: "2" }, { c: "3" }] }],
      ["a:1 OR b:2 AND c:3", { $or: [{ a: "1" }, { $and: [{ b: "2" }, { c: "3" }] }] }],
      ["(a:1 OR b:2) AND NOT (c:3)", { $and: [{ $or: [{ a: "1" }, { b: "2" }] }, { $not: { c: "3" } }] }],
    ] as const) {
      expect(read(text), text).to.deep.equal(expected);
    }
  });

  it("readFilters rejects invalid filter strings", () => {
    for (const text of [
      "color",
      "color:",
      "a:1 b:2",
      "(a:1",
      "a:1)",
      "a:1 AND",
      "price > x",
      ':"a"',
      'a:"b',
      "_tags",
      "a::b",
    ]) {
      expect(() => read(text), text).to.throw(SyntaxError);
    }
  });

  it("readFilters returns a filter or throws a SyntaxError for any text", () => {
    const words = fc.constantFrom(
      "AND",
      "OR",
      "NOT",
      "TO",
      "(",
      ")",
      ":",
      ">=",
      "<",
      "a",
      "-b",
      "10",
      '"c d"',
      '"',
      " ",
    );
    fc.assert(
      fc.property(fc.array(words), (parts) => {
        try {
          expect(read(parts.join(" "))).to.be.an("object");
        } catch (error) {
          expect(error).to.be.instanceOf(SyntaxError);
        }
      }),
    );
  });
});
