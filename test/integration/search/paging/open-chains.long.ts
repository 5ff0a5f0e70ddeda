import { expect } from "chai";
import { crowd } from "../../../support/chain-crowd.js";
import { useOwnEngine } from "../../../support/shop-engine.js";
import { useShop } from "../../../support/shop.js";

/** This suite takes minutes, so it is not part of `npm test`. Run with `npm run test:long`. */
describe("5,000 shoppers in ten storefronts", function () {
  this.timeout(1_800_000);
  const own = useOwnEngine();
  const shop = useShop({ engineUrl: () => own.url() });

  it("shoppers receive no product twice while a product is inserted every second in each storefront", async () => {
    const storefronts = await Promise.all(Array.from({ length: 10 }, () => shop.storefront()));
    const report = await crowd(storefronts, { products: 1500, chains: 5000, depth: 300, atOnce: 16 });
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.inserts).to.be.greaterThan(storefronts.length);
  });
});
