import { expect } from "chai";
import { completeConfiguration, DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { reindexedPaths } from "../../../src/storefront/effects.js";

describe("reindexedPaths", () => {
  it("reindexing is required for changed settings that affect the indexed product documents", () => {
    const changed = completeConfiguration({
      language: "german",
      fields: { private: ["cost"] },
      field_types: { stock: "number" },
      popularity: { half_life_days: 3, release: 2 },
      taste: { fields: [{ field: "color", weight: 2 }] },
      default_sort: "newest",
      rules: [{ key: "r", action: "hide", products: ["p"] }],
    });
    expect(reindexedPaths(DEFAULT_CONFIGURATION, changed)).to.have.members([
      "language",
      "fields",
      "field_types",
      "taste.fields",
      "popularity.half_life_days",
    ]);
  });

  it("reindexing is not required if only weights and request settings change", () => {
    const { fields } = DEFAULT_CONFIGURATION.taste;
    const changed = completeConfiguration({
      field_weights: { title: 9 },
      facets: [],
      taste: { fields: fields.map((one) => ({ ...one, weight: 7 })), price: { field: "price", weight: 3 } },
    });
    expect(reindexedPaths(DEFAULT_CONFIGURATION, changed)).to.deep.equal([]);
  });
});
