import { expect } from "chai";
import { illFormedString } from "../../../src/lib/well-formed.js";

describe("illFormedString", () => {
  for (const [what, value, path] of [
    ["a lone high surrogate", { user: { device_id: "a\ud800" } }, "user.device_id"],
    ["a lone low surrogate", { list: ["ok", "\udc00"] }, "list.1"],
    ["a NUL character", { query: "a\u0000b" }, "query"],
    ["a field name with a lone surrogate", { filters: { "\ud800": 1 } }, "filters.\ufffd"],
    ["the first of several lone surrogates", { a: "\ud800", b: "\ud800" }, "a"],
  ] as const) {
    it(`finds ${what}`, () => {
      expect(illFormedString(value)).to.equal(path);
    });
  }

  for (const value of [{}, { a: "😀", b: ["", 0, false, null], c: { d: "tab\tand\nline" } }, "plain", 0, null, []]) {
    it(`accepts ${JSON.stringify(value)}`, () => {
      expect(illFormedString(value)).to.equal(undefined);
    });
  }

  it("illFormedString finds an ill-formed string after 100,000 other array elements", () => {
    expect(illFormedString({ list: [...Array<number>(100_000).fill(1), { name: "\ud800" }] })).to.equal(
      "list.100000.name",
    );
  });

  it("illFormedString finds an ill-formed string in deeply nested arrays", () => {
    let value: unknown = "\ud800";
    for (let depth = 0; depth < 20_000; depth++) value = [value];
    expect(illFormedString(value)?.startsWith("0.0.0.")).to.equal(true);
  });
});
