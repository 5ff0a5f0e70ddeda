import { expect } from "chai";
import fc from "fast-check";
import { promotionsIn, type Match } from "../../../../src/personalization/reranking/promotion.js";
import { rerank } from "../../../../src/personalization/reranking/rerank.js";

const NOBODY: ReadonlySet<string> = new Set();

const match = (at: number, more: Partial<Match> = {}): Match => ({
  id: `p${at}`,
  tokens: [],
  match: 20,
  taste: 0,
  ...more,
});

/** Returns a list of `size` products that do not match the shopper's taste, followed by the liked products. */
const window = (size: number, ...liked: readonly Partial<Match>[]): Match[] => [
  ...Array.from({ length: size }, (_, at) => match(at)),
  ...liked.map((one, at) => match(size + at, { taste: 0.4, ...one })),
];

const ordered = (matches: readonly Match[], seen = NOBODY): string[] =>
  rerank(matches, {
    snapshot: { ignored: [] },
    weights: { fatigue: 0, category_diversity: 0 },
    diversify_categories: false,
    promotions: promotionsIn(matches, seen),
  }).map(({ id }) => id);

describe("the promotion of liked products in searches", () => {
  it("promotion in searches moves liked products up to positions 8, 12, 16 and 20", () => {
    const order = ordered(window(40, {}, {}, {}, {}));
    expect([8, 12, 16, 20].map((at) => order[at - 1])).to.deep.equal(["p40", "p41", "p42", "p43"]);
    expect(order.filter((id) => Number(id.slice(1)) < 40)).to.deep.equal(window(40).map(({ id }) => id));
  });

  it("promotion in searches skips viewed products and products that poorly match the query or the shopper's taste", () => {
    const matches = window(20, { match: 9.9 }, { taste: 0.29 }, {}, { match: 10, taste: 0.3 });
    expect(promotionsIn(matches, new Set(["p22"]))).to.deep.equal(new Map([["p23", 6]]));
  });

  it("promotion in searches moves no product if liked products already rank high", () => {
    const matches = window(40, {}).map((one, at) => (at % 3 === 0 ? { ...one, taste: 1 } : one));
    expect(promotionsIn(matches, NOBODY)).to.deep.equal(new Map());
  });

  it("promotion in searches does not move products that are out of stock", () => {
    expect(promotionsIn(window(20, { match: -8_180 }), NOBODY)).to.deep.equal(new Map());
    const gone = window(20, {}).map((one) => ({ ...one, match: one.match - 8_192 }));
    expect(promotionsIn(gone, NOBODY)).to.deep.equal(new Map());
  });

  it("promotion in searches reports how far taste moved a product up, as a share of the number of results", () => {
    const matches = window(19, {});
    const how = {
      snapshot: { ignored: [] },
      weights: { fatigue: 0, category_diversity: 0 },
      diversify_categories: false,
      promotions: promotionsIn(matches, NOBODY),
    };
    const lifted = rerank(matches, how)[7];
    expect(lifted).to.deep.equal({
      id: "p19",
      rank: 20,
      signals: [
        { signal: "engine_rank", score: 1 - 19 / 20 },
        { signal: "taste", score: 12.5 / 20 },
      ],
      limited_by: [],
    });
  });

  it("promotion in searches neither loses nor repeats a product", () => {
    const some = fc.record({ match: fc.integer({ min: -5, max: 30 }), taste: fc.constantFrom(0, 0.2, 0.3, 1) });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 60 }), fc.array(fc.nat(59)), (rows, known) => {
        const matches = rows.map((row, at) => match(at, row));
        const seen = new Set(known.map((at) => `p${at}`));
        const promotions = promotionsIn(matches, seen);
        const order = ordered(matches, seen);
        const ids = matches.map(({ id }) => id);
        expect([...order].sort()).to.deep.equal([...ids].sort());
        expect(order.filter((id) => !promotions.has(id))).to.deep.equal(ids.filter((id) => !promotions.has(id)));
        expect(order.slice(0, 7)).to.deep.equal(ids.slice(0, 7));
        expect([...promotions.keys()].filter((id) => seen.has(id))).to.deep.equal([]);
        for (let from = 7; from < order.length; from += 1) {
          expect(order.slice(from, from + 4).filter((id) => promotions.has(id)).length).to.be.at.most(1);
        }
      }),
    );
  });
});
