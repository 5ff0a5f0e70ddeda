import { expect } from "chai";
import { JsonText, writeArray, writeObject } from "../../../src/lib/json-text.js";

describe("text that is JSON already", () => {
  it("is written unchanged into an object, without undefined entries", () => {
    const items = writeArray(['{"a":1}', " [2] "]);
    const written = writeObject({ id: 'a"b', gone: undefined, items, "na\nme": [null], none: writeArray([]) });
    expect(written.text).to.equal('{"id":"a\\"b","items":[{"a":1}, [2] ],"na\\nme":[null],"none":[]}');
    expect(writeObject({}).text).to.equal("{}");
  });

  it("is parsed into its value for programs", () => {
    expect(new JsonText('{"a":[1]}').parsed()).to.deep.equal({ a: [1] });
    expect(JSON.stringify({ of: new JsonText('{ "a": 1 }') })).to.equal('{"of":{"a":1}}');
  });
});
