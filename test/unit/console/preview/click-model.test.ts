import { expect } from "chai";
import fc from "fast-check";
import type { Kind, SeenResponse } from "../../../../console/server/preview/cells.js";
import { clickModel } from "../../../../console/server/preview/click-model.js";

const PRODUCTS = ["a", "b", "c", "d", "e", "f"];
const kindOf = (product: string): Kind => ({ category: product.split(" ")[0] ?? "", brand: "" });
const alike = (): Kind => ({ category: "", brand: "" });
const on = (product: string, position: number, topic = "q") => ({
  topic,
  device: "somebody",
  product,
  position,
});

/** Returns `times` responses with the same products, which are clicked at the given rates. */
function responses(
  times: number,
  shown: readonly string[],
  rateOf: (product: string, position: number) => number,
  topic = "q",
  first = 1,
): SeenResponse[] {
  return Array.from({ length: times }, (_, nth) => ({
    topic,
    device: `device ${nth}`,
    first,
    shown,
    clicked: new Set(shown.filter((product, at) => nth < Math.round(times * rateOf(product, first + at)))),
  }));
}

const rotated = (all: readonly string[], by: number) => [...all.slice(by), ...all.slice(0, by)];

describe("clickModel", () => {
  it("the click model estimates clicks from positions alone if no clicks are stored", () => {
    const {
      measure,
      clicks,
      clicksOn,
      responses: count,
    } = clickModel(
      responses(2, ["a", "b"], () => 0),
      alike,
    );
    expect([measure, count, clicks]).to.deep.equal(["positions", 2, 0]);
    expect([clicksOn(on("a", 1)), clicksOn(on("b", 3)), clicksOn(on("new", 1, "other"))]).to.deep.equal([1, 0.5, 1]);
    expect(clickModel([], alike).clicksOn(on("a", 1))).to.equal(1);
  });

  it("the click model estimates the click rate of a product regardless of the positions at which the product was shown", () => {
    const worths = fc.array(fc.constantFrom(0.1, 0.2, 0.4, 0.8), { minLength: 6, maxLength: 6 });
    const order = fc.shuffledSubarray(PRODUCTS, { minLength: 6 });
    fc.assert(
      fc.property(worths, order, order, fc.constantFrom(0.6, 0.75, 0.9), (score, one, other, steepness) => {
        const rateOf = (product: string, position: number) =>
          (score[PRODUCTS.indexOf(product)] ?? 0) * steepness ** (position - 1);
        const mixed = PRODUCTS.flatMap((_, by) => responses(200, rotated(PRODUCTS, by), rateOf));
        const [first, second] = [one, other].map((usual) =>
          clickModel([...mixed, ...responses(1_000, usual, rateOf)], alike),
        );
        for (const [at, product] of PRODUCTS.entries()) {
          const estimates = [first, second].map((model) => model?.clicksOn(on(product, 1)) ?? 0);
          // The tolerance is 25 %, because estimates are slightly closer to the average than the real click rates.
          for (const estimate of estimates) expect(estimate).to.be.closeTo(score[at] ?? 0, 0.25 * (score[at] ?? 0));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("the click model estimates few clicks for products that are popular but irrelevant to the query", () => {
    const [dresses, watches] = ["dress", "watch"].map((kind) => PRODUCTS.map((name) => `${kind} ${name}`)) as [
      string[],
      string[],
    ];
    const rateOf = (product: string, position: number) => (product === "watch a" ? 0.6 : 0.2) / position;
    const fitting = (product: string, position: number) => (product.startsWith("coat") ? 0.2 / position : 0.01);
    const { clicksOn } = clickModel(
      [
        ...responses(300, dresses, rateOf, "dress"),
        ...responses(2, ["watch a"], () => 0, "dress", 200),
        ...responses(300, watches, rateOf, "watch"),
        // Clicks for another query, from which the click rate of irrelevant products in this shop is estimated.
        ...responses(300, ["coat a", "coat b", "coat c", "coat d", "hat a", "coat e"], fitting, "coat"),
      ],
      kindOf,
    );
    expect(clicksOn(on("watch a", 1, "watch"))).to.be.closeTo(0.6, 0.06);
    for (const dress of [...dresses, "dress never seen"]) {
      expect(clicksOn(on("watch a", 1, "dress"))).to.be.lessThan(clicksOn(on(dress, 1, "dress")));
    }
  });

  it("the click model estimates clicks from the product's category if the product was never shown for the query", () => {
    const { clicksOn } = clickModel(
      [...responses(400, PRODUCTS.map((name) => `dress ${name}`), (_, position) => 0.3 / Math.log2(position + 1))],
      kindOf,
    ); // prettier-ignore
    expect(clicksOn(on("dress new", 1))).to.be.closeTo(0.3, 0.01);
  });

  it("the click model estimates more clicks for a shopper who likes the brand of the product", () => {
    const brands = (product: string): Kind => ({ category: "", brand: product < "d" ? "Acme" : "Brio" });
    // Each shopper clicks a preferred brand twice as often as the second brand, and sees the preferred brand first.
    const liking = (likes: boolean) => PRODUCTS.filter((product) => product < "d" === likes);
    const rateOf = (liked: readonly string[]) => (product: string, position: number) =>
      (liked.includes(product) ? 0.4 : 0.2) / Math.log2(position + 1);
    const seen = [true, false].flatMap((likes) => {
      const liked = liking(likes);
      const first = responses(500, [...liked, ...liking(!likes)], rateOf(liked), "q");
      const again = responses(500, liked, () => 1, "before");
      return [...first, ...again].map((one) => ({ ...one, device: `${likes} ${one.device}` }));
    });
    const { clicksOn } = clickModel(seen, brands);
    const [liked, other] = ["true device 499", "false device 499"].map((device) => clicksOn({ ...on("a", 1), device }));
    expect(liked).to.be.greaterThan(other ?? 0);
    const steepness = (model: typeof clicksOn) => model(on("a", 1)) / model(on("a", 6));
    expect(steepness(clicksOn)).to.be.closeTo(Math.log2(7), 0.3);
    expect(steepness(clickModel(seen, alike).clicksOn)).to.be.greaterThan(Math.log2(7) + 0.6);
  });
});

describe("the estimated effect of a changed order", () => {
  const model = clickModel(
    responses(50, PRODUCTS, (product) => (product < "c" ? 0.4 : 0.1)),
    alike,
  );
  const change = fc.tuple(
    fc
      .record({ product: fc.constantFrom(...PRODUCTS), position: fc.integer({ min: 1, max: 9 }) })
      .map(({ product, position }) => on(product, position)),
    fc.integer({ min: -5, max: 5 }),
  );

  it("the estimated effect of a changed order equals the difference in expected clicks, and is zero if no product moves", () => {
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const { clicks, low, high } = model.estimate(changes);
        const sum = changes.reduce((total, [shown, times]) => total + times * model.clicksOn(shown), 0);
        expect(clicks).to.be.closeTo(sum, 1e-9);
        expect(high - clicks).to.be.closeTo(clicks - low, 1e-9);
        const back = changes.map(([shown, times]) => [shown, -times] as const);
        for (const bound of Object.values(model.estimate([...changes, ...back]))) expect(bound).to.be.closeTo(0, 1e-9);
      }),
    );
  });

  it("the estimated effect of a changed order is more certain with more observations", () => {
    const spread = (times: number) => {
      const seen = PRODUCTS.flatMap((_, by) =>
        responses(times, rotated(PRODUCTS, by), (_product, position) => 0.2 / position),
      );
      const { clicks, low, high } = clickModel(seen, alike).estimate([[on("a", 1), 1]]);
      return (high - low) / clicks;
    };
    expect(spread(1_000)).to.be.lessThan(spread(50) / 2);
  });
});
