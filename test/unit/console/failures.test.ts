import { expect } from "chai";
import type { Json, ProductSource } from "../../../src/catalog/product-document.js";
import type { FieldType } from "../../../src/catalog/fields.js";
import { conditionsWithOrigin, failedVariants } from "../../../console/server/catalog/failures.js";
import { filterFields } from "../../../src/filters/field-names.js";
import { parseSearchRequest } from "../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { readRule } from "../../../src/search/rules/rule-index.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import { completeRule } from "../../support/defaults.js";

const fields = new Map<string, FieldType>([
  ["color", "string"],
  ["price", "number"],
  ["in_stock", "boolean"],
]);

const configuration: StorefrontConfiguration = {
  ...DEFAULT_CONFIGURATION,
  availability: { field: "in_stock", in_stock: [true], out_of_stock: "hide", sorted: "keep" },
};

function coat(...variants: readonly Readonly<Record<string, Json>>[]): ProductSource {
  return {
    product_identifier: "coat",
    active: true,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    source: variants.map(({ active = true, ...data }, at) => ({
      variant_identifier: `v${at}`,
      active: active === true,
      digest: "",
      data: { product_identifier: "coat", variant_identifier: `v${at}`, ...data },
    })),
  };
}

function failuresOf(body: Omit<SearchBody, "user">, product: ProductSource) {
  const request = parseSearchRequest({ user: { device_id: "d" }, ...body }, configuration, fields);
  const noBlack = readRule(
    completeRule({ key: "no-black", action: "hide", filters: { color: "Black" } }),
    filterFields({}),
    0,
  );
  return failedVariants(product, conditionsWithOrigin(request, configuration, [noBlack]), fields);
}

describe("failuresOf", () => {
  it("failuresOf lists all filters, facets, hide rules and stock conditions that exclude a variant", () => {
    const body = { filters: { price: { $lte: 50 } }, facet_filters: { color: ["Red", "Black"] } };
    const product = coat(
      { color: "Red", price: 40, in_stock: false },
      { color: "Blue", price: 60, in_stock: true },
      { color: "Black", price: 50 },
      { color: "Red", price: 40, active: false },
      { color: "Red", price: 40 },
    );
    const facet = { by: "facet_filters", name: "color", condition: 'color is one of "Red", "Black"' };
    expect(failuresOf(body, product)).to.deep.equal([
      {
        variant_identifier: "v0",
        failures: [
          {
            by: "availability",
            name: null,
            values: { in_stock: [false] },
            condition: "(in_stock is true or in_stock has no value)",
          },
        ],
      },
      {
        variant_identifier: "v1",
        failures: [
          { by: "filters", name: null, condition: "price ≤ 50", values: { price: [60] } },
          { ...facet, values: { color: ["Blue"] } },
        ],
      },
      {
        variant_identifier: "v2",
        failures: [{ by: "rule", name: "no-black", condition: 'not (color is "Black")', values: { color: ["Black"] } }],
      },
      { variant_identifier: "v4", failures: [] },
    ]);
  });
});
