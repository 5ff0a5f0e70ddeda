import { expect } from "chai";
import { demoShoppers } from "../../../../quality/relevance/taste/demo.js";
import { evaluateTaste, type TasteEvaluation } from "../../../../quality/relevance/taste/evaluate-taste.js";
import { formatEvaluation } from "../../../../quality/relevance/taste/report.js";
import { summarise } from "../../../../quality/relevance/taste/summary.js";
import { sharedEngineUrl } from "../../../support/engine.js";

const BOOTSTRAP = { resamples: 200, confidence: 0.95, seed: "test" };
const CONDITIONS = { limit: 100, depth: 200, popularityHalfLifeDays: 14, configuration: {} };
const SHOPPERS = 3;

describe("the evaluation of personalization by taste", function () {
  let engineUrl = "";

  before(async function () {
    this.timeout(300_000);
    engineUrl = await sharedEngineUrl(this);
  });

  const evaluate = async (configuration: Readonly<Record<string, unknown>> = {}): Promise<TasteEvaluation> =>
    evaluateTaste(await demoShoppers({ shoppers: SHOPPERS, everyProduct: 40 }), {
      ...CONDITIONS,
      configuration,
      engineUrl,
      shoppers: Infinity,
      wholeShoppers: Infinity,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });

  it("the evaluation of personalization detects that the public API ranks products by the tastes of simulated shoppers", async () => {
    const dataset = await demoShoppers({ shoppers: SHOPPERS, everyProduct: 40 });
    const evaluation = await evaluate();
    const { baskets, shoppers, withoutHistory, observations } = evaluation;
    expect([baskets, shoppers, withoutHistory]).to.deep.equal([dataset.baskets.length, SHOPPERS, SHOPPERS]);
    const all = observations.filter(({ part }) => part === "all");
    expect(all).to.have.lengthOf(baskets - withoutHistory);
    const [fresh, repeats] = summarise(observations, BOOTSTRAP).map(({ metrics }) => metrics[0]?.means);
    expect(fresh?.personalized).to.be.greaterThan(fresh?.unpersonalized ?? 1);
    expect(repeats?.personalized).to.be.greaterThan(repeats?.unpersonalized ?? 1);
    const report = formatEvaluation(dataset, evaluation, CONDITIONS, BOOTSTRAP);
    expect(report).to.contain(`${baskets} baskets of ${SHOPPERS} shoppers replayed, ${SHOPPERS} of them first baskets`);
    expect(report).to.contain("in listings without the shopper's earlier products (main result)");
  });

  it("the evaluation of personalization finds equal scores with and without personalization if all taste weights are 0", async () => {
    const ranking = { affinity: 0, co_visitation: 0, fatigue: 0, category_diversity: 0 };
    const { observations } = await evaluate({ ranking });
    expect(observations).not.to.deep.equal([]);
    for (const { scores } of observations) expect(scores.personalized).to.deep.equal(scores.unpersonalized);
  });
});
