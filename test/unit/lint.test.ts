import { expect } from "chai";
import { Linter } from "eslint";

const configuration = (await import(new URL("../../eslint.config.js", import.meta.url).href)) as {
  readonly NO_CLOCK_WHILE_LOADING: Linter.Config;
};

/** Returns the problems that the rule reports for a test file with this text. */
const found = (text: string) =>
  new Linter().verify(text, { rules: configuration.NO_CLOCK_WHILE_LOADING.rules }).map(({ line }) => line);

describe("the lint rule against reading the current time in test files", () => {
  for (const text of [
    "const NOW = Date.now();",
    "const STARTED = new Date(new Date().getTime() - 1);",
    "const from = performance.now();",
    "const from = process.hrtime();",
    "describe('a suite', () => { let clock = Date.now(); });",
    "describe.only('a suite', function () { describe('another', () => { const at = new Date(); }); });",
    "const lines = [1, 2].map((days) => Date.now() - days);",
    "const lines = Array.from({ length: 2 }, () => ({ at: Date.now() }));",
    "const at = (() => Date.now())();",
  ]) {
    it(`the lint rule against reading the current time rejects ${text} outside a test`, () => {
      expect(found(text)).to.deep.equal([1]);
    });
  }

  for (const text of [
    "const now = () => Date.now();",
    "const now = Date.now;",
    "const then = new Date(1e12);",
    "function age(of, now = Date.now()) { return [of].map((at) => Date.now() - at); }",
    "describe('a suite', () => { before(() => { clock = Date.now(); }); it('ends', () => [1].map(() => new Date())); });",
  ]) {
    it(`allows ${text}`, () => {
      expect(found(text)).to.deep.equal([]);
    });
  }
});
