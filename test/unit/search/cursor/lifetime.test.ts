import { expect } from "chai";
import { endOfLife, lifetimeSeconds, promisedSeconds } from "../../../../src/search/cursor/state.js";

const AT = 1_700_000_000_123;
const TTL = 300;

describe("what a cursor is promised", () => {
  it("is the whole life of its page, and the cursor lives until then although the answer takes its time", () => {
    for (const sequence of [0, 1, 9, 10, 25]) {
      const end = endOfLife(TTL, sequence, AT);
      for (const tookMs of [0, 1, 250, 10_000]) {
        const promised = promisedSeconds(TTL, end, AT, AT + tookMs);
        expect(promised).to.equal(lifetimeSeconds(TTL, sequence));
        expect(AT + tookMs + promised * 1000).to.be.at.most(end);
      }
    }
  });

  it("is less when making the answer took longer than the slack", () => {
    const end = endOfLife(TTL, 0, AT);
    expect(promisedSeconds(TTL, end, AT, AT + 40_000)).to.equal(290);
    expect(promisedSeconds(TTL, end, AT, end + 1)).to.equal(0);
  });

  it("is what is left of a longer life that the chain has already", () => {
    const deep = endOfLife(TTL, 20, AT);
    expect(promisedSeconds(TTL, deep, AT + 100_000, AT + 100_001)).to.equal(800);
  });
});
