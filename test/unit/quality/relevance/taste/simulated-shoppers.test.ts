import { expect } from "chai";
import { seeded } from "../../../../../demo/random.js";
import { drawTaste, likingOf, type ShopProduct } from "../../../../../quality/relevance/taste/simulated-shopper.js";
import { simulateShoppers } from "../../../../../quality/relevance/taste/simulated-visits.js";

const DAY = 86_400_000;
const products: ShopProduct[] = Array.from({ length: 120 }, (_, number) => ({
  product_identifier: `p${number}`,
  variants: [
    { variant_identifier: `p${number}-red`, color: "Red" },
    { variant_identifier: `p${number}-${number % 2}`, color: number % 2 === 0 ? "Blue" : "Green" },
  ],
  designer: `designer ${number % 12}`,
  category: `category ${number % 7}`,
  department: number < 60 ? "Women" : "Men",
  price: 20 * 2 ** (number % 5),
  appeal: 0,
}));
const options = { shoppers: 30, from: 100 * DAY, days: 30 };

describe("simulateShoppers", () => {
  const baskets = simulateShoppers(products, options);

  it("simulated visits are deterministic, in time order, and within the simulated days", () => {
    expect(simulateShoppers(products, options)).to.deep.equal(baskets);
    expect(baskets.map(({ at }) => at)).to.deep.equal(baskets.map(({ at }) => at).sort((a, b) => a - b));
    expect(new Set(baskets.map(({ shopper }) => shopper))).to.have.lengthOf(30);
    for (const { at } of baskets) expect(at).to.be.within(100 * DAY, 131 * DAY);
  });

  it("the visits of a simulated shopper do not depend on the number of other shoppers", () => {
    const alone = simulateShoppers(products, { ...options, shoppers: 1 });
    expect(baskets.filter(({ shopper }) => shopper === "simulated-1")).to.deep.equal(alone);
  });

  it("a simulated shopper adds only viewed products to the cart, and buys only products from the cart", () => {
    const kinds = new Set<string>();
    for (const basket of baskets) {
      kinds.add(basket.type);
      const before = baskets.filter(({ session, at }) => session === basket.session && at < basket.at);
      const source = basket.type === "transaction" ? "add_to_cart" : "product_view";
      const met = before.filter(({ type }) => type === source).flatMap((one) => one.products.map(({ named }) => named));
      if (basket.type === "product_view") expect(basket.products).to.have.lengthOf(1);
      else expect(met).to.include.members(basket.products.map(({ named }) => named));
    }
    expect([...kinds].sort()).to.deep.equal(["add_to_cart", "product_view", "transaction"]);
  });

  it("likingOf computes how much a simulated shopper likes a product from the match with the shopper's taste", () => {
    const taste = drawTaste(seeded("taste"), products);
    const [product] = products;
    if (product === undefined) throw new Error("there are products");
    const own = {
      department: product.department,
      designers: new Set([product.designer]),
      categories: new Set<string>(),
      colors: new Set<string>(),
      price: Math.log2(product.price),
    };
    expect(likingOf(own, product, null)).to.equal(2);
    expect(likingOf(own, product, product.category)).to.equal(4);
    expect(likingOf({ ...own, price: own.price + 2 }, product, null)).to.be.closeTo(0.8, 1e-9);
    expect([taste.designers.size, taste.categories.size, taste.colors.size].every((size) => size > 0)).to.equal(true);
  });

  it("a simulated shopper chooses preferred designers far more often than chance", () => {
    const designerOf = new Map(products.map((product) => [product.product_identifier, product.designer]));
    const shares = Array.from({ length: 30 }, (_, number) => {
      const shopper = `simulated-${number + 1}`;
      const { designers } = drawTaste(seeded(shopper), products);
      const views = baskets.filter((basket) => basket.shopper === shopper && basket.type === "product_view");
      const liked = views.filter(({ products: [one] }) => designers.has(designerOf.get(one?.product ?? "") ?? ""));
      return liked.length / views.length - designers.size / 12;
    });
    expect(shares.reduce((sum, one) => sum + one, 0) / shares.length).to.be.greaterThan(0.2);
  });
});
