import { expect } from "chai";
import { Sums } from "../../../../src/behaviour/sessions/arrays.js";
import { rateAfter } from "../../../../src/behaviour/sessions/recommender.js";

describe("counter of successor products", () => {
  it("the counter of successor products accumulates counts until it is cleared, even if its capacity grows", () => {
    const successors = new Sums();
    successors.clear(5_000);
    successors.add(4_999, 0.5);
    successors.add(1, 1);
    successors.add(4_999, 0.5);
    expect(successors.products).to.deep.equal([4_999, 1]);
    expect([successors.of(4_999), successors.of(1), successors.of(2), successors.total]).to.deep.equal([1, 1, 0, 2]);
    successors.clear(10_000);
    expect(successors.products).to.deep.equal([]);
    expect([successors.of(4_999), successors.of(1), successors.total]).to.deep.equal([0, 0, 0]);
  });

  it("the rate of a successor product equals the base rate if there are no counts", () => {
    const successors = new Sums();
    expect(rateAfter(successors, 1, 0.25)).to.equal(0.25);
    successors.add(1, 990);
    expect(rateAfter(successors, 1, 0.25)).to.be.closeTo(0.99, 0.01);
    expect(rateAfter(successors, 2, 0.25)).to.be.closeTo(0, 0.01);
    expect(rateAfter(successors, -1, 0.25)).to.equal(rateAfter(successors, 2, 0.25));
  });
});
