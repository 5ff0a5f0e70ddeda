import { expect } from "chai";
import fc from "fast-check";
import { ndcg, reciprocalRank } from "../../../../quality/relevance/ranking-metrics.js";

const ranking = ["a", "b", "c", "d", "e"];

describe("reciprocalRank and ndcg", () => {
  it("reciprocalRank returns the reciprocal rank of the first relevant product", () => {
    expect(reciprocalRank(ranking, new Set(["a"]))).to.equal(1);
    expect(reciprocalRank(ranking, new Set(["e", "d"]))).to.equal(1 / 4);
    expect(reciprocalRank(ranking, new Set(["z"]))).to.equal(0);
    expect(reciprocalRank([], new Set(["a"]))).to.equal(0);
  });

  it("ndcg discounts gains by the logarithm of their position", () => {
    // Both relevant products are found, at positions 2 and 4: (1/log2 3 + 1/log2 5) / (1/log2 2 + 1/log2 3).
    const expected = (0.6309297535714575 + 0.43067655807339306) / (1 + 0.6309297535714575);
    expect(ndcg(ranking, new Set(["b", "d"]), 10)).to.be.closeTo(expected, 1e-12);
    expect(ndcg(ranking, new Set(["b"]), 1)).to.equal(0);
    expect(ndcg(ranking, new Set(["z"]), 10)).to.equal(0);
  });

  it("ndcg normalizes by the best possible ranking of k positions", () => {
    expect(ndcg(ranking, new Set(["a", "b", "c"]), 2)).to.equal(1);
    // The first of two positions has a relevant product: 1 / (1 + 1/log2 3).
    expect(ndcg(["a", "z"], new Set(["a", "b", "c"]), 2)).to.be.closeTo(1 / 1.6309297535714575, 1e-12);
  });

  it("ndcg rejects an empty set of relevant products", () => {
    expect(() => ndcg(ranking, new Set(), 10)).to.throw(RangeError, "expected at least one relevant product");
  });

  it("ndcg and reciprocalRank never decrease when a relevant product moves up by one position", () => {
    const cases = fc.record({
      order: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 12 }),
      choice: fc.infiniteStream(fc.boolean()),
      k: fc.integer({ min: 1, max: 14 }),
      at: fc.nat(),
    });
    fc.assert(
      fc.property(cases, ({ order, choice, k, at }) => {
        const picked = order.filter(() => choice.next().value === true);
        const wanted = new Set(picked.length > 0 ? picked : [order[0] as string]);
        const position = 1 + (at % (order.length - 1));
        const score = (list: readonly string[]) => [ndcg(list, wanted, k), reciprocalRank(list, wanted)] as const;
        const before = score(order);
        for (const value of before) expect(value).to.be.within(0, 1 + 1e-12);
        if (!wanted.has(order[position] as string)) return;
        const [gain, reciprocal] = score(movedUp(order, position));
        expect(gain).to.be.at.least(before[0] - 1e-12);
        expect(reciprocal).to.be.at.least(before[1]);
      }),
    );
  });
});

function movedUp(list: readonly string[], position: number): string[] {
  const moved = [...list];
  moved.splice(position - 1, 0, ...moved.splice(position, 1));
  return moved;
}
