import { expect } from "chai";
import fc from "fast-check";
import type { Candidate } from "../../../src/personalization/rerank/candidate.js";
import { fatigue } from "../../../src/personalization/rerank/fatigue.js";
import { repetitionOf } from "../../../src/personalization/rerank/repetition.js";
import { rerank, type RerankInput } from "../../../src/personalization/rerank/rerank.js";

const candidate = (id: string, designer = "", category = ""): Candidate => ({
  id,
  tokens: [
    ...(designer === "" ? [] : [`designer=${designer}`]),
    ...(category === "" ? [] : [`categories=${category}`]),
  ],
});
const SNAPSHOT = { at: 0, tokens: [], recent: [], ignored: [] };
const OFF = { fatigue: 0, co_visitation: 0, brand_diversity: 0, category_diversity: 0 };
const order = (window: readonly Candidate[], input: Partial<RerankInput>) =>
  rerank(window, {
    ...{ snapshot: SNAPSHOT, weights: OFF, covisited: new Map(), diversify_categories: false },
    ...input,
  }).join("");

describe("re-ranking", () => {
  const plain = "ABCDEFGHIJ".split("").map((id) => candidate(id));

  it("leaves a stranger's window as it is", () => {
    const weights = { fatigue: 1, co_visitation: 1, brand_diversity: 1, category_diversity: 1 };
    const window = "ABCD".split("").map((id) => candidate(id, "GUCCI", "Polo"));
    expect(order(window, { snapshot: null, weights, covisited: new Map([["D", 1]]) })).to.equal("ABCD");
  });

  it("changes nothing where every signal is off, and has nothing to do with an empty window", () => {
    expect(order(plain, {})).to.equal("ABCDEFGHIJ");
    expect(order([], { weights: { ...OFF, brand_diversity: 1 } })).to.equal("");
  });

  it("moves up what goes with recent products, by a share of the window", () => {
    const weights = { ...OFF, co_visitation: 0.25 };
    expect(order(plain, { weights, covisited: new Map([["H", 1]]) })).to.equal("ABCDEHFGIJ");
    expect(order(plain, { weights, covisited: new Map([["H", 0.5]]) })).to.equal("ABCDEFHGIJ");
  });

  it("moves down what was shown and ignored", () => {
    const ignored = [["A", 2] as const, ["B", 1] as const];
    expect(fatigue({ ignored: [...ignored, ["C", 0.2], ["D", 100]] })).to.deep.equal(
      new Map([
        ["A", 0.5],
        ["B", 0],
        ["C", 0],
        ["D", 1 - 2 ** -99],
      ]),
    );
    const input = { snapshot: { ...SNAPSHOT, ignored }, weights: { ...OFF, fatigue: 0.5 } };
    expect(order(plain, input)).to.equal("BCADEFGHIJ");
  });

  it("keeps products of one designer apart, and of one category only where that is asked for", () => {
    const window = "ABCDEF".split("").map((id, at) => candidate(id, at < 3 ? "GUCCI" : id, "Polo"));
    expect(order(window, { weights: { ...OFF, brand_diversity: 1 } })).to.equal("ADBEFC");
    expect(order(window, { weights: { ...OFF, brand_diversity: 0.5 } })).to.equal("ABDCEF");
    const mixed = [candidate("A", "x", "Polo"), candidate("B", "y", "Polo"), candidate("C", "z", "Socks")];
    const weights = { ...OFF, category_diversity: 1 };
    expect(order(mixed, { weights })).to.equal("ABC");
    expect(order(mixed, { weights, diversify_categories: true })).to.equal("ACB");
    expect(order(mixed, { weights, diversify_categories: true, snapshot: null })).to.equal("ACB");
  });

  it("counts repetitions by how near they are", () => {
    const window = [candidate("A", "GUCCI"), candidate("B", "GUCCI"), candidate("C")];
    const repetition = repetitionOf("designer", window);
    expect(repetition.of(window[1]!)).to.equal(0);
    repetition.place(window[0]!);
    expect(repetition.of(window[1]!)).to.be.closeTo(1 - 2 ** -(2 ** -0.25), 1e-12);
    expect(repetition.of(window[2]!)).to.equal(0);
    for (let places = 0; places < 3; places += 1) repetition.place(window[2]!);
    expect(repetition.of(window[1]!)).to.be.closeTo(1 - 2 ** -0.5, 1e-12);
  });

  it("is a permutation, the same each time, and moves nothing further than the weights allow", () => {
    const windows = fc.uniqueArray(fc.tuple(fc.nat(200), fc.nat(3), fc.nat(3)), {
      selector: ([id]) => id,
      maxLength: 60,
    });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        windows,
        fc.record({ fatigue: share, co_visitation: share, brand_diversity: share, category_diversity: share }),
        fc.dictionary(fc.nat(200).map(String), share),
        fc.boolean(),
        (drawn, weights, related, diversify_categories) => {
          const window = drawn.map(([id, designer, category]) => candidate(String(id), `D${designer}`, `C${category}`));
          const ids = window.map(({ id }) => id);
          const ignored = ids.slice(0, 5).map((id) => [id, 3] as const);
          const input = {
            snapshot: { ...SNAPSHOT, ignored },
            weights,
            covisited: new Map(Object.entries(related)),
            diversify_categories,
          };
          const ordered = rerank(window, input);
          expect([...ordered].sort()).to.deep.equal([...ids].sort());
          expect(rerank(window, input)).to.deep.equal(ordered);
          const most = weights.fatigue + weights.co_visitation + weights.brand_diversity + weights.category_diversity;
          ordered.forEach((id, place) => {
            expect(place - ids.indexOf(id)).to.be.at.least(-Math.ceil(most * ids.length) - 1);
          });
        },
      ),
    );
  });
});
