import { expect } from "chai";
import fc from "fast-check";
import { bestOf } from "../../../../src/behaviour/sessions/arrays.js";

/** Order of numbers: by the number without the last digit (the score), then by value, larger first. */
const ORDER = { scoreOf: (one: number) => Math.floor(one / 10), isBefore: (one: number, other: number) => one > other };

describe("bestOf", () => {
  it("bestOf returns the first elements of a list in sort order", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 60 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 70 }), (list, limit) => {
        const sorted = list.toSorted((one, other) => other - one);
        expect(bestOf(list, limit, ORDER)).to.deep.equal(sorted.slice(0, limit));
      }),
    );
  });
});
