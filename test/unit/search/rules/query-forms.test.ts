import { expect } from "chai";
import { comparableQuery, typedKeys } from "../../../../src/search/rules/query-forms.js";

describe("the queries of rules that a shopper typed", () => {
  const whole = (text: string) => [`contains ${text}`, `begins_with ${text}`, `is ${text}`];
  const first = (text: string) => [`contains ${text}`, `begins_with ${text}`];

  it("are found by each run of words, also in one word", () => {
    const keys = [...first("usb"), ...whole("usb c"), "contains c", ...whole("usbc")];
    expect(typedKeys("usb c")).to.have.members(keys);
    expect(typedKeys("USB-C")).to.have.members(keys);
    expect(typedKeys("usbc")).to.deep.equal(whole("usbc"));
  });

  it("are names with a sign, or with a word in its place", () => {
    const keys = [...whole("hm"), ...first("h"), ...first("h m"), "is h m", "contains m"];
    expect(typedKeys("H&M")).to.have.members(keys);
    expect(typedKeys("h and m")).to.include.members(whole("hm"));
  });

  it("are none where no letter or digit was typed", () => {
    expect(["", " ", "!!!", "&"].map(typedKeys)).to.deep.equal([[], [], [], []]);
  });

  it("are compared without case, accents, punctuation and spare spaces", () =>
    expect(comparableQuery("  Crème  BRÛLÉE-set ")).to.equal("creme bruleeset"));
});
