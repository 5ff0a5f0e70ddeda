import { expect } from "chai";
import {
  collectReformulations,
  replacement,
  type MadeSearch,
} from "../../../../console/server/synonyms/reformulations.js";

const made = (device: string, query: string, seconds: number, chosen = false): MadeSearch => ({
  device,
  query,
  chosen,
  at: seconds * 1_000,
});

function reformulations(...searches: readonly MadeSearch[]) {
  const found = collectReformulations();
  for (const one of searches) found.add(one);
  return found.of(1);
}

describe("collectReformulations", () => {
  it("the reformulation counter counts the replacement of a word by another word once per device", () => {
    const of = (device: string) => [made(device, "red couch", 0), made(device, "Red Sofa", 30, true)];
    expect(reformulations(...of("a"), ...of("b"), ...of("b"))).to.deep.equal([
      { from: "couch", to: "sofa", shoppers: 2 },
    ]);
  });

  it("the reformulation counter ignores a reformulation if the first query succeeded or the second query failed", () => {
    expect(reformulations(made("a", "couch", 0, true), made("a", "sofa", 30, true))).to.deep.equal([]);
    expect(reformulations(made("a", "couch", 0), made("a", "sofa", 30))).to.deep.equal([]);
    expect(reformulations(made("a", "couch", 0), made("a", "sofa", 121, true))).to.deep.equal([]);
    expect(reformulations(made("a", "couch", 0), made("b", "sofa", 30, true))).to.deep.equal([]);
  });

  it("the reformulation counter counts a replacement if the second query follows within two minutes", () => {
    expect(reformulations(made("a", "couch", 0), made("a", "sofa", 120, true))).to.have.lengthOf(1);
  });

  it("the reformulation counter returns replacements made by at least the minimum number of devices", () => {
    const found = collectReformulations();
    for (const device of ["a", "b"]) for (const one of [made(device, "couch", 0), made(device, "sofa", 9, true)]) found.add(one); // prettier-ignore
    expect(found.of(2)).to.deep.equal([{ from: "couch", to: "sofa", shoppers: 2 }]);
    expect(found.of(3)).to.deep.equal([]);
  });

  it("the reformulation counter treats later result pages of a query as the same query", () => {
    const pages = [made("a", "couch", 0), made("a", "couch", 5, true), made("a", "couch", 9)];
    expect(reformulations(...pages, made("a", "sofa", 20, true))).to.deep.equal([]);
  });

  it("the reformulation counter counts clicks on later result pages of the second query", () => {
    const tried = [made("a", "küche", 0), made("a", "cuisine", 40), made("a", "sofa", 60), made("a", "sofa", 70, true)];
    expect(reformulations(...tried)).to.deep.equal([
      { from: "cuisine", to: "sofa", shoppers: 1 },
      { from: "küche", to: "sofa", shoppers: 1 },
    ]);
  });

  for (const [query, next, expected] of [
    ["cell phone case", "mobile case", ["cell phone", "mobile"]],
    ["sofa", "red sofa", undefined],
    ["red sofa", "sofa", undefined],
    ["labtop", "laptop", undefined],
    ["memory stick", "memorystick", undefined],
    ["shirt", "shirts", undefined],
    ["tv", "shirt", ["tv", "shirt"]],
    ["sofa", "shirt", ["sofa", "shirt"]],
    ["a b c d", "e f g h", undefined],
    ["!!!", "sofa", undefined],
    ["<b>couch</b>", "sofa", ["b couch b", "sofa"]],
    ["x".repeat(61), "sofa", undefined],
  ] as const) {
    it(`"${query}", then "${next}": ${JSON.stringify(expected)}`, () => {
      expect(replacement(query, next)).to.deep.equal(expected);
    });
  }
});
