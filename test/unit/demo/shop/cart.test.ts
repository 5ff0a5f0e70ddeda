import { expect } from "chai";
import { changed, countOf, totalOf, type CartLine } from "../../../../demo/shop/cart.js";
import { productOf } from "../../../../demo/shop/product.js";

const shirt = productOf({ product_identifier: "shirt", variant_identifier: "shirt-red", price: 79.5 });
const gift = productOf({ product_identifier: "gift", variant_identifier: "gift" });
const line = (product: typeof shirt, size: string, quantity: number): CartLine => ({ product, size, quantity });

describe("cart of the demo shop", () => {
  it("the cart of the demo shop contains a separate line for each size of a product", () => {
    const lines = changed(changed(changed([], shirt, "M", 1), shirt, "L", 2), shirt, "M", 2);
    expect(lines).to.deep.equal([line(shirt, "M", 3), line(shirt, "L", 2)]);
  });

  it("the cart of the demo shop removes a line only if its quantity falls to 0", () => {
    const lines = [line(shirt, "M", 2), line(gift, "", 1)];
    expect(changed(lines, shirt, "M", -2)).to.deep.equal([line(gift, "", 1)]);
    expect(changed(lines, shirt, "M", -5)).to.deep.equal([line(gift, "", 1)]);
    expect(changed(lines, shirt, "S", -1)).to.deep.equal(lines);
  });

  it("the cart of the demo shop limits each product to nine pieces", () => {
    expect(changed([line(shirt, "M", 9)], shirt, "M", 1)).to.deep.equal([line(shirt, "M", 9)]);
  });

  it("the cart of the demo shop counts products and sums the known prices", () => {
    const lines = [line(shirt, "M", 2), line(gift, "", 1)];
    expect([countOf(lines), totalOf(lines), countOf([]), totalOf([])]).to.deep.equal([3, 159, 0, 0]);
  });
});
