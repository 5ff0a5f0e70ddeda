import { expect } from "chai";
import { comparableQuery, typedKeys } from "../../../../src/search/rules/query-forms.js";

describe("normalized forms of a query", () => {
  const whole = (text: string) => [`contains ${text}`, `begins_with ${text}`, `is ${text}`];
  const first = (text: string) => [`contains ${text}`, `begins_with ${text}`];

  it("the rule lookup keys of a query contain each sequence of words, with and without spaces between the words", () => {
    const keys = [...first("usb"), ...whole("usb c"), "contains c", ...whole("usbc")];
    expect(typedKeys("usb c")).to.have.members(keys);
    expect(typedKeys("USB-C")).to.have.members(keys);
    expect(typedKeys("usbc")).to.deep.equal(whole("usbc"));
  });

  it("a query with a sign such as & has rule lookup keys in common with the query that spells out the sign", () => {
    const keys = [...whole("hm"), ...first("h"), ...first("h m"), "is h m", "contains m"];
    expect(typedKeys("H&M")).to.have.members(keys);
    expect(typedKeys("h and m")).to.include.members(whole("hm"));
  });

  it("a query without letters and digits has no rule lookup keys", () => {
    expect(["", " ", "!!!", "&"].map(typedKeys)).to.deep.equal([[], [], [], []]);
  });

  it("the comparison of queries ignores case, accents, punctuation and extra spaces", () =>
    expect(comparableQuery("  Crème  BRÛLÉE-set ")).to.equal("creme bruleeset"));
});
