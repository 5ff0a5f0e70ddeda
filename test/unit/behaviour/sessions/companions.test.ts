import { expect } from "chai";
import fc from "fast-check";
import { createCompanions, productsBeside } from "../../../../src/behaviour/sessions/companions.js";
import { SessionIndex } from "../../../../src/behaviour/sessions/session-index.js";

const AT = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;

interface Basket {
  readonly products: readonly string[];
  /** Age of the basket in days at the time `AT`. */
  readonly age: number;
}

type Alike = ReadonlyMap<string, readonly string[]>;

function indexOf(baskets: readonly Basket[]): SessionIndex {
  const index = new SessionIndex({ maxSessions: 1_000, maxBytes: 1_000_000 });
  baskets.forEach(({ products, age }, device) => {
    for (const id of products) index.visit("shop", `${device}`, id, AT - age * DAY_MS, AT);
  });
  return index;
}

function companionsOf(baskets: readonly Basket[], requested: readonly string[], limit = 9, alike?: Alike) {
  return createCompanions(indexOf(baskets))("shop", requested, {
    limit,
    at: AT,
    ...(alike === undefined ? {} : { alike }),
  });
}

const basket = (products: string, age = 0): Basket => ({ products: Array.from(products), age });
const ids = (...given: Parameters<typeof companionsOf>) => companionsOf(...given).map(({ id }) => id);

/** Reference implementation of the scores for companion products, with plain lists instead of an index. */
function naive(baskets: readonly Basket[], requested: ReadonlySet<string>, alike: Alike): Map<string, number> {
  const has = (id: string) => baskets.filter(({ products }) => products.includes(id));
  const weight = (some: readonly Basket[]) =>
    some.reduce((sum, { products, age }) => sum + Math.exp(-age / 90) * products.length ** -0.25, 0);
  const others = new Set(baskets.flatMap(({ products }) => products).filter((id) => !requested.has(id)));
  return new Map(
    [...others].flatMap((other): [string, number][] => {
      const kindOf = (id: string) => (alike.get(id) ?? []).filter((one) => has(one).length > 0 && !requested.has(one));
      const both = (id: string) => has(id).filter(({ products }) => products.includes(other));
      if (![...requested].some((id) => [id, ...kindOf(id)].some((one) => one !== other && both(one).length > 0)))
        return [];
      const share = has(other).length / baskets.length;
      const shares = [...requested].map((id) => {
        const kind = kindOf(id);
        if (kind.length === 0) return has(id).length === 0 ? 0 : (weight(both(id)) + 5 * share) / (weight(has(id)) + 5);
        const expected =
          (weight(kind.filter((id) => id !== other).flatMap(both)) + 5 * share) / (weight(kind.flatMap(has)) + 5);
        return (weight(both(id)) + 20 * expected) / (weight(has(id)) + 20);
      });
      return [[other, shares.reduce((sum, share) => sum + share, 0)]];
    }),
  );
}

describe("productsBeside", () => {
  it("productsBeside returns products that are more frequent in sessions with a given product than in all sessions", () => {
    const baskets = ["ABP", "ABP", "ACP", "AC", "DP", "EP", "FP", "GP", "DP", "EP", "FP", "GP"].map((one) =>
      basket(one),
    );
    const beside = productsBeside(createCompanions(indexOf(baskets)), "shop", "A", { limit: 9, at: AT });
    expect(ids(baskets, ["A"])[0]).to.equal("P");
    expect(beside.map(({ id }) => id)).to.deep.equal(["C", "B"]);
    expect(beside.every(({ score }) => score > 0 && score < 1)).to.equal(true);
  });

  it("productsBeside omits products that only one device visited together with the given product", () => {
    const baskets = ["AB", "CD", "EF"].map((one) => basket(one));
    expect(productsBeside(createCompanions(indexOf(baskets)), "shop", "A", { limit: 9, at: AT })).to.deep.equal([]);
  });
});

describe("createCompanions", () => {
  it("recommendations from shared sessions do not depend on the order of visits", () => {
    const baskets = [basket("CAB"), basket("AC"), basket("DE")];
    expect(ids(baskets, ["A"])).to.deep.equal(["C", "B"]);
    expect(ids(baskets, ["A"], 1)).to.deep.equal(["C"]);
    expect(ids(baskets, ["B"])).to.deep.equal(["A", "C"]);
    expect([ids(baskets, ["X"]), ids(baskets, []), ids(baskets, ["A"], 0)]).to.deep.equal([[], [], []]);
  });

  it("recommendations from shared sessions first list products that share sessions with all seed products", () => {
    const often = (products: string, times: number) => Array.from({ length: times }, () => basket(products));
    const baskets = [...often("AZ", 20), ...often("AX", 5), ...often("BX", 20)];
    expect(ids(baskets, ["A"])[0]).to.equal("Z");
    expect(ids(baskets, ["A", "B", "B"])[0]).to.equal("X");
    expect(ids([basket("AB")], ["A", "B"])).to.deep.equal([]);
  });

  it("recommendations from shared sessions list popular products first if there is little session data", () => {
    const popular = Array.from({ length: 9 }, () => basket("PQ"));
    expect(ids([...popular, basket("AP"), basket("AN")], ["A"])).to.deep.equal(["P", "N"]);
    expect(ids([basket("AO", 300), basket("AN", 1)], ["A"])).to.deep.equal(["N", "O"]);
  });

  it("recommendations for a product with few sessions also use the sessions of similar products", () => {
    const shoes = Array.from({ length: 9 }, () => basket("SL"));
    const given = [...shoes, basket("PQ"), basket("PQ"), basket("TQ")];
    expect(ids(given, ["T"])).to.deep.equal(["Q"]);
    expect(ids(given, ["T"], 9, new Map([["T", ["S"]]]))).to.deep.equal(["L", "Q"]);
    expect(ids(given, ["N"], 9, new Map([["N", ["S"]]]))).to.deep.equal(["L"]);
  });

  it("recommendations from shared sessions do not use sessions of other storefronts", () => {
    const index = new SessionIndex({ maxSessions: 10, maxBytes: 100_000 });
    for (const id of ["A", "B"]) index.visit("shop", "ada", id, AT);
    expect(createCompanions(index)("other", ["A"], { limit: 9, at: AT })).to.deep.equal([]);
  });

  it("recommendations from shared sessions have the same scores as the reference implementation", () => {
    const products = fc.uniqueArray(fc.constantFrom("A", "B", "C", "D", "E", "F"), { minLength: 1, maxLength: 5 });
    const baskets = fc.array(fc.record({ products, age: fc.integer({ min: 0, max: 200 }) }), { maxLength: 20 });
    fc.assert(
      fc.property(baskets, products, fc.uniqueArray(fc.constantFrom("A", "B", "C", "G")), (given, requested, kind) => {
        const alike = new Map([["A", kind.filter((id) => id !== "A")]]);
        const expected = naive(given, new Set(requested), alike);
        const found = companionsOf(given, requested, 9, alike);
        expect(found.map(({ id }) => id)).to.have.members([...expected.keys()]);
        for (const { id, score } of found) {
          // Scores are rounded to 32-bit floats.
          expect(score).to.be.closeTo(expected.get(id)!, 1e-9 + 2 ** -24 * expected.get(id)!);
        }
        expect(found).to.deep.equal(
          [...found].sort((a, b) => Number(b.hasMinimumSupport) - Number(a.hasMinimumSupport) || b.score - a.score),
        );
      }),
    );
  });
});
