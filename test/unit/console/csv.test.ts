import { PassThrough } from "node:stream";
import { expect } from "chai";
import type { Response } from "express";
import fc from "fast-check";
import { harmless, sendCsv } from "../../../console/server/csv.js";

describe("CSV export", () => {
  it("a CSV export never contains a formula, regardless of the text that shoppers typed", () => {
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
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !/^\s*[=+\-@]/.test(harmless(text))));
  });

  it("a CSV export contains numbers unchanged, including negative numbers", async () => {
    const sent = new PassThrough();
    const res = Object.assign(sent, { attachment: () => ({ type: () => sent }) }) as unknown as Response;
    await sendCsv(res, "table", ["a", "b", "c"], [{ a: -1.5, b: "-1.5", c: null }, { a: 0 }]);
    expect(String(sent.read())).to.equal("\uFEFFa,b,c\n-1.5,'-1.5,\n0,,\n");
  });
});
