import { expect } from "chai";
import { steeredClock } from "../../../../quality/relevance/adjustable-clock.js";

describe("a steered clock", () => {
  it("stands where it was set, and only goes forward", () => {
    const clock = steeredClock(1_000);
    expect(clock.now()).to.equal(1_000);
    clock.advanceTo(1_000);
    clock.advanceTo(5_000);
    expect(clock.now()).to.equal(5_000);
    expect(() => clock.advanceTo(4_999)).to.throw(RangeError, "time cannot go back from 5000 to 4999");
    expect(clock.now()).to.equal(5_000);
  });
});
