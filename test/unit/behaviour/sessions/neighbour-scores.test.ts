import { expect } from "chai";
import { Sums } from "../../../../src/behaviour/sessions/arrays.js";
import { rateAfter } from "../../../../src/behaviour/sessions/recommender.js";

describe("counts of the products that shoppers visit next", () => {
  it("the counts of products visited next are summed until the counter is cleared, even if its capacity grows", () => {
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

  it("rateAfter returns the base rate if no visits are counted, and the observed rate if many visits are counted", () => {
    const successors = new Sums();
    expect(rateAfter(successors, 1, 0.25)).to.equal(0.25);
    successors.add(1, 990);
    expect(rateAfter(successors, 1, 0.25)).to.be.closeTo(0.99, 0.01);
    expect(rateAfter(successors, 2, 0.25)).to.be.closeTo(0, 0.01);
    expect(rateAfter(successors, -1, 0.25)).to.equal(rateAfter(successors, 2, 0.25));
  });
});
