import { expect } from "chai";
import fc from "fast-check";
import { createCompanions } from "../../../../src/behaviour/sessions/companions.js";
import { SessionIndex } from "../../../../src/behaviour/sessions/session-index.js";

const AT = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;

interface Basket {
  readonly products: readonly string[];
  /** Days before `AT`. */
  readonly age: number;
}

function companionsOf(baskets: readonly Basket[], asked: readonly string[], limit = 9) {
  const index = new SessionIndex({ maxSessions: 1_000, maxBytes: 1_000_000 });
  baskets.forEach(({ products, age }, device) => {
    for (const id of products) index.visit("shop", `${device}`, id, AT - age * DAY_MS, AT);
  });
  return createCompanions(index)("shop", asked, { limit, at: AT });
}

const basket = (products: string, age = 0): Basket => ({ products: Array.from(products), age });
const ids = (...given: Parameters<typeof companionsOf>) => companionsOf(...given).map(({ id }) => id);

/** The formula over plain lists. */
function naive(baskets: readonly Basket[], asked: ReadonlySet<string>): Map<string, number> {
  const has = (id: string) => baskets.filter(({ products }) => products.includes(id));
  const weight = (some: readonly Basket[]) =>
    some.reduce((sum, { products, age }) => sum + Math.exp(-age / 90) * products.length ** -0.25, 0);
  const others = new Set(baskets.flatMap(({ products }) => products).filter((id) => !asked.has(id)));
  return new Map(
    [...others].flatMap((other): [string, number][] => {
      if (![...asked].some((id) => has(id).some(({ products }) => products.includes(other)))) return [];
      const expected = (5 * has(other).length) / baskets.length;
      const shares = [...asked].map((id) => {
        const both = has(id).filter(({ products }) => products.includes(other));
        return has(id).length === 0 ? 0 : (weight(both) + expected) / (weight(has(id)) + 5);
      });
      return [[other, shares.reduce((sum, share) => sum + share, 0)]];
    }),
  );
}

describe("companions", () => {
  it("are the products of the same sessions, in any order", () => {
    const baskets = [basket("CAB"), basket("AC"), basket("DE")];
    expect(ids(baskets, ["A"])).to.deep.equal(["C", "B"]);
    expect(ids(baskets, ["A"], 1)).to.deep.equal(["C"]);
    expect(ids(baskets, ["B"])).to.deep.equal(["A", "C"]);
    expect([ids(baskets, ["X"]), ids(baskets, []), ids(baskets, ["A"], 0)]).to.deep.equal([[], [], []]);
  });

  it("are shared by all given products, and are none of them", () => {
    const often = (products: string, times: number) => Array.from({ length: times }, () => basket(products));
    const baskets = [...often("AZ", 20), ...often("AX", 5), ...often("BX", 20)];
    expect(ids(baskets, ["A"])[0]).to.equal("Z");
    expect(ids(baskets, ["A", "B", "B"])[0]).to.equal("X");
    expect(ids([basket("AB")], ["A", "B"])).to.deep.equal([]);
  });

  it("begin with popular products where little is known, and with those of recent sessions", () => {
    const popular = Array.from({ length: 9 }, () => basket("PQ"));
    expect(ids([...popular, basket("AP"), basket("AN")], ["A"])).to.deep.equal(["P", "N"]);
    expect(ids([basket("AO", 300), basket("AN", 1)], ["A"])).to.deep.equal(["N", "O"]);
  });

  it("belong to one storefront", () => {
    const index = new SessionIndex({ maxSessions: 10, maxBytes: 100_000 });
    for (const id of ["A", "B"]) index.visit("shop", "ada", id, AT);
    expect(createCompanions(index)("other", ["A"], { limit: 9, at: AT })).to.deep.equal([]);
  });

  it("are scored as the formula has it", () => {
    const products = fc.uniqueArray(fc.constantFrom("A", "B", "C", "D", "E", "F"), { minLength: 1, maxLength: 5 });
    const baskets = fc.array(fc.record({ products, age: fc.integer({ min: 0, max: 200 }) }), { maxLength: 20 });
    fc.assert(
      fc.property(baskets, products, (given, asked) => {
        const expected = naive(given, new Set(asked));
        const found = companionsOf(given, asked);
        expect(found.map(({ id }) => id)).to.have.members([...expected.keys()]);
        for (const { id, score } of found) expect(score).to.be.closeTo(expected.get(id)!, 1e-9);
        expect(found).to.deep.equal(
          [...found].sort((a, b) => Number(b.backed) - Number(a.backed) || b.score - a.score),
        );
      }),
    );
  });
});
