import { expect } from "chai";
import { formatBaskets } from "../../../../quality/relevance/recommendations/basket-report.js";
import { evaluateBaskets } from "../../../../quality/relevance/recommendations/evaluate-baskets.js";
import type { Basket } from "../../../../quality/relevance/taste/basket.js";
import { demoShoppers } from "../../../../quality/relevance/taste/demo.js";
import { sharedEngineUrl } from "../../../support/engine.js";

describe("the evaluation of recommendations for baskets", function () {
  let engineUrl = "";

  before(async function () {
    this.timeout(300_000);
    engineUrl = await sharedEngineUrl(this);
  });

  it("the evaluation of recommendations detects that the public API recommends products that were bought together", async () => {
    const demo = await demoShoppers({ shoppers: 1, everyProduct: 40 });
    const lines = demo.feed.map((line) => JSON.parse(line) as { product_data: Record<string, string> });
    const named = new Map(lines.map(({ product_data: data }) => [data.product_identifier, data.variant_identifier]));
    const products = [...named].slice(0, 2).map(([product = "", variant = ""]) => ({ product, named: variant }));
    const baskets = Array.from({ length: 20 }, (_, number): Basket => {
      const shopper = `shopper-${number}`;
      return {
        at: Date.UTC(2026, 9, 20) + number * 3_600_000,
        shopper,
        session: shopper,
        type: "transaction",
        products,
      };
    });
    const dataset = { ...demo, baskets };
    const how = { heldOut: 0.1, limit: 1, onProgress: () => undefined, signal: new AbortController().signal };
    const evaluation = await evaluateBaskets(dataset, { engineUrl, ...how });
    const similar = evaluation.observations.filter(({ profile }) => profile === "similar");
    expect([evaluation.training, evaluation.questions, similar.length]).to.deep.equal([18, 4, 4]);
    for (const { hits } of similar) expect(hits.profile).to.equal(true);
    const bootstrap = { resamples: 10, confidence: 0.95, seed: "test" };
    expect(formatBaskets(dataset, evaluation, { ...how, bootstrap })).to.contain("18 training baskets, 4 test cases");
  });
});
