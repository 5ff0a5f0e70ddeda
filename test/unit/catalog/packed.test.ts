import { expect } from "chai";
import fc from "fast-check";
import {
  findName,
  listAt,
  packLists,
  packStrings,
  stringAt,
  sumsOf,
  unpackStrings,
} from "../../../src/catalog/packed.js";

const strings = fc.array(fc.string({ unit: "binary", maxLength: 8 }), { maxLength: 60 });

describe("packed strings", () => {
  it("are returned at their indices", () => {
    fc.assert(
      fc.property(strings, (given) => {
        const packed = packStrings(given);
        expect(unpackStrings(packed)).to.deep.equal(given);
        given.forEach((one, at) => expect(stringAt(packed, at)).to.equal(one));
        expect(() => stringAt(packed, given.length)).to.throw(RangeError);
      }),
    );
  });
});

describe("packed lists", () => {
  it("are returned by name, and not for other names", () => {
    fc.assert(
      fc.property(fc.array(strings, { maxLength: 20 }), fc.string(), (lists, other) => {
        const packed = packLists(lists);
        lists.forEach((list, at) => expect(listAt(packed, at)).to.deep.equal(list));
        const names = new Set(lists.flat());
        expect(packed.names.ends.length).to.equal(names.size);
        for (const name of names) expect(stringAt(packed.names, findName(packed, name))).to.equal(name);
        if (!names.has(other)) expect(findName(packed, other)).to.equal(-1);
      }),
    );
  });

  it("distinguish names of the same hash", () => {
    // Two names with the same FNV-1a of 32 bits.
    const [one, other] = ["costarring", "liquid"];
    const packed = packLists([[one], [other]]);
    expect(stringAt(packed.names, findName(packed, one))).to.equal(one);
    expect(stringAt(packed.names, findName(packed, other))).to.equal(other);
    expect(findName(packLists([[one]]), other)).to.equal(-1);
  });

  it("sum the worths of their members, repeated ones included", () => {
    const packed = packLists([["a", "b"], [], ["b", "b", "c"]]);
    const worths = [
      ["b", 2],
      ["c", 0.5],
      ["d", 7],
    ] as const;
    expect([...sumsOf(packed, worths)]).to.deep.equal([2, 0, 4.5]);
  });
});
