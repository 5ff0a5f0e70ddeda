import { expect } from "chai";
import { comparableQuery, typedKeys } from "../../../../src/search/rules/query-forms.js";

describe("rule keys of a typed query", () => {
  const whole = (text: string) => [`contains ${text}`, `begins_with ${text}`, `is ${text}`];
  const first = (text: string) => [`contains ${text}`, `begins_with ${text}`];

  it("include each sequence of words, also written as one word", () => {
    const keys = [...first("usb"), ...whole("usb c"), "contains c", ...whole("usbc")];
    expect(typedKeys("usb c")).to.have.members(keys);
    expect(typedKeys("USB-C")).to.have.members(keys);
    expect(typedKeys("usbc")).to.deep.equal(whole("usbc"));
  });

  it("include terms with a sign, or with a word instead of the sign", () => {
    const keys = [...whole("hm"), ...first("h"), ...first("h m"), "is h m", "contains m"];
    expect(typedKeys("H&M")).to.have.members(keys);
    expect(typedKeys("h and m")).to.include.members(whole("hm"));
  });

  it("are empty without a letter or digit", () => {
    expect(["", " ", "!!!", "&"].map(typedKeys)).to.deep.equal([[], [], [], []]);
  });

  it("are compared without case, accents, punctuation and extra spaces", () =>
    expect(comparableQuery("  Crème  BRÛLÉE-set ")).to.equal("creme bruleeset"));
});
