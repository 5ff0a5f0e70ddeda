import { expect } from "chai";
import { problemOfStructure } from "../../../../src/catalog/ingestion/line-structure.js";

const problemOf = (text: string) => problemOfStructure(Buffer.from(text));
const MANY = "more than 25000 values and names";
const DEEP = "nested deeper than 200 levels";

describe("the structure of a line", () => {
  for (const [what, text, problem] of [
    ["as many values as allowed", `[${Array(25_000).fill("1").join()}]`, undefined],
    ["one value more", `[${Array(25_001).fill("1").join()}]`, MANY],
    ["names and values", `{${Array(13_000).fill('"a":1').join()}}`, MANY],
    ["empty lists", `[${Array(13_000).fill("[]").join()}]`, MANY],
    ["as many levels as allowed", "[".repeat(200) + "]".repeat(200), undefined],
    ["one level more", "[".repeat(201), DEEP],
    ["many lists that are not in each other", `[${Array(1_000).fill("[[1]]").join()}]`, undefined],
    ["a text of brackets and commas", `{"a":"${"[{,:".repeat(100_000)}"}`, undefined],
    ["escaped quotes in a text", `{"a":"${'\\",[\\\\'.repeat(30_000)}"}`, undefined],
    ["a text without an end", `{"a":"${"[".repeat(100_000)}`, undefined],
    ["what comes after a text", `["a\\\\",${"1,".repeat(30_000)}`, MANY],
  ] as const) {
    it(`with ${what} is ${problem === undefined ? "taken" : "refused"}`, () => {
      expect(problemOf(text)).to.equal(problem);
    });
  }
});
