import { expect } from "chai";
import { JsonText, writeArray, writeObject } from "../../../src/lib/json-text.js";

describe("text that is JSON already", () => {
  it("is taken as it is where an object is written, and nothing is said of what is undefined", () => {
    const items = writeArray(['{"a":1}', " [2] "]);
    const written = writeObject({ id: 'a"b', gone: undefined, items, "na\nme": [null], none: writeArray([]) });
    expect(written.text).to.equal('{"id":"a\\"b","items":[{"a":1}, [2] ],"na\\nme":[null],"none":[]}');
    expect(writeObject({}).text).to.equal("{}");
  });

  it("is its value again for programs", () => {
    expect(new JsonText('{"a":[1]}').parsed()).to.deep.equal({ a: [1] });
    expect(JSON.stringify({ of: new JsonText('{ "a": 1 }') })).to.equal('{"of":{"a":1}}');
  });
});
