import { expect } from "chai";
import fc from "fast-check";
import { withNumbers } from "../../../../src/catalog/ingestion/feed-line.js";

describe("numbers that JSON does not have", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"a":NaN}', '{"a":1e999}'],
    ['{"a": Infinity, "b":-Infinity}', '{"a": 1e999, "b":1e999}'],
    ["[NaN,NaN]", "[1e999,1e999]"],
    ["NaN", "1e999"],
    ['{"NaN":"NaN"}', '{"NaN":"NaN"}'],
    ['{"a":"say \\"NaN\\"","b":NaN}', '{"a":"say \\"NaN\\"","b":1e999}'],
    ['{"a":"NaN\\\\","b":NaN}', '{"a":"NaN\\\\","b":1e999}'],
    ['{"a":"-Infinity","b":"\\\\\\"NaN"}', '{"a":"-Infinity","b":"\\\\\\"NaN"}'],
    ["NaNo", "NaNo"],
    ["- NaN", "- 1e999"],
    ["-N -1", "-N -1"],
    ['"NaN', '"NaN'],
    ["", ""],
  ];
  for (const [text, repaired] of cases) {
    it(`reads ${text} as ${repaired}`, () => expect(withNumbers(text)).to.equal(repaired));
  }

  it("leaves every valid JSON text as it is", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("NaN", "-Infinity", '"NaN', "\\NaN", 'a\\"NaN'));
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double({ noNaN: true }))), (value) => {
        const json = JSON.stringify(value);
        expect(withNumbers(json)).to.equal(json);
      }),
    );
  });

  for (const [what, text] of [
    ["quotes that never close", `NaN${'\\"'.repeat(500_000)}`],
    ["backslashes", `NaN"${"\\".repeat(1_000_000)}`],
    ["one long text", `{"a":"${"x".repeat(1_000_000)}","b":NaN,}`],
    ["minus signs", `NaN${"-".repeat(1_000_000)}`],
  ] as const) {
    it(`takes no time over a megabyte of ${what}`, () => {
      const started = performance.now();
      withNumbers(text);
      expect(performance.now() - started).to.be.lessThan(1000);
    });
  }
});
