import { expect } from "chai";
import fc from "fast-check";
import { readPrice, type ReadQuery } from "../../../../src/search/text/price-words.js";
import { LANGUAGE_NAMES, type Language } from "../../../../src/languages/languages.js";

const CASES: readonly (readonly [query: string, language: Language, expected: ReadQuery])[] = [
  ["shoes under 50", "english", { query: "shoes", price: { max: 50 } }],
  ["Shoes under $49.90", "english", { query: "Shoes", price: { max: 49.9 } }],
  ["below 100 € red shoes", "english", { query: "red shoes", price: { max: 100 } }],
  ["under $30 shoes", "english", { query: "shoes", price: { max: 30 } }],
  ["watch over 200 dollars", "english", { query: "watch", price: { min: 200 } }],
  ["watch over £200", "english", { query: "watch", price: { min: 200 } }],
  ["under 100 dress", "english", { query: "dress", price: { max: 100 } }],
  ["black dress under 100 with sleeves", "english", { query: "black dress with sleeves", price: { max: 100 } }],
  ["unter 80 Kleid", "german", { query: "Kleid", price: { max: 80 } }],
  ["under 50", "english", { query: null, price: { max: 50 } }],
  ["Schuhe bis 50 Euro", "german", { query: "Schuhe", price: { max: 50 } }],
  ["Schuhe bis zu 49,90 €", "german", { query: "Schuhe", price: { max: 49.9 } }],
  ["Schuhe unter 50", "german", { query: "Schuhe", price: { max: 50 } }],
  ["Schuhe ab 100 €", "german", { query: "Schuhe", price: { min: 100 } }],
  ["under 20 Euro Hemd", "german", { query: "Hemd", price: { max: 20 } }],
  ["chaussures moins de 50 €", "french", { query: "chaussures", price: { max: 50 } }],
  ["zapatos hasta 50 euros", "spanish", { query: "zapatos", price: { max: 50 } }],
  // Measures, names and numbers of models.
  ["shelf under 50 cm", "english", { query: "shelf under 50 cm" }],
  ["bulb under 60 watt warm", "english", { query: "bulb under 60 watt warm" }],
  ["under 12 months romper", "english", { query: "under 12 months romper" }],
  ["toys under 5 yr", "english", { query: "toys under 5 yr" }],
  ["hub under desk 7 port", "english", { query: "hub under desk 7 port" }],
  ["monitor over 27", "english", { query: "monitor over 27" }],
  ["cable from 2m", "english", { query: "cable from 2m" }],
  ["phone pro max 256", "english", { query: "phone pro max 256" }],
  ["bulb up to 60", "english", { query: "bulb up to 60" }],
  ["Lampe bis 60", "german", { query: "Lampe bis 60" }],
  ["under 50 tl2 filter", "english", { query: "under 50 tl2 filter" }],
  ["sunder 50", "english", { query: "sunder 50" }],
  ["Schuhe bis 50", "english", { query: "Schuhe bis 50" }],
  ["under 1.000.000 parts", "english", { query: "under 1.000.000 parts" }],
  ["shoes 50", "english", { query: "shoes 50" }],
];

describe("price words", () => {
  for (const [query, language, expected] of CASES) {
    it(`"${query}" in ${language}: ${JSON.stringify(expected)}`, () => {
      expect(readPrice(query, language)).to.deep.equal(expected);
    });
  }

  it("leave every other query unchanged, quickly", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 1_000 }),
        fc.constantFrom(...LANGUAGE_NAMES),
        (query, language) => {
          const read = readPrice(query, language);
          if (read.price === undefined) expect(read.query).to.equal(query);
        },
      ),
    );
    expect(readPrice("under ".repeat(160), "german")).to.deep.equal({ query: "under ".repeat(160) });
  });
});
