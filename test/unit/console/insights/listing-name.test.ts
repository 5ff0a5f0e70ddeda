import { expect } from "chai";
import { listingName } from "../../../../src/console/insights/listing-name.js";
import { canonicalFilter } from "../../../../src/filters/canonical-filter.js";

describe("the name of a stored listing", () => {
  it("is the category, or what it asks for in words", () => {
    const coats = { kind: "in", field: "categories", values: ["Women: Coats"] } as const;
    expect(listingName(canonicalFilter(coats))).to.equal("Women: Coats");
    expect(listingName(canonicalFilter({ kind: "and", filters: [] }))).to.equal("All products");
    const cheap = { kind: "compare", field: "price", operator: "lte", value: 50 } as const;
    expect(listingName(canonicalFilter({ kind: "and", filters: [coats, cheap] }))).to.equal(
      'price ≤ 50 and categories is "Women: Coats"',
    );
  });
});
