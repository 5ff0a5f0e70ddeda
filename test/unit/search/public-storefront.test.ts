import { expect } from "chai";
import { publicStorefront } from "../../../src/search/public-storefront.js";
import { catalogView } from "../../../src/search/catalog-view.js";
import { parseProjection } from "../../../src/search/projection.js";
import { completeConfiguration } from "../../../src/storefront/configuration.js";

const storefront = (configuration: object) => ({
  client_id: "shop",
  name: "Shop",
  origins: ["https://shop.example"],
  signing_hashes: ["secret"],
  configuration: completeConfiguration(configuration),
});

describe("public storefront", () => {
  it("the public storefront contains only the fields, facets, sort options and placements of the storefront", () => {
    const reported = publicStorefront(
      storefront({
        currency: "EUR",
        aliases: { brand: "designer" },
        facets: [{ key: "fabric", label: "Fabric", type: "list", field: "attributes.fabric", collapsed: true }],
        sort_keys: [
          { key: "best", label: "Best", by: "featured" },
          { key: "cheap", label: "Cheapest", by: "field", field: "price", order: "asc" },
        ],
        default_sort: "best",
      }),
      new Map([
        ["title", "string"],
        ["supplier.name", "string"],
        ["in_stock", "boolean"],
        ["_category", "string"],
      ]),
    );
    expect(reported).to.deep.include({
      client_id: "shop",
      name: "Shop",
      language: "english",
      currency: "EUR",
      default_sort: "best",
      facets: [{ key: "fabric", label: "Fabric", type: "list", selection_mode: "multi", field: "attributes.fabric" }],
      sort_keys: [
        { key: "best", label: "Best", ranked: true },
        { key: "cheap", label: "Cheapest", ranked: false },
      ],
      placements: ["home", "product_page", "cart", "not_found"],
    });
    expect(reported.fields).to.include.members(["attributes", "brand", "category", "in_stock", "name", "supplier"]);
    expect(reported.fields).to.deep.equal([...new Set(reported.fields)].sort());
    expect(JSON.stringify(reported)).not.to.match(/secret|shop\.example|_category/);
  });

  it("the public storefront lists only fields that can be requested", () => {
    const { configuration, ...others } = storefront({});
    const fieldNames = new Map([["own.deep", "string"]] as const);
    const { fields } = publicStorefront({ ...others, configuration }, fieldNames);
    const projection = parseProjection(fields, catalogView(configuration, fieldNames));
    expect(projection.map(({ name }) => name)).to.deep.equal(fields);
    expect(fields).not.to.include("original_price");
  });

  it("the public storefront contains no private field, and no alias of a private field", () => {
    const fieldNames = new Map([
      ["cost_price", "number"],
      ["supplier.iban", "string"],
      ["supplier.name", "string"],
    ] as const);
    const reported = (fields: object) =>
      publicStorefront(storefront({ aliases: { cost: "cost_price" }, fields }), fieldNames).fields;
    expect(reported({})).to.include.members(["cost", "cost_price", "supplier"]);
    const hidden = reported({ private: ["cost_price", "supplier.*"] });
    expect(hidden.filter((name) => ["cost", "cost_price", "supplier"].includes(name))).to.deep.equal([]);
    expect(reported({ private: ["supplier.iban"] })).to.include("supplier");
  });
});
