import { expect } from "chai";
import fc from "fast-check";
import { fitValue } from "../../../src/catalog/leaf-values.js";
import type { Scalar } from "../../../src/catalog/leaves.js";

describe("a value of a leaf", () => {
  const texts: readonly [Scalar, string | undefined][] = [
    ["x", "x"],
    [1.5, "1.5"],
    [0, "0"],
    [true, "true"],
    [false, "false"],
    ["x".repeat(1024), "x".repeat(1024)],
    ["y".repeat(1025), undefined],
  ];
  for (const [value, fitted] of texts) {
    it(`that is a text takes ${JSON.stringify(value).slice(0, 40)}`, () => {
      expect(fitValue(value, "string")).to.equal(fitted);
    });
  }

  const numbers: readonly [Scalar, number][] = [
    [0, 0],
    [-1.5, -1.5],
    ["19.99", 19.99],
    ["0", 0],
    ["-0.5", -0.5],
    [" 7 ", 7],
    ["1e3", 1000],
    ["5.00", 5],
    ["123456789012345", 123456789012345],
  ];
  for (const [value, fitted] of numbers) {
    it(`that is a number takes ${JSON.stringify(value)}`, () => {
      expect(fitValue(value, "number")).to.equal(fitted);
    });
  }

  const noNumbers = ["n/a", "", " ", "1,5", "1.234,00", "1,234", "007", "+5", ".5", "5.", "0x10", "12 cm", "Infinity", "NaN", "1e999", "1234567890123456", "1 000", true, false]; // prettier-ignore
  for (const value of noNumbers) {
    it(`that is a number does not take ${JSON.stringify(value)}`, () => {
      expect(fitValue(value, "number")).to.equal(undefined);
    });
  }

  it("written as a number of up to fifteen digits is that number", () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.nat({ max: 6 }), (whole, places) => {
        const written = (whole / 10 ** places).toFixed(places);
        expect(fitValue(written, "number")).to.equal(Number(written));
      }),
    );
  });

  const booleans: readonly [Scalar, boolean | undefined][] = [
    [true, true],
    [false, false],
    ["true", true],
    ["FALSE", false],
    [" True ", true],
    ["yes", undefined],
    ["1", undefined],
    [0, undefined],
    [1, undefined],
  ];
  for (const [value, fitted] of booleans) {
    it(`that is a boolean ${fitted === undefined ? "does not take" : "takes"} ${JSON.stringify(value)}`, () => {
      expect(fitValue(value, "boolean")).to.equal(fitted);
    });
  }

  const dates = ["2024-02-29", "2024-01-01T10:00", "2024-01-01T10:00Z", "2024-12-31T23:59:59.123456789+18:00", "2024-01-01T00:00:00-11:30"]; // prettier-ignore
  for (const date of dates) {
    it(`that is a date takes ${date}, with blanks around it too`, () => {
      expect(fitValue(date, "date")).to.equal(date);
      expect(fitValue(` ${date} `, "date")).to.equal(date);
    });
  }

  for (const value of [
    "2024-02-30",
    "2023-02-29",
    "2024-04-31T10:00:00Z",
    "2024-00-10",
    "2024-13-01",
    "2024-01-00",
    "2024-01-01T24:00:00Z",
    "2024-01-01T10:60",
    "2024-01-01T10:00:60Z",
    "2024-01-01T10:00:00+19:00",
    "2024-01-01T10:00:00+18:30",
    "2024-01-01 10:00",
    "20240101",
    "soon",
    1_700_000_000_000,
    true,
  ]) {
    it(`that is a date does not take ${JSON.stringify(value)}`, () => {
      expect(fitValue(value, "date")).to.equal(undefined);
    });
  }
});
