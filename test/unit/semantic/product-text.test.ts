import { expect } from "chai";
import { productText, textDigest } from "../../../src/semantic/product-text.js";

const variant = (data: object, active = true) => ({
  variant_identifier: "v",
  active,
  digest: "",
  data: { product_identifier: "p", variant_identifier: "v", ...data },
});

describe("product text for the embedding model", () => {
  it("the product text contains the title, product type, category and the start of the description", () => {
    const data = {
      title: "MALM",
      designer: "IKEA",
      product_type: "Chest of drawers",
      categories: ["Bedroom", "Bedroom: Storage"],
      description: `White  stained\noak. ${"x".repeat(200)}`,
    };
    expect(productText({ source: [variant({ title: "Old" }, false), variant(data)] })).to.equal(
      `MALM. Chest of drawers. Bedroom, Storage. White stained oak. ${"x".repeat(60)}`,
    );
  });

  it("the product text is empty if no variant is active", () => {
    expect(productText({ source: [variant({ title: "Old" }, false)] })).to.equal("");
  });

  it("the digest of the product text changes only if the text changes", () => {
    expect(textDigest("a")).to.equal(textDigest("a")).and.not.to.equal(textDigest("b"));
  });
});
