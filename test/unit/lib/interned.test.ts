import { expect } from "chai";
import fc from "fast-check";
import { grown, InternedStrings } from "../../../src/lib/interned.js";

const text = fc.string({ unit: "binary", maxLength: 8 });
/** Mixes a small set of strings with random strings, so that some strings repeat. */
const repeated = fc.oneof(text, fc.constantFrom("", "a", "b", "aa", "\0", "\ud800", "costarring", "liquid"));

/** Returns the number that should be assigned to each string. */
function numbered(texts: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const one of texts) if (!numbers.has(one)) numbers.set(one, numbers.size);
  return numbers;
}

describe("InternedStrings", () => {
  it("InternedStrings numbers distinct strings in insertion order", () => {
    fc.assert(
      fc.property(fc.array(repeated, { maxLength: 300 }), text, (texts, other) => {
        const interned = new InternedStrings();
        const expected = numbered(texts);
        expect(texts.map((one) => interned.add(one))).to.deep.equal(texts.map((one) => expected.get(one)));
        expect(interned.size).to.equal(expected.size);
        for (const [one, number] of expected) {
          expect([interned.numberOf(one), interned.textOf(number)]).to.deep.equal([number, one]);
        }
        expect(interned.numberOf(other)).to.equal(expected.get(other) ?? -1);
        // Looking up a string does not add it.
        expect(interned.size).to.equal(expected.size);
      }),
    );
  });

  it("InternedStrings keeps the number of each string when its internal arrays grow", () => {
    const interned = new InternedStrings();
    const names = Array.from({ length: 5_000 }, (_, at) => `product ${at * 7_919}`);
    names.forEach((name, at) => expect(interned.add(name)).to.equal(at));
    expect(names.map((name) => interned.numberOf(name))).to.deep.equal(names.map((_, at) => at));
    expect(names.map((_, at) => interned.textOf(at))).to.deep.equal(names);
    expect(names.map((name) => interned.add(name))).to.deep.equal(names.map((_, at) => at));
    expect(["product", "product 5000", ""].map((name) => interned.numberOf(name))).to.deep.equal([-1, -1, -1]);
  });

  it("InternedStrings distinguishes strings with the same hash", () => {
    const interned = new InternedStrings();
    // Two strings with the same 32-bit FNV-1a hash.
    expect([interned.add("costarring"), interned.numberOf("liquid"), interned.add("liquid")]).to.deep.equal([0, -1, 1]);
    expect([interned.textOf(0), interned.textOf(1)]).to.deep.equal(["costarring", "liquid"]);
  });

  it("InternedStrings throws a RangeError for a number that is not assigned to a string", () => {
    const interned = new InternedStrings();
    expect(() => interned.textOf(0)).to.throw(RangeError, "expected a number from 0 to -1, got 0");
    interned.add("a");
    expect(() => interned.textOf(-1)).to.throw(RangeError, "expected a number from 0 to 0, got -1");
    expect(() => interned.textOf(1)).to.throw(RangeError, "expected a number from 0 to 0, got 1");
  });

  it("InternedStrings reports the same memory usage after a string is added again", () => {
    const interned = new InternedStrings();
    const empty = interned.bytes;
    for (let at = 0; at < 1_000; at += 1) interned.add("the same");
    expect(interned.bytes).to.equal(empty);
    for (let at = 0; at < 1_000; at += 1) interned.add(`product number ${at}`);
    // Each string needs 2 bytes per UTF-16 unit, 4 for its end offset, 4 for its hash, and at least 8 in the hash table.
    expect(interned.bytes).to.be.within(1_000 * (2 * "product number 1".length + 4 + 4 + 8), 1_000 * 150);
  });
});

describe("grown", () => {
  it("grown() returns the given array if it is long enough, and otherwise a longer copy", () => {
    const array = Int32Array.of(1, 2, 3, 4);
    expect(grown(array, 0)).to.equal(array);
    expect(grown(array, 4)).to.equal(array);
    expect(grown(array, 5)).to.deep.equal(Int32Array.of(1, 2, 3, 4, 0, 0));
    expect(grown(array, 9)).to.deep.equal(Int32Array.of(1, 2, 3, 4, 0, 0, 0, 0, 0));
    expect(array).to.deep.equal(Int32Array.of(1, 2, 3, 4));
  });

  it("grown() keeps the element type of the array", () => {
    for (const array of [
      new Uint8Array(1),
      new Uint16Array(1),
      new Uint32Array(1),
      new Int32Array(1),
      new Float64Array(1),
    ]) {
      expect(grown(array, 3).constructor).to.equal(array.constructor);
    }
    expect(grown(new Float64Array(0), 2)).to.deep.equal(new Float64Array(2));
  });
});
