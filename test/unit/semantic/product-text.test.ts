import { expect } from "chai";
import { productText, textDigest } from "../../../src/semantic/product-text.js";

const variant = (data: object, active = true) => ({
  variant_identifier: "v",
  active,
  digest: "",
  data: { product_identifier: "p", variant_identifier: "v", ...data },
});

describe("what an encoder is told of a product", () => {
  it("is its title, its kind, its category and the beginning of its description", () => {
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

  it("is nothing where nothing is sold", () => {
    expect(productText({ source: [variant({ title: "Old" }, false)] })).to.equal("");
  });

  it("has another digest only where it differs", () => {
    expect(textDigest("a")).to.equal(textDigest("a")).and.not.to.equal(textDigest("b"));
  });
});
