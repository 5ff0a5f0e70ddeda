import { expect } from "chai";
import fc from "fast-check";
import { averageOverlap } from "../../../../console/server/preview/average-overlap.js";

const ranking = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), { maxLength: 8 });

/**
 * Reference implementation of average overlap: the mean, over all depths, of the share of products that occur in both
 * rankings up to this depth.
 */
function asWritten(one: readonly string[], other: readonly string[]): number {
  const depth = Math.max(one.length, other.length);
  const agreements = Array.from({ length: depth }, (_, at) => {
    const theirs = new Set(other.slice(0, at + 1));
    return one.slice(0, at + 1).filter((id) => theirs.has(id)).length / (at + 1);
  });
  return depth === 0 ? 1 : agreements.reduce((sum, one) => sum + one, 0) / depth;
}

describe("the average overlap of two rankings", () => {
  it("the average overlap of two rankings is 1 for equal rankings and 0 for rankings without a common product", () => {
    expect([averageOverlap(["a", "b"], ["a", "b"]), averageOverlap([], [])]).to.deep.equal([1, 1]);
    expect([averageOverlap(["a"], ["b"]), averageOverlap(["a", "b"], [])]).to.deep.equal([0, 0]);
    expect(averageOverlap(["a", "b"], ["b", "a"])).to.equal(1 / 2);
    expect(averageOverlap(["a", "b", "c"], ["a", "b", "x"])).to.be.closeTo((1 + 1 + 2 / 3) / 3, 1e-12);
    expect(averageOverlap(["a", "b", "c"], ["x", "b", "c"])).to.be.closeTo((0 + 1 / 2 + 2 / 3) / 3, 1e-12);
  });

  it("the average overlap of two rankings matches its published definition, and is equal for swapped rankings", () => {
    fc.assert(
      fc.property(ranking, ranking, (one, other) => {
        expect(averageOverlap(one, other)).to.be.closeTo(asWritten(one, other), 1e-12);
        expect(averageOverlap(other, one)).to.be.closeTo(averageOverlap(one, other), 1e-12);
      }),
    );
  });
});
