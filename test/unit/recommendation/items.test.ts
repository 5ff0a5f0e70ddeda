import { expect } from "chai";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { itemsFor } from "../../../src/recommendation/items.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";

const variant = (id: string, color: string) => ({
  variant_identifier: id,
  active: true,
  digest: "",
  data: { product_identifier: "dress", variant_identifier: id, color },
});
const DRESS = {
  product_identifier: "dress",
  active: true,
  created_at: "",
  updated_at: "",
  source: [variant("white", "White"), variant("red", "Red"), variant("black", "Black")],
};

describe("the items of a product", () => {
  const shown = (words: string, wanted?: string, named_variant = true) => {
    const configuration = { ...DEFAULT_CONFIGURATION, search: { ...DEFAULT_CONFIGURATION.search, named_variant } };
    const leaves = new Map([["color", "string" as const]]);
    const items = itemsFor(
      EVERYTHING,
      { group_by_product: true, projection: [] },
      { configuration, leaves, words },
    )(DRESS, wanted);
    return items.map(({ variant_identifier }) => variant_identifier);
  };

  it("show the variant that the words name, unless another one is given", () => {
    expect(shown("")).to.deep.equal(["white"]);
    expect(shown("Red dress")).to.deep.equal(["red"]);
    expect(shown("Red dress", "black")).to.deep.equal(["black"]);
    expect(shown("Red dress", undefined, false)).to.deep.equal(["white"]);
  });
});
