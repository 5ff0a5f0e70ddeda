import { expect } from "chai";
import { productText } from "../../../src/catalog/product-text.js";
import type { ProductSource } from "../../../src/catalog/product-document.js";
import { BASE_FIELD_TYPES } from "../../../src/catalog/field-types.js";
import { buildDocument } from "../../support/build-document.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";

const AT = "2026-01-01T00:00:00.000Z";

const product = (variants: number): ProductSource => ({
  product_identifier: "P",
  active: variants > 1,
  created_at: AT,
  updated_at: AT,
  source: Array.from({ length: variants }, (_, at) => ({
    variant_identifier: `V${at}`,
    active: at > 0,
    digest: "d",
    data: {
      product_identifier: "P",
      variant_identifier: `V${at}`,
      title: `Shirt ${at}`,
      price: at % 2 === 0 ? at : "dear",
    },
  })),
});

describe("the JSON text of a product document", () => {
  for (const variants of [1, 2, 50]) {
    it(`the JSON text of a product is complete even if it is computed in time slices (${variants} variants)`, async () => {
      let turns = 0;
      const slice = { isOver: () => true, next: () => Promise.resolve(void (turns += 1)) };
      const rules = DEFAULT_CONFIGURATION;
      const { text } = await productText(product(variants), BASE_FIELD_TYPES, rules, undefined, slice);
      const document = buildDocument(product(variants), BASE_FIELD_TYPES, rules);
      expect(JSON.parse(text)).to.deep.equal(document);
      expect(turns).to.be.greaterThan(variants);
    });
  }
});
