import { expect } from "chai";
import { endOfLife, lifetimeSeconds, promisedSeconds } from "../../../../src/search/paging/state.js";

const AT = 1_700_000_000_123;
const TTL = 300;

describe("the lifetime of a cursor", () => {
  it("the lifetime of a cursor equals the lifetime of its page, even if the response takes up to ten seconds", () => {
    for (const sequence of [0, 1, 9, 10, 25]) {
      const end = endOfLife(TTL, sequence, AT);
      for (const tookMs of [0, 1, 250, 10_000]) {
        const promised = promisedSeconds(TTL, end, AT, AT + tookMs);
        expect(promised).to.equal(lifetimeSeconds(TTL, sequence));
        expect(AT + tookMs + promised * 1000).to.be.at.most(end);
      }
    }
  });

  it("the lifetime of a cursor is shortened if the response takes longer than the tolerated time", () => {
    const end = endOfLife(TTL, 0, AT);
    expect(promisedSeconds(TTL, end, AT, AT + 40_000)).to.equal(290);
    expect(promisedSeconds(TTL, end, AT, end + 1)).to.equal(0);
  });

  it("the lifetime of a cursor is the remaining lifetime of its chain if the chain expires later than the page", () => {
    const deep = endOfLife(TTL, 20, AT);
    expect(promisedSeconds(TTL, deep, AT + 100_000, AT + 100_001)).to.equal(800);
  });
});
