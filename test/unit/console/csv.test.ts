import { expect } from "chai";
import fc from "fast-check";
import { harmless } from "../../../console/server/csv.js";

describe("cells of CSV files", () => {
  it("are never formulas, for any text that shoppers type", () => {
    const cases: readonly (readonly [given: string, cell: string])[] = [
      ["=1+1", "'=1+1"],
      ["+49 30 1", "'+49 30 1"],
      ["-2", "'-2"],
      ["@SUM(A1)", "'@SUM(A1)"],
      ["  =1", "'  =1"],
      ["\t=1", "'\t=1"],
      ["\r=1", "'\r=1"],
      ["＝1", "'＝1"],
      ["\uFEFF=1", "'\uFEFF=1"],
      ["red = boots", "red = boots"],
      ["", ""],
    ];
    for (const [given, cell] of cases) expect(harmless(given)).to.equal(cell);
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !/^\s*[=+\-@]/.test(String(harmless(text)))));
  });

  it("keep numbers as numbers, also negative ones", () => {
    for (const cell of [-1.5, 0, null, undefined, false]) expect(harmless(cell)).to.equal(cell);
  });
});
