import { expect } from "chai";
import fc from "fast-check";
import { type Candidate, productsOf } from "../../../src/personalization/candidate.js";
import { listingPrior, listingPriorAt } from "../../../src/personalization/listing-prior.js";
import { explainScore, pointsOf, type Scoring, type Signal, SIGNALS } from "../../../src/personalization/signals.js";
import { tasteAt, WEIGHTS } from "../../support/known-shopper.js";

const candidate = (id: string, given: Partial<Candidate> = {}): Candidate => ({ id, tokens: [], ...given });
const TASTE = tasteAt(0);
const scoring = (given: Partial<Scoring> = {}): Scoring => ({
  signals: SIGNALS,
  taste: TASTE,
  weights: WEIGHTS,
  of: "listing",
  ...given,
});
const points = (one: Candidate, given: Partial<Scoring> = {}) => pointsOf(scoring(given), productsOf([one]))[0];

describe("the personal score", () => {
  it("the personal score adds points for liked brands and categories, including subcategories of a liked category", () => {
    expect(points(candidate("a", { tokens: ["designer=GUCCI"] }))).to.equal(4);
    expect(points(candidate("a", { tokens: ["designer=GUCCI", "categories=Shoes: Boots: Chelsea"] }))).to.equal(6);
    expect(points(candidate("a", { tokens: ["designer=PRADA", "categories=Shoelaces"] }))).to.equal(0);
  });

  it("the personal score adds points for viewed products and similar prices in listings, but not in searches", () => {
    const near = candidate("p1", { log_price: 7 });
    expect(points(near)).to.equal(1 + 0.5);
    expect(points(near, { of: "text" })).to.equal(0);
    expect(points(candidate("a", { log_price: 8 }))).to.equal(0);
    expect(points(candidate("a"))).to.equal(0);
  });

  it("the personal score adds points for products from the same sessions as recently viewed products", () => {
    const taste = { ...TASTE, beside: [["a", 0.75], ["b", 0.25]] as const }; // prettier-ignore
    expect(points(candidate("a"), { taste })).to.be.closeTo(3, 1e-12);
    expect(points(candidate("b"), { taste })).to.be.closeTo(1, 1e-12);
    expect(points(candidate("a"), { taste, of: "text" })).to.be.closeTo(0.75, 1e-12);
    expect(points(candidate("c"), { taste })).to.equal(0);
  });

  it("the explanation of a personal score lists the points of each signal, which add up to the score", () => {
    const one = candidate("p1", {
      tokens: ["designer=GUCCI", "categories=Shoes: Mules"],
      log_price: 6,
    });
    const explained = explainScore(scoring(), one);
    expect(explained).to.deep.equal([
      { signal: "taste designer=GUCCI", points: 4 },
      { signal: "taste categories=Shoes", points: 2 },
      { signal: "taste product_identifier=p1", points: 1 },
      { signal: "taste price", points: 1 },
    ]);
    expect(explained.reduce((sum, part) => sum + part.points, 0)).to.equal(points(one));
  });

  it("the personal score includes custom signals and excludes signals without weight", () => {
    const madeUp: Signal = {
      name: "made up",
      weight: () => 3,
      scores: ({ size, idAt }) => Float64Array.from({ length: size }, (_, at) => (idAt(at) === "a" ? 1 : 0)),
    };
    const all = scoring({ signals: [...SIGNALS, madeUp] });
    const one = candidate("a", { tokens: ["designer=GUCCI"] });
    expect(pointsOf(all, productsOf([one]))[0]).to.equal(7);
    expect(explainScore(all, one)).to.deep.equal([
      { signal: "taste designer=GUCCI", points: 4 },
      { signal: "made up", points: 3 },
    ]);
    const weightless = scoring({ weights: { ...WEIGHTS, affinity: 0 } });
    expect([pointsOf(weightless, productsOf([one]))[0], explainScore(weightless, one)]).to.deep.equal([0, []]);
    const nothing = scoring({ taste: { ...TASTE, tokens: [], prices: [], recent: [] } });
    expect([pointsOf(nothing, productsOf([one]))[0], explainScore(nothing, one)]).to.deep.equal([0, []]);
  });

  it("each signal adds at most its weight to the personal score of a product", () => {
    const token = fc.constantFrom(
      "designer=A",
      "designer=B",
      "categories=C",
      "categories=C: D",
      "product_identifier=a",
    );
    const share = fc.double({ min: 0.001, max: 0.1, noNaN: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(token, share), { selector: ([name]) => name }),
        fc.array(fc.tuple(fc.double({ min: 0, max: 9, noNaN: true }), share), { maxLength: 4 }),
        fc.uniqueArray(token),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tokens, prices, own, beside) => {
          const taste = { ...TASTE, tokens, prices, beside: [["a", beside] as const] };
          const named = own.filter((name) => !name.startsWith("product"));
          const one = candidate("a", { tokens: named, log_price: 4 });
          const weight = [...tokens, ...prices].reduce((sum, [, share]) => sum + share, WEIGHTS.co_visitation);
          expect(points(one, { taste })).to.be.within(0, WEIGHTS.affinity * weight + 1e-9);
        },
      ),
    );
  });
});

describe("the listing score of a product", () => {
  it("the listing score of a product decays exponentially with age and grows logarithmically with popularity", () => {
    expect(listingPrior(1_700_000_000_999, 2)).to.deep.equal({
      function_score: {
        query: { match_all: {} },
        functions: [
          {
            exp: {
              prior: { origin: 1_700_000_000 + 3_153_600_000, offset: 3_153_600_000, scale: 172_800, decay: 0.5 },
            },
          },
          {
            linear: {
              prior: {
                origin: 1_700_000_000 + 20 * 172_800 + 3_153_600_000,
                offset: 3_153_600_000,
                scale: 10 * 172_800,
                decay: 0.5,
              },
            },
            weight: 20 * Math.LN2,
          },
        ],
        score_mode: "sum",
        boost_mode: "replace",
      },
    });
    const scores = [-2, -1, 0, 1].map((doublings) =>
      listingPriorAt(1_700_000_000 + doublings * 172_800, 1_700_000_000_999, 2),
    );
    expect(scores.map((score) => Math.round(score * 1e6) / 1e6)).to.deep.equal([0.25, 0.5, 1, 1.693147]);
  });
});
