import { expect } from "chai";
import { synonymCandidates } from "../../../../src/search/vocabulary/synonym-candidates.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

describe("candidates of synonyms", () => {
  const found = {
    substitutions: [
      { from: "pew", to: "bench", shoppers: 5 },
      { from: "settee", to: "bench", shoppers: 4 },
      { from: "bench", to: "pew", shoppers: 3 },
      { from: "couch", to: "sofa", shoppers: 9 },
    ],
    pairs: [
      { terms: ["beamer", "projector"], products: 7, title: "Beamer / Projector 3000" },
      { terms: ["pew", "bench"], products: 8, title: null },
      { terms: ["notebook", "laptop"], products: 9, title: null },
    ],
    near: [
      { word: "settee", thing: "bench", likeness: 3.456 },
      { word: "armoire", thing: "wardrobe", likeness: 3 },
    ],
  } as const;

  it("lead one way unless the catalogue or shoppers go both ways, have all that speaks for them, and exclude known ones", () => {
    expect(synonymCandidates(found, DEFAULT_CONFIGURATION, 20)).to.deep.equal([
      {
        rule: { terms: ["pew", "bench"] },
        evidence: [
          { kind: "corrections", amount: 5, in_words: "5 shoppers typed “bench” after “pew” and chose something" },
          { kind: "corrections", amount: 3, in_words: "3 shoppers typed “pew” after “bench” and chose something" },
          { kind: "types", amount: 8, in_words: "8 products are “pew” by title and “bench” by type" },
        ],
      },
      {
        rule: { terms: ["settee"], to: ["bench"] },
        evidence: [
          { kind: "corrections", amount: 4, in_words: "4 shoppers typed “bench” after “settee” and chose something" },
          {
            kind: "meaning",
            amount: 3.456,
            in_words:
              "nothing is found by “settee”, and of what titles name “bench” is nearest in meaning (3.5 standard deviations)",
          },
        ],
      },
      {
        rule: { terms: ["beamer", "projector"] },
        evidence: [{ kind: "titles", amount: 7, in_words: "7 titles say both, as “Beamer / Projector 3000”" }],
      },
      {
        rule: { terms: ["armoire"], to: ["wardrobe"] },
        evidence: [
          {
            kind: "meaning",
            amount: 3,
            in_words:
              "nothing is found by “armoire”, and of what titles name “wardrobe” is nearest in meaning (3.0 standard deviations)",
          },
        ],
      },
    ]);
  });

  it("leave room for each other, however many there are of one source", () => {
    const rules = synonymCandidates(found, DEFAULT_CONFIGURATION, 1).map(({ rule }) => rule);
    expect(rules).to.deep.equal([
      { terms: ["pew"], to: ["bench"] },
      { terms: ["beamer", "projector"] },
      { terms: ["settee"], to: ["bench"] },
    ]);
  });
});
