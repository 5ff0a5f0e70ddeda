import { expect } from "chai";
import type { Basket } from "../../../../../quality/relevance/taste/basket.js";
import { observe, partsIn, type Observation } from "../../../../../quality/relevance/taste/observation.js";
import { stepsOf } from "../../../../../quality/relevance/taste/questions.js";
import { sampleSteps } from "../../../../../quality/relevance/taste/sample.js";
import { formatSummary } from "../../../../../quality/relevance/taste/report.js";
import { summarise } from "../../../../../quality/relevance/taste/summary.js";

const basket = (shopper: string, at: number, ...products: string[]): Basket => ({
  at,
  shopper,
  session: `${shopper}-1`,
  type: "add_to_cart",
  products: products.map((product) => ({ product, named: product })),
});

const rankings = {
  personalized: ["old", "new", "x"],
  unpersonalized: ["x", "old", "new"],
  popularity: ["x", "y", "z"],
};
const scores = (mrr: number, gain: number) => ({ MRR: mrr, "NDCG@10": gain, "NDCG@24": gain });

describe("observe", () => {
  const [, step] = stepsOf([basket("ada", 1, "old"), basket("ada", 2, "old", "new")]);

  it("the taste evaluation scores new and repeated products of a basket separately", () => {
    if (step === undefined) throw new Error("there are two steps");
    expect(partsIn(step)).to.deep.equal(["unseen", "new", "repeats", "all"]);
    const [unseen, fresh, repeats, all] = observe(step, rankings, partsIn(step));
    const second = 1 / Math.log2(3);
    expect(unseen).to.deep.equal({
      shopper: "ada",
      part: "unseen",
      scores: { personalized: scores(1, 1), unpersonalized: scores(1 / 2, second), popularity: scores(0, 0) },
    });
    expect(fresh).to.deep.equal({
      shopper: "ada",
      part: "new",
      scores: { personalized: scores(1 / 2, second), unpersonalized: scores(1 / 3, 1 / 2), popularity: scores(0, 0) },
    });
    expect(repeats).to.deep.equal({
      shopper: "ada",
      part: "repeats",
      scores: { personalized: scores(1, 1), unpersonalized: scores(1 / 2, second), popularity: scores(0, 0) },
    });
    expect([all?.part, all?.scores.personalized]).to.deep.equal(["all", scores(1, 1)]);
  });

  it("the taste evaluation scores only the requested parts of a basket, such as repeated products", () => {
    if (step === undefined) throw new Error("there are two steps");
    expect(observe(step, rankings, ["repeats"]).map(({ part }) => part)).to.deep.equal(["repeats"]);
  });
});

describe("the sample", () => {
  const shoppers = Array.from({ length: 40 }, (_, number) => `shopper-${number}`);
  const steps = stepsOf([
    ...shoppers.map((shopper) => basket(shopper, 1, "hat")),
    basket("once", 1, "hat"),
    ...shoppers.map((shopper) => basket(shopper, 2, "hat", "belt")),
    ...shoppers.map((shopper) => basket(shopper, 3, "hat")),
  ]);
  const partsOf = (sizes: { shoppers: number; wholeShoppers: number }) => {
    const sample = sampleSteps(steps, sizes);
    return { sample, parts: steps.map((step) => sample.partsOf(step)) };
  };

  it("the sample of baskets excludes the first basket of each shopper", () => {
    const { sample, parts } = partsOf({ shoppers: Infinity, wholeShoppers: 10 });
    const counts = new Map<string, number>();
    for (const part of parts) counts.set(part.join(), (counts.get(part.join()) ?? 0) + 1);
    expect([sample.shoppers, sample.wholeShoppers]).to.deep.equal([40, 10]);
    expect([...counts].sort()).to.deep.equal([
      ["", 41 + 30],
      ["repeats,all", 10],
      ["unseen,new", 30],
      ["unseen,new,repeats,all", 10],
    ]);
    expect(parts.slice(0, 41).every((part) => part.length === 0)).to.equal(true);
  });

  it("the sample of shoppers is deterministic, and a subset of every larger sample", () => {
    const requested = (size: number) =>
      new Set(
        steps
          .filter((_, index) => (partsOf({ shoppers: size, wholeShoppers: size }).parts[index]?.length ?? 0) > 0)
          .map((step) => step.basket.shopper),
      );
    const small = requested(5);
    expect([...small]).to.have.lengthOf(5);
    expect([...requested(5)]).to.deep.equal([...small]);
    expect([...requested(20)]).to.include.members([...small]);
  });
});

describe("the summary", () => {
  const observation = (shopper: string, personal: number, other: number): Observation => ({
    shopper,
    part: "new",
    scores: {
      personalized: scores(personal, personal),
      unpersonalized: scores(other, other),
      popularity: scores(0, 0),
    },
  });
  const bootstrap = { resamples: 200, confidence: 0.95, seed: "test" };

  it("the evaluation summary averages metrics over baskets and compares two rankings basket by basket", () => {
    const [summary, ...others] = summarise([observation("a", 0.5, 0.25), observation("b", 1, 0.75)], bootstrap);
    expect(others).to.deep.equal([]);
    expect([summary?.part, summary?.baskets, summary?.shoppers]).to.deep.equal(["new", 2, 2]);
    expect(summary?.metrics[0]).to.deep.equal({
      metric: "MRR",
      means: { personalized: 0.75, unpersonalized: 0.5, popularity: 0 },
      above: {
        unpersonalized: { mean: 0.25, low: 0.25, high: 0.25 },
        popularity: { mean: 0.75, low: 0.5, high: 1 },
      },
    });
  });

  it("the evaluation summary prints each difference with its sign and confidence interval", () => {
    const text = formatSummary(summarise([observation("a", 0.5, 0.75)], bootstrap), 0.95);
    expect(text.split("\n").slice(0, 3)).to.deep.equal([
      "Products new to the shopper: 1 baskets of 1 shoppers, 95 % intervals",
      "           personalized  unpersonalized  popularity        above unpersonalized            above popularity",
      "  MRR            0.5000          0.7500      0.0000  -0.2500 [-0.2500, -0.2500]  +0.5000 [+0.5000, +0.5000]",
    ]);
  });
});
