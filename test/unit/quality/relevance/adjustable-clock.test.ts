import { expect } from "chai";
import { steeredClock } from "../../../../quality/relevance/adjustable-clock.js";

describe("an adjustable clock", () => {
  it("an adjustable clock stays at the set time until it is moved forward, and cannot be moved back", () => {
    const clock = steeredClock(1_000);
    expect(clock.now()).to.equal(1_000);
    clock.advanceTo(1_000);
    clock.advanceTo(5_000);
    expect(clock.now()).to.equal(5_000);
    expect(() => clock.advanceTo(4_999)).to.throw(RangeError, "expected a time after 5000, got 4999");
    expect(clock.now()).to.equal(5_000);
  });
});
