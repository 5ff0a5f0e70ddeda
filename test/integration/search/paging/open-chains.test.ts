import { expect } from "chai";
import { crowd } from "../../../support/chain-crowd.js";
import { useOwnEngine } from "../../../support/shop-engine.js";
import { useShop } from "../../../support/shop.js";

describe("many open chains", () => {
  const own = useOwnEngine();
  const shop = useShop({ engineUrl: () => own.url() });

  it("share few points in time while products are inserted every second, and all go on", async () => {
    const storefronts = await Promise.all([shop.storefront(), shop.storefront(), shop.storefront()]);
    const size = { products: 500, chains: 60, depth: 300, atOnce: 6 };
    const { mostPointsInTime, inserts } = await crowd(own, storefronts, size);
    expect(inserts).to.be.greaterThan(storefronts.length);
    // As many for each storefront as a hundred are for ten.
    expect(mostPointsInTime)
      .to.be.greaterThan(0)
      .and.at.most(10 * storefronts.length);
  });
});
