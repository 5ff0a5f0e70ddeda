import { expect } from "chai";
import fc from "fast-check";
import { withExactIntegers, withNumbers } from "../../../../src/catalog/ingestion/literals.js";

describe("withNumbers", () => {
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
    it(`withNumbers converts ${text} to ${repaired}`, () => expect(withNumbers(text)).to.equal(repaired));
  }

  it("withNumbers does not change valid JSON text", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("NaN", "-Infinity", '"NaN', "\\NaN", 'a\\"NaN'));
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double({ noNaN: true }))), (value) => {
        const json = JSON.stringify(value);
        expect(withNumbers(json)).to.equal(json);
      }),
    );
  });

  for (const [what, text] of [
    ["unclosed quotes", `NaN${'\\"'.repeat(500_000)}`],
    ["backslashes", `NaN"${"\\".repeat(1_000_000)}`],
    ["text in one string", `{"a":"${"x".repeat(1_000_000)}","b":NaN,}`],
    ["minus signs", `NaN${"-".repeat(1_000_000)}`],
  ] as const) {
    it(`withNumbers processes a megabyte of ${what} within a second`, () => {
      const started = performance.now();
      withNumbers(text);
      expect(performance.now() - started).to.be.lessThan(1000);
    });
  }
});

describe("withExactIntegers", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"a":9007199254740993,"b":9007199254740992}', '{"a":"9007199254740993","b":9007199254740992}'],
    ["[-1234567890123456789, 12]", '["-1234567890123456789", 12]'],
    ["1234567890123456789", '"1234567890123456789"'],
    ['{"1234567890123456789":"1234567890123456789 \\" 1234567890123456789"}', '{"1234567890123456789":"1234567890123456789 \\" 1234567890123456789"}'],
    ["[1e300,1234567890123456789.5,1234567890123456789e2,100000000000000000000]", "[1e300,1234567890123456789.5,1234567890123456789e2,100000000000000000000]"],
    [`[${"9".repeat(400)}]`, `[${"9".repeat(400)}]`],
  ]; // prettier-ignore
  for (const [text, exact] of cases) {
    it(`withExactIntegers preserves the exact integers in ${text.slice(0, 80)}`, () =>
      expect(withExactIntegers(text)).to.equal(exact));
  }

  it("withExactIntegers keeps all digits of large integers and does not change other numbers", () => {
    const integers = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(fc.array(integers), (values) => {
        const read = JSON.parse(withExactIntegers(`[${values.join(", ")}]`)) as (string | number)[];
        expect(read.map((value) => BigInt(value))).to.deep.equal(values);
      }),
    );
  });

  it("withExactIntegers processes a megabyte of integers within a second", () => {
    const started = performance.now();
    withExactIntegers(`[${"1".repeat(1_000_000)},${"1234567890123456789,".repeat(10_000)}1]`);
    expect(performance.now() - started).to.be.lessThan(1000);
  });
});
