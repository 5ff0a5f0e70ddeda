import { expect } from "chai";
import { affinityClauses } from "../../../src/personalization/affinity.js";
import { listingPrior } from "../../../src/personalization/listing-prior.js";

describe("affinity", () => {
  it("is one constant score a token", () => {
    const tokens = [
      ["designer=GUCCI", 0.5],
      ["color=Red", 0.25],
    ] as const;
    expect(affinityClauses({ tokens }, 2)).to.deep.equal([
      { constant_score: { filter: { term: { taste: "designer=GUCCI" } }, boost: 1 } },
      { constant_score: { filter: { term: { taste: "color=Red" } }, boost: 0.5 } },
    ]);
  });

  it("is empty where it is turned off or no taste is known", () => {
    expect(affinityClauses({ tokens: [["designer=GUCCI", 0.5]] }, 0)).to.deep.equal([]);
    expect(affinityClauses({ tokens: [] }, 2)).to.deep.equal([]);
  });

  it("is added to the listing's prior while it is lower, and counts its doublings above", () => {
    expect(listingPrior(1_700_000_000_999, 2)).to.deep.equal({
      function_score: {
        query: { match_all: {} },
        functions: [
          {
            exp: {
              prior: { origin: 1_700_000_000 + 3_153_600_000, offset: 3_153_600_000, scale: 172_800, decay: 0.5 },
            },
          },
          {
            linear: {
              prior: {
                ...{ origin: 1_700_000_000 + 20 * 172_800 + 3_153_600_000, offset: 3_153_600_000 },
                ...{ scale: 10 * 172_800, decay: 0.5 },
              },
            },
            weight: 20 * Math.LN2,
          },
        ],
        score_mode: "sum",
        boost_mode: "replace",
      },
    });
  });
});
