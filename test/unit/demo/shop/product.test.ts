import { expect } from "chai";
import { lastLevel, productOf } from "../../../../demo/shop/product.js";

const identifiers = { product_identifier: "1", variant_identifier: "1-red" };

describe("conversion of response items to products of the demo shop", () => {
  it("the demo shop reads product data from a response item", () => {
    const item = {
      ...identifiers,
      name: "Oxford shirt",
      designer: "ACME",
      category: "Clothing: Shirts",
      department: "Men",
      price: 60,
      original_price: 79.5,
      color_name: "Brick",
      images: ["/1.svg", "/2.svg"],
      sizes: ["S", "M"],
      in_stock: true,
      description: "Soft.",
      attributes: { care: "Wash" },
    };
    expect(productOf(item)).to.deep.equal({
      id: "1",
      variant: "1-red",
      name: "Oxford shirt",
      brand: "ACME",
      category: "Clothing: Shirts",
      department: "Men",
      price: 60,
      formerPrice: 79.5,
      color: "Brick",
      images: ["/1.svg", "/2.svg"],
      sizes: ["S", "M"],
      inStock: true,
      description: "Soft.",
      attributes: { care: "Wash" },
    });
  });

  it("the demo shop uses defaults for missing or invalid product data", () => {
    const nothing = {
      id: "1",
      variant: "1-red",
      name: "1",
      brand: "",
      category: "",
      department: "",
      price: null,
      formerPrice: null,
      color: "",
      images: [],
      sizes: [],
      inStock: true,
      description: "",
      attributes: {},
    };
    expect(productOf(identifiers)).to.deep.equal(nothing);
    const wrong = {
      name: 5,
      designer: null,
      price: "9",
      images: [1, null],
      sizes: {},
      attributes: [],
      description: false,
    };
    expect(productOf({ ...identifiers, ...wrong })).to.deep.equal(nothing);
  });

  it("the demo shop shows a product as on sale only if the original price exceeds the current price", () => {
    const former = (price: number, original_price: number) =>
      productOf({ ...identifiers, price, original_price }).formerPrice;
    expect([former(5, 5), former(5, 4), former(0, 5)]).to.deep.equal([null, null, 5]);
  });

  it("the demo shop shows the last level of a product's category", () => {
    expect(["Clothing: Polo shirts", "Bags", ""].map(lastLevel)).to.deep.equal(["Polo shirts", "Bags", ""]);
  });
});
