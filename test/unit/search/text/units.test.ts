import { expect } from "chai";
import { requestedUnits, namingUnits, unitsOf, wantedUnits } from "../../../../src/search/text/units.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

const RULES = {
  language: "english",
  search: { ...DEFAULT_CONFIGURATION.search, general_synonyms: false, synonyms: [{ terms: ["the who", "rock band"] }] },
} as const;
const word = (one: string) => ({ words: [one], alternatives: [] });
const units = (query: string) => unitsOf(query.split(" "), RULES);
const requested = (query: string) => requestedUnits(units(query), RULES);

describe("the units of a query", () => {
  it("the units of a query are words, terms with synonyms, and amounts", () => {
    expect(units("the The-Who desk 160 cm")).to.deep.equal([
      word("the"),
      { words: ["The-Who"], alternatives: [["rock", "band"]] },
      word("desk"),
      { words: ["160", "cm"], alternatives: [], measures: [{ dimension: "length", amount: 1600 }] },
    ]);
  });

  it("the units of a query exclude stop words, unless they have synonyms or there are no other words", () => {
    expect(requested("the dress in red")).to.deep.equal([word("dress"), word("red")]);
    expect(requested("the who")).to.deep.equal([{ words: ["the", "who"], alternatives: [["rock", "band"]] }]);
    expect(requested("to be")).to.deep.equal([word("to"), word("be")]);
    expect(requested("THE 160 cm").map(({ words }) => words)).to.deep.equal([["160", "cm"]]);
    expect(requestedUnits([], RULES)).to.deep.equal([]);
  });

  it("the product name in a query excludes features, purpose and amounts", () => {
    expect(wantedUnits(units("case for iphone"))).to.deep.equal([word("case")]);
    expect(wantedUnits(units("for iphone"))).to.deep.equal([word("for"), word("iphone")]);
    expect(namingUnits(units("desk 160 cm"))).to.deep.equal([word("desk")]);
  });
});
