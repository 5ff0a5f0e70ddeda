import { expect } from "chai";
import fc from "fast-check";
import { seeded } from "../../../demo/random.js";

const numbers = (seed: string, length: number) => {
  const random = seeded(seed);
  return Array.from({ length }, () => random.next());
};

describe("seeded", () => {
  it("the random generator of the demo returns equal numbers for equal seeds, and different numbers otherwise", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(numbers(one, 5)).to.deep.equal(numbers(one, 5));
        if (one !== other) expect(numbers(one, 5)).to.not.deep.equal(numbers(other, 5));
      }),
    );
  });

  it("the random generator of the demo returns the same numbers for a seed on every machine", () => {
    const random = seeded("vitrine");
    expect([
      random.integer(0, 999),
      random.integer(0, 999),
      random.pick("abcdef".split("")),
      random.chance(0.5),
    ]).to.deep.equal([0, 890, "c", true]);
  });

  it("the random generator of the demo is uniform over [0, 1)", () => {
    const drawn = numbers("spread", 20_000);
    expect(Math.min(...drawn)).to.be.at.least(0);
    expect(Math.max(...drawn)).to.be.lessThan(1);
    const tenths = Array.from({ length: 10 }, (_, tenth) => drawn.filter((x) => Math.floor(x * 10) === tenth).length);
    for (const count of tenths) expect(count).to.be.within(1_850, 2_150);
  });

  it("the random generator of the demo includes both ends of an integer range", () => {
    const random = seeded("ends");
    expect(new Set(Array.from({ length: 200 }, () => random.integer(-1, 2)))).to.deep.equal(new Set([-1, 0, 1, 2]));
  });

  it("the random generator of the demo selects entries by weight, and never an entry of weight 0", () => {
    const random = seeded("weights");
    const drawn = Array.from({ length: 4_000 }, () =>
      random.weighted([
        ["never", 0],
        ["seldom", 1],
        ["often", 3],
      ]),
    );
    expect(drawn).to.not.include("never");
    expect(drawn.filter((value) => value === "often").length / 4_000).to.be.within(0.72, 0.78);
  });

  it("the random generator of the demo selects distinct entries of a list", () => {
    fc.assert(
      fc.property(fc.string(), fc.uniqueArray(fc.integer(), { maxLength: 8 }), fc.nat(10), (seed, values, size) => {
        const drawn = seeded(seed).draw(
          values.map((value) => [value, 1] as const),
          size,
        );
        expect(new Set(drawn).size).to.equal(Math.min(size, values.length));
        expect(values).to.include.members(drawn);
      }),
    );
  });

  it("the random generator of the demo throws an error for an empty list", () => {
    expect(() => seeded("empty").pick([])).to.throw(RangeError);
    expect(() => seeded("empty").weighted([["nothing", 0]])).to.throw(RangeError);
  });
});
