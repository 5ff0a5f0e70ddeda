import { expect } from "chai";
import fc from "fast-check";
import { priorOf } from "../../../src/catalog/prior.js";

const DAY = 86_400;
const RELEASED = 1_700_000_000;

describe("the prior of a product", () => {
  it("is its release while nobody is interested in it", () => {
    expect(priorOf(RELEASED, null, 14)).to.equal(RELEASED);
    expect(priorOf(RELEASED, RELEASED - 400 * DAY, 14)).to.equal(RELEASED);
  });

  it("is a half-life later when interest is worth as much as the release, and that of the interest when it is worth much more", () => {
    expect(priorOf(RELEASED, RELEASED, 14)).to.equal(RELEASED + 14 * DAY);
    expect(priorOf(RELEASED, RELEASED + 1_000 * DAY, 14)).to.equal(RELEASED + 1_000 * DAY);
    expect(priorOf(-1e12, 1e12, 1)).to.equal(1e12);
  });

  it("equals the sum of both decayed terms, at any time", () => {
    const ago = fc.integer({ min: 0, max: 200 * DAY });
    fc.assert(
      fc.property(ago, ago, fc.integer({ min: 1, max: 400 }), (released, hot, halfLife) => {
        const worth = (at: number) => 2 ** (-at / (halfLife * DAY));
        const prior = priorOf(-released, -hot, halfLife);
        expect(worth(-prior)).to.be.closeTo(worth(released) + worth(hot), 1e-3);
      }),
    );
  });
});
