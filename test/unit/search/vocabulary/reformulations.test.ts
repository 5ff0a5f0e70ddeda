import { expect } from "chai";
import {
  collectReformulations,
  isSpelling,
  replacement,
  type MadeSearch,
} from "../../../../src/search/vocabulary/reformulations.js";

const made = (device: string, query: string, seconds: number, chosen = false): MadeSearch => ({
  device,
  query,
  chosen,
  at: seconds * 1_000,
});

function substitutions(...searches: readonly MadeSearch[]) {
  const found = collectReformulations();
  for (const one of searches) found.add(one);
  return found.substitutions(1);
}

describe("reformulated queries", () => {
  it("count which word replaced another, by different devices", () => {
    const of = (device: string) => [made(device, "red couch", 0), made(device, "Red Sofa", 30, true)];
    expect(substitutions(...of("a"), ...of("b"), ...of("b"))).to.deep.equal([
      { from: "couch", to: "sofa", shoppers: 2 },
    ]);
  });

  it("are ignored where the first found something, the second did not, or it took long", () => {
    expect(substitutions(made("a", "couch", 0, true), made("a", "sofa", 30, true))).to.deep.equal([]);
    expect(substitutions(made("a", "couch", 0), made("a", "sofa", 30))).to.deep.equal([]);
    expect(substitutions(made("a", "couch", 0), made("a", "sofa", 121, true))).to.deep.equal([]);
    expect(substitutions(made("a", "couch", 0), made("b", "sofa", 30, true))).to.deep.equal([]);
  });

  it("count further pages of a query as that query", () => {
    const pages = [made("a", "couch", 0), made("a", "couch", 5, true), made("a", "couch", 9)];
    expect(substitutions(...pages, made("a", "sofa", 20, true))).to.deep.equal([]);
  });

  it("count what was chosen on a later page, and all that was tried in vain before", () => {
    const tried = [made("a", "küche", 0), made("a", "cuisine", 40), made("a", "sofa", 60), made("a", "sofa", 70, true)];
    expect(substitutions(...tried)).to.deep.equal([
      { from: "cuisine", to: "sofa", shoppers: 1 },
      { from: "küche", to: "sofa", shoppers: 1 },
    ]);
  });

  for (const [query, next, expected] of [
    ["cell phone case", "mobile case", { from: "cell phone", to: "mobile" }],
    ["sofa", "red sofa", undefined],
    ["red sofa", "sofa", undefined],
    ["labtop", "laptop", undefined],
    ["memory stick", "memorystick", undefined],
    ["shirt", "shirts", undefined],
    ["a b c d", "e f g h", undefined],
    ["!!!", "sofa", undefined],
    ["<b>couch</b>", "sofa", { from: "b couch b", to: "sofa" }],
    ["x".repeat(61), "sofa", undefined],
  ] as const) {
    it(`"${query}", then "${next}": ${JSON.stringify(expected)}`, () => {
      expect(replacement(query, next)).to.deep.equal(expected);
    });
  }

  it("are spelling corrections where they differ by a few letters", () => {
    expect(["sofa", "couch", "shirts", "tv"].map((word) => isSpelling(word, "shirt"))).to.deep.equal([
      false,
      false,
      true,
      false,
    ]);
  });
});
