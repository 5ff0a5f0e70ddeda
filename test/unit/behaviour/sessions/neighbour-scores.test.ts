import { expect } from "chai";
import { Successors } from "../../../../src/behaviour/sessions/neighbour-scores.js";

describe("successors of a product", () => {
  it("are counted until they are cleared, whatever room there was before", () => {
    const successors = new Successors();
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

  it("are expected as often as elsewhere, until there are counts", () => {
    const successors = new Successors();
    expect(successors.rate(1, 0.25)).to.equal(0.25);
    successors.add(1, 990);
    expect(successors.rate(1, 0.25)).to.be.closeTo(0.99, 0.01);
    expect(successors.rate(2, 0.25)).to.be.closeTo(0, 0.01);
    expect(successors.rate(-1, 0.25)).to.equal(successors.rate(2, 0.25));
  });
});
