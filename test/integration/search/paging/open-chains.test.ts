import { expect } from "chai";
import { crowd } from "../../../support/chain-crowd.js";
import { useShop } from "../../../support/shop.js";

describe("many shoppers who page through results at the same time", () => {
  const shop = useShop();

  it("cursor pagination repeats no product while a product is inserted every second", async () => {
    const storefronts = await Promise.all([shop.storefront(), shop.storefront(), shop.storefront()]);
    const { inserts } = await crowd(storefronts, { products: 500, chains: 60, depth: 300, atOnce: 6 });
    expect(inserts).to.be.greaterThan(storefronts.length);
  });
});
