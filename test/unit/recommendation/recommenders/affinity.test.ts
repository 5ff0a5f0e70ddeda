import { expect } from "chai";
import { listingPrior } from "../../../../src/personalization/listing-prior.js";
import type { TasteSnapshot } from "../../../../src/personalization/taste/snapshot.js";
import { affinity } from "../../../../src/recommendation/recommenders/propose.js";
import { NOW, context } from "../recommendation-context.js";
import { DEFAULT_RANKING } from "../../../support/defaults.js";

describe("affinity", () => {
  it("`affinity` searches for liked brands, but not for the ids of viewed products", () => {
    const taste = { at: NOW, recent: [], ignored: [] };
    const tokens = [["designer=Acme", 0.5], ["product_identifier=1", 0.1]] as const; // prettier-ignore
    const asking = context({ taste: { ...taste, tokens } });
    const { ranking, popularity } = asking.configuration;
    expect(affinity(asking)).to.deep.equal({
      kind: "search",
      query: {
        bool: {
          filter: [{ terms: { taste: ["designer=Acme"] } }],
          must: [listingPrior(NOW, popularity.half_life_days)],
          should: [{ constant_score: { filter: { term: { taste: "designer=Acme" } }, boost: ranking.affinity * 0.5 } }],
        },
      },
      sort: [{ _score: "desc" }, { prior: "desc" }],
    });
    expect(affinity(context({ taste: { ...taste, tokens: [["product_identifier=1", 0.1]] } }))).to.equal(null);
    expect(affinity(context({ taste: { ...taste, tokens: [] } }))).to.equal(null);
    expect(affinity(context())).to.equal(null);
  });

  it("`affinity` scores liked brands, subcategories of liked categories, and similar prices", () => {
    const configuration = {
      ...context().configuration,
      ranking: { ...DEFAULT_RANKING, affinity: 8 },
    };
    const taste: TasteSnapshot = {
      at: NOW,
      tokens: [
        ["designer=GUCCI", 0.5],
        ["categories=Shoes", 0.25],
      ],
      prices: [[6, 0.125]],
      recent: [],
      ignored: [],
    };
    expect(affinity(context({ taste, configuration }))).to.have.deep.nested.property("query.bool.should", [
      { constant_score: { filter: { term: { taste: "designer=GUCCI" } }, boost: 4 } },
      {
        constant_score: {
          filter: {
            bool: { should: [{ term: { taste: "categories=Shoes" } }, { prefix: { taste: "categories=Shoes: " } }] },
          },
          boost: 2,
        },
      },
      {
        function_score: {
          query: { exists: { field: "log_price" } },
          functions: [{ linear: { log_price: { origin: 6, scale: 1, decay: 0.5 } }, weight: 1 }],
          boost_mode: "replace",
        },
      },
    ]);
  });
});
