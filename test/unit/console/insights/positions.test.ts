import { expect } from "chai";
import fc from "fast-check";
import {
  bucketName,
  bucketOf,
  PositionCounts,
  PositionRates,
  SURFACES,
} from "../../../../console/server/insights/positions.js";
import { verdictOn } from "../../../../console/server/insights/tally.js";

describe("model of click rates by position", () => {
  it("the click rate model reports the first positions separately and groups later positions", () => {
    const names = [1, 2, 8, 9, 10, 11, 24, 25, 96, 97, 5_000].map((position) => bucketName(bucketOf(position)));
    expect(names).to.deep.equal(["1", "2", "8", "9–10", "9–10", "11–12", "21–24", "25–36", "49–96", "97 and on", "97 and on"]); // prettier-ignore
  });

  it("the click rate model expects fewer clicks on a product at a lower position", () => {
    const rates = new PositionRates();
    const [high, low] = [new PositionCounts(), new PositionCounts()];
    for (let at = 0; at < 100; at += 1) {
      // Half of the products at position 1 are clicked, and a tenth of the products at position 9.
      high.add("search", 1, at < 50);
      rates.add("search", 1, at < 50);
      low.add("search", 9, at < 10);
      rates.add("search", 9, at < 10);
    }
    expect([rates.expected(high), rates.expected(low)]).to.deep.equal([50, 10]);
    expect([verdictOn(high.clicked, 50), verdictOn(low.clicked, 10)]).to.deep.equal(["usual", "usual"]);
  });

  it("the click rate model estimates as many clicks in total as were observed", () => {
    const view = fc.record({
      surface: fc.constantFrom(...SURFACES),
      position: fc.integer({ min: 1, max: 200 }),
      isClicked: fc.boolean(),
      name: fc.constantFrom("a", "b", "c"),
    });
    fc.assert(
      fc.property(fc.array(view, { maxLength: 300 }), (views) => {
        const rates = new PositionRates();
        const counts = new Map(["a", "b", "c"].map((name) => [name, new PositionCounts()]));
        for (const { surface, position, isClicked, name } of views) {
          rates.add(surface, position, isClicked);
          counts.get(name)!.add(surface, position, isClicked);
        }
        const expected = [...counts.values()].reduce((sum, one) => sum + rates.expected(one), 0);
        expect(expected).to.be.closeTo(views.filter(({ isClicked }) => isClicked).length, 1e-9);
        expect(rates.rates().reduce((sum, { shown }) => sum + shown, 0)).to.equal(views.length);
      }),
    );
  });
});

describe("the assessment of the number of clicks", () => {
  it("the assessment of the number of clicks is too_few if fewer than five clicks are expected", () => {
    const cases = [
      [0, 4.9, "too_few"],
      [0, 5, "less"],
      [92, 100, "usual"],
      [79, 100, "less"],
      [121, 100, "more"],
    ] as const;
    for (const [clicked, expected, verdict] of cases) expect(verdictOn(clicked, expected)).to.equal(verdict);
  });
});
