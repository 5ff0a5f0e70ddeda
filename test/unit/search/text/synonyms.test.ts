import { expect } from "chai";
import { alternativesOf, builtInSynonyms, rulesOf, termKey } from "../../../../src/search/text/synonyms.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { SynonymRule } from "../../../../src/storefront/search-configuration.js";

const rulesWith = (...synonyms: SynonymRule[]) => ({
  language: "english" as const,
  search: { ...DEFAULT_CONFIGURATION.search, general_synonyms: false, synonyms },
});

describe("termKey", () => {
  it("the comparison of synonym terms ignores case, accents, punctuation and spaces", () => {
    expect(["T-Shirt", "t shirt", "TSHIRT", "Café’s", "500g", "चाय", "чай", "&"].map(termKey)).to.deep.equal([
      ...["tshirt", "tshirt", "tshirt", "cafes", "500g", "चाय", "чай", ""],
    ]);
  });
});

describe("alternativesOf", () => {
  it("the synonyms of a term are the other terms of each rule that contains the term, without duplicates", () => {
    const tee = { terms: ["T-Shirt", "Top", "Short Sleeve"] };
    const rules = rulesWith(tee, { terms: ["tshirt", "TOP"] }, { terms: ["&", "t shirt"] });
    expect(alternativesOf(["t", "shirt"], rules)).to.deep.equal([["top"], ["short", "sleeve"]]);
    expect(alternativesOf(["shirt"], rules)).to.deep.equal([]);
  });

  it("one-way synonyms apply only from the term to its synonyms", () => {
    const rules = rulesWith({ terms: ["mesh"], to: ["net", "500g"] });
    expect(alternativesOf(["mesh"], rules)).to.deep.equal([["net"], ["500", "g"]]);
    expect(alternativesOf(["net"], rules)).to.deep.equal([]);
    expect(rulesOf("mesh", rules)).to.deep.equal([{ terms: ["mesh"], to: ["net", "500g"] }]);
  });
});

describe("builtInSynonyms", () => {
  it("built-in synonyms of a language apply to searches in that language", () => {
    const { search } = DEFAULT_CONFIGURATION;
    expect(builtInSynonyms("german")).to.deep.include({ terms: ["tomate", "paradeiser"] });
    expect(alternativesOf(["tomate"], { language: "german", search })).to.deep.equal([["paradeiser"]]);
    expect(builtInSynonyms("japanese").some(({ terms }) => terms.includes("女性"))).to.equal(true);
    expect(builtInSynonyms("other")).to.deep.equal([]);
  });
});
