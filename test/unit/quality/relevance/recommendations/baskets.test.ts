import { expect } from "chai";
import {
  categoriesIn,
  previewRequests,
  splitBaskets,
} from "../../../../../quality/relevance/recommendations/basket-questions.js";
import { summariseBaskets } from "../../../../../quality/relevance/recommendations/basket-report.js";
import type { BasketObservation } from "../../../../../quality/relevance/recommendations/evaluate-baskets.js";
import type { Basket } from "../../../../../quality/relevance/taste/basket.js";

const basket = (session: string, at: number, ...products: string[]): Basket => ({
  at,
  session,
  shopper: `shopper of ${session}`,
  type: "add_to_cart",
  products: products.map((product) => ({ product, named: `${product}-red` })),
});

describe("the generator of test cases from baskets", () => {
  it("the recommendation evaluation creates a test case for each product of a basket by leaving out the product", () => {
    const baskets = [
      ...[basket("1", 1, "A", "B"), basket("2", 2, "A"), basket("3", 3, "B", "C"), basket("2", 4, "A", "B")],
      ...[basket("4", 5, "A"), basket("4", 6, "A", "C", "C"), basket("4", 7, "A", "B")],
    ];
    const shopper = "shopper of 4";
    expect(splitBaskets(baskets, 4 / 7)).to.deep.equal({
      training: baskets.slice(0, 3),
      questions: [
        { at: 6, shopper, seeds: ["C"], wanted: ["A"] },
        { at: 6, shopper, seeds: ["A"], wanted: ["C"] },
      ],
    });
  });

  it("the recommendation evaluation creates test cases that expect products of other categories than the viewed product", () => {
    const line = (product_identifier: string, categories?: string[]) =>
      JSON.stringify({ operation: "insert", product_data: { product_identifier, categories } });
    const categories = categoriesIn([
      line("A", ["Bags"]),
      line("A", ["New"]),
      line("B", ["New"]),
      line("C"),
      line("D", ["Pens"]),
    ]);
    const requested = { at: 1, shopper: "ada" };
    const basketOf = (...ids: string[]) =>
      ids.map((wanted) => ({ ...requested, seeds: ids.filter((id) => id !== wanted), wanted: [wanted] }));
    expect(previewRequests(basketOf("A", "B", "C", "D"), categories)).to.deep.equal([
      { ...requested, seeds: ["A"], wanted: ["C", "D"] },
      { ...requested, seeds: ["B"], wanted: ["C", "D"] },
      { ...requested, seeds: ["C"], wanted: ["A", "B", "D"] },
      { ...requested, seeds: ["D"], wanted: ["A", "B", "C"] },
    ]);
    expect(previewRequests(basketOf("A", "B"), categories)).to.deep.equal([]);
  });
});

describe("the summary of recommendations for baskets", () => {
  const observation = (
    profile: BasketObservation["profile"],
    ...[own, popularity, at_large, content]: readonly [boolean, boolean, boolean, boolean]
  ): BasketObservation => ({
    shopper: "ada",
    profile,
    hits: { profile: own, popularity, at_large, content },
  });

  it("the summary of recommendations for baskets contains the hit rate of each profile with a confidence interval", () => {
    const bootstrap = { resamples: 10, confidence: 0.95, seed: "test" };
    const interval = (mean: number) => ({ mean, low: mean, high: mean });
    const summary = summariseBaskets(
      [
        observation("similar", true, false, false, true),
        observation("similar", true, true, false, false),
        observation("complete_the_look", true, false, true, false),
      ],
      bootstrap,
    );
    expect(summary).to.deep.equal([
      {
        profile: "similar",
        questions: 2,
        hitRates: { profile: 1, popularity: 0.5, at_large: 0, content: 0.5 },
        aboveTwicePopularity: interval(0),
        aboveTwiceAtLarge: interval(1),
        aboveContent: interval(0.5),
      },
      {
        profile: "complete_the_look",
        questions: 1,
        hitRates: { profile: 1, popularity: 0, at_large: 1, content: 0 },
        aboveTwicePopularity: interval(1),
        aboveTwiceAtLarge: interval(-1),
        aboveContent: interval(1),
      },
    ]);
    expect(summariseBaskets([], bootstrap)).to.deep.equal([]);
  });
});
