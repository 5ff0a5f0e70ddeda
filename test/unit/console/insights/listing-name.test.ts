import { expect } from "chai";
import { expressionOf, listingName } from "../../../../console/server/insights/listing-name.js";
import { canonicalFilter } from "../../../../src/filters/canonical-filter.js";
import { parseFilter } from "../../../../src/filters/filter-expression.js";
import type { Filter } from "../../../../src/filters/filter.js";
import { filterFields } from "../../../../src/filters/field-names.js";

const coats: Filter = { kind: "in", field: "categories", values: ["Women: Coats"] };
const cheap: Filter = { kind: "compare", field: "price", operator: "lte", value: 50 };

describe("listingName", () => {
  it("a listing is named after its category, or after all filter conditions if the filter also restricts other fields", () => {
    expect(listingName(canonicalFilter(coats))).to.deep.equal({
      name: "Women: Coats",
      address: "category=Women%3A%20Coats",
    });
    expect(listingName(canonicalFilter({ kind: "and", filters: [] }))).to.deep.equal({
      name: "All products",
      address: "",
    });
    const both = listingName(canonicalFilter({ kind: "and", filters: [coats, cheap] }));
    expect(both.name).to.equal('price ≤ 50 and categories is "Women: Coats"');
    expect(JSON.parse(decodeURIComponent(both.address.slice("filters=".length)))).to.deep.equal({
      $and: [{ price: { $lte: 50 } }, { categories: { $in: ["Women: Coats"] } }],
    });
  });

  it("the URL of a listing selects the products of the listing", () => {
    const filters: readonly Filter[] = [
      coats,
      cheap,
      { kind: "within", field: "price", min: 0, max: 9 },
      { kind: "within", field: "price", max: 9 },
      { kind: "missing", field: "color" },
      { kind: "not", filter: coats },
      { kind: "or", filters: [coats, cheap] },
      { kind: "and", filters: [coats, { kind: "not", filter: cheap }] },
    ];
    for (const filter of filters) {
      const read = parseFilter(expressionOf(filter), "filters", filterFields({}));
      expect(listingName(canonicalFilter(read)).name).to.equal(listingName(canonicalFilter(filter)).name);
    }
  });
});
