import { expect } from "chai";
import fc from "fast-check";
import { bestOf } from "../../../../src/behaviour/sessions/arrays.js";

const isGreater = (one: number, other: number) => one > other;

describe("the best of a list", () => {
  it("is the beginning of the sorted list of accepted entries", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 60 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 70 }), (list, limit) => {
        const sorted = list.filter((one) => one % 3 > 0).sort((one, other) => other - one);
        expect(bestOf(list, limit, isGreater, (one) => one % 3 > 0)).to.deep.equal(sorted.slice(0, limit));
      }),
    );
  });

  it("calls the filter only for entries that would be among the best", () => {
    const asked: number[] = [];
    const accepts = (one: number) => asked.push(one) > 0;
    expect(bestOf([5, 1, 9, 2], 2, isGreater, accepts)).to.deep.equal([9, 5]);
    expect(asked).to.deep.equal([5, 1, 9]);
  });
});
