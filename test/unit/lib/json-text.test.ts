import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import { JsonText, sameJson, writeArray, writeObject } from "../../../src/lib/json-text.js";

describe("the JsonText class", () => {
  it("writeObject and writeArray insert serialized JSON values unchanged", () => {
    const items = writeArray(['{"a":1}', " [2] "]);
    const written = writeObject({ id: 'a"b', gone: undefined, items, "na\nme": [null], none: writeArray([]) });
    expect(written.text).to.equal('{"id":"a\\"b","items":[{"a":1}, [2] ],"na\\nme":[null],"none":[]}');
    expect(writeObject({}).text).to.equal("{}");
  });

  it("a JsonText value is parsed by parsed(), and is serialized by JSON.stringify as JSON, not as a string", () => {
    expect(new JsonText('{"a":[1]}').parsed()).to.deep.equal({ a: [1] });
    expect(JSON.stringify({ of: new JsonText('{ "a": 1 }') })).to.equal('{"of":{"a":1}}');
  });
});

describe("sameJson", () => {
  it("sameJson returns the same result as Node's isDeepStrictEqual for parsed JSON", () => {
    const json = fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown);
    fc.assert(
      fc.property(json, json, (one, other) => {
        // JSON.stringify writes -0 as 0, but JSON.parse reads "-0" as -0.
        const [left, right] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))] as unknown[];
        expect(sameJson(left, right)).to.equal(isDeepStrictEqual(left, right));
        expect(sameJson(left, JSON.parse(JSON.stringify(left)))).to.equal(true);
      }),
    );
  });

  for (const [one, other, same] of [
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: undefined }, {}, true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [null, {}, false],
    [0, "", false],
    [false, 0, false],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ] as const) {
    it(`sameJson returns ${String(same)} for ${JSON.stringify(one)} and ${JSON.stringify(other)}`, () => {
      expect([sameJson(one, other), sameJson(other, one)]).to.deep.equal([same, same]);
    });
  }
});
