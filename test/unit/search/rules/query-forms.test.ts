import { expect } from "chai";
import { comparableQuery, typedKeys } from "../../../../src/search/rules/query-forms.js";

describe("typedKeys and comparableQuery", () => {
  const whole = (text: string) => [`contains ${text}`, `begins_with ${text}`, `is ${text}`];
  const first = (text: string) => [`contains ${text}`, `begins_with ${text}`];

  it("returns each sequence of words, with and without spaces between the words", () => {
    const keys = [...first("usb"), ...whole("usb c"), "contains c", ...whole("usbc")];
    expect(typedKeys("usb c")).to.have.members(keys);
    expect(typedKeys("USB-C")).to.have.members(keys);
    expect(typedKeys("usbc")).to.deep.equal(whole("usbc"));
  });

  it('returns terms that contain a sign (such as "&") with the sign and with its word', () => {
    const keys = [...whole("hm"), ...first("h"), ...first("h m"), "is h m", "contains m"];
    expect(typedKeys("H&M")).to.have.members(keys);
    expect(typedKeys("h and m")).to.include.members(whole("hm"));
  });

  it("returns no key for a query without letters and digits", () => {
    expect(["", " ", "!!!", "&"].map(typedKeys)).to.deep.equal([[], [], [], []]);
  });

  it("ignores case, accents, punctuation and extra spaces", () =>
    expect(comparableQuery("  Crème  BRÛLÉE-set ")).to.equal("creme bruleeset"));
});
