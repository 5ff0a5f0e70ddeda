import { expect } from "chai";
import { remembered } from "../../../src/lib/remembered.js";

it("a memoized function computes its result once per argument", () => {
  const requested: string[] = [];
  const shout = remembered(new Map<string, string>(), (word) => {
    requested.push(word);
    return word.toUpperCase();
  });
  expect(["a", "b", "a"].map(shout)).to.deep.equal(["A", "B", "A"]);
  expect(requested).to.deep.equal(["a", "b"]);
});
