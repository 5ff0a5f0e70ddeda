import { expect } from "chai";
import fc from "fast-check";
import { locateJsonMistake } from "../../../src/http/json-mistake.js";

describe("locateJsonMistake", () => {
  const wrong: readonly (readonly [text: string, line: number, column: number, expected: string])[] = [
    ["", 1, 1, "a value"],
    ["  \n ", 2, 2, "a value"],
    ["{", 1, 2, "a property name or `}`"],
    ['{"a":}', 1, 6, "a value"],
    ['{"a" 1}', 1, 6, "`:`"],
    ['{"a":1,}', 1, 8, "a property name"],
    ['{"a":1 "b":2}', 1, 8, "`,` or `}`"],
    ["{a:1}", 1, 2, "a property name or `}`"],
    ["[1,]", 1, 4, "a value"],
    ["[1 2]", 1, 4, "`,` or `]`"],
    ["[1}", 1, 3, "`,` or `]`"],
    ["]", 1, 1, "a value"],
    ["01", 1, 2, "the end"],
    ["{} {}", 1, 4, "the end"],
    ["'a'", 1, 1, "a value"],
    ["[NaN]", 1, 2, "a value or `]`"],
    ['"a', 1, 3, "a closing quote"],
    ['"\\x"', 1, 2, "a valid escape"],
    ['"\\u12"', 1, 2, "a valid escape"],
    ['"a\nb"', 1, 3, "an escaped control character"],
    ['{\n  "a": 1,\n  "b": tru\n}', 3, 8, "a value"],
    ["\ufeff{}", 1, 1, "a value"],
  ];
  for (const [text, line, column, expected] of wrong) {
    it(`finds the mistake in ${JSON.stringify(text)}`, () => {
      expect(locateJsonMistake(text)).to.deep.equal({ line, column, expected });
    });
  }

  it("finds none in any JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, "\t"), (json, indent) => {
        expect(locateJsonMistake(JSON.stringify(JSON.parse(json), null, indent))).to.equal(undefined);
      }),
    );
  });

  it("agrees with JSON.parse on damaged JSON", () => {
    const damage = fc.constantFrom(
      "",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "0",
      "-",
      ".",
      "e",
      " ",
      "\n",
      "t",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(3), damage, (json, position, removed, inserted) => {
        const at = position % (json.length + 1);
        const text = json.slice(0, at) + inserted + json.slice(at + removed);
        expect(locateJsonMistake(text) === undefined).to.equal(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("finds a mistake at any depth", () => {
    const deep = 100_000;
    expect(locateJsonMistake("[".repeat(deep))).to.deep.equal({
      line: 1,
      column: deep + 1,
      expected: "a value or `]`",
    });
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
