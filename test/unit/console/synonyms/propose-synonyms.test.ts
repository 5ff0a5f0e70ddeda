import { expect } from "chai";
import { synonymCandidates } from "../../../../console/server/synonyms/propose-synonyms.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

describe("synonymCandidates", () => {
  it("proposed synonyms are one-way unless shoppers replaced the terms in both directions", () => {
    const reformulations = [
      { from: "couch", to: "sofa", shoppers: 9 },
      { from: "pew", to: "bench", shoppers: 5 },
      { from: "settee", to: "bench", shoppers: 4 },
      { from: "bench", to: "pew", shoppers: 3 },
    ];
    expect(synonymCandidates(reformulations, DEFAULT_CONFIGURATION)).to.deep.equal([
      {
        rule: { terms: ["pew", "bench"] },
        evidence: [
          "5 shoppers typed “bench” after “pew” and clicked a product",
          "3 shoppers typed “pew” after “bench” and clicked a product",
        ],
      },
      {
        rule: { terms: ["settee"], to: ["bench"] },
        evidence: ["4 shoppers typed “bench” after “settee” and clicked a product"],
      },
    ]);
  });
});
