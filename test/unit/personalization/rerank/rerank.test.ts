import { expect } from "chai";
import fc from "fast-check";
import type { Candidate } from "../../../../src/personalization/rerank/candidate.js";
import { coVisitation } from "../../../../src/personalization/rerank/co-visitation.js";
import { fatigue } from "../../../../src/personalization/rerank/fatigue.js";
import { repetitionOf } from "../../../../src/personalization/rerank/repetition.js";
import { rerank, type RerankInput } from "../../../../src/personalization/rerank/rerank.js";

const candidate = (id: string, designer = "", category = "", viewed_with: readonly string[] = []): Candidate => ({
  ...{ id, viewed_with },
  tokens: [
    ...(designer === "" ? [] : [`designer=${designer}`]),
    ...(category === "" ? [] : [`categories=${category}`]),
  ],
});
const SNAPSHOT = { at: 0, tokens: [], recent: [], ignored: [] };
const OFF = { fatigue: 0, co_visitation: 0, category_diversity: 0 };
const order = (window: readonly Candidate[], input: Partial<RerankInput>) =>
  rerank(window, {
    ...{ snapshot: SNAPSHOT, weights: OFF, diversify_categories: false },
    ...input,
  }).join("");

describe("re-ranking", () => {
  const plain = "ABCDEFGHIJ".split("").map((id) => candidate(id));

  it("leaves the window of an unknown shopper unchanged", () => {
    const weights = { fatigue: 1, co_visitation: 1, category_diversity: 1 };
    const window = "ABCD".split("").map((id) => candidate(id, "GUCCI", "Polo"));
    expect(order(window, { snapshot: null, weights })).to.equal("ABCD");
  });

  it("changes nothing where every signal is off, or the window is empty", () => {
    expect(order(plain, {})).to.equal("ABCDEFGHIJ");
    expect(order([], { weights: { ...OFF, co_visitation: 1 } })).to.equal("");
  });

  it("moves up products that go with recent ones, by a share of the window", () => {
    const weights = { ...OFF, co_visitation: 0.25 };
    const window = plain.map((one) => (one.id === "H" ? candidate("H", "", "", ["X", "Z"]) : one));
    const after = (...recent: (readonly [string, number])[]) => ({ weights, snapshot: { ...SNAPSHOT, recent } });
    expect(order(window, after(["X", 0.4]))).to.equal("ABCDEHFGIJ");
    expect(order(window, after(["X", 0.4], ["Y", 0.4]))).to.equal("ABCDEFHGIJ");
    expect(order(window, after(["Y", 1], ["H", 1]))).to.equal("ABCDEFGHIJ");
  });

  it("weighs how well products go with recent ones by the interest in those", () => {
    const window = [candidate("A", "", "", ["X", "Y"]), candidate("B", "", "", ["Y"]), candidate("X", "", "", ["Y"])];
    const recent = [["X", 0.6] as const, ["Y", 0.2] as const];
    expect([...coVisitation({ recent }, window)]).to.deep.equal([
      ["A", 1],
      ["B", 0.25],
    ]);
    expect(coVisitation({ recent: [] }, window).size).to.equal(0);
  });

  it("moves down products that were shown and ignored", () => {
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

  it("keeps products of one category apart only where requested", () => {
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
        fc.record({ fatigue: share, co_visitation: share, category_diversity: share }),
        fc.dictionary(fc.nat(200).map(String), fc.array(fc.nat(200).map(String), { maxLength: 5 })),
        fc.boolean(),
        (drawn, weights, related, diversify_categories) => {
          const window = drawn.map(([id, designer, category]) =>
            candidate(String(id), `D${designer}`, `C${category}`, related[String(id)]),
          );
          const ids = window.map(({ id }) => id);
          const ignored = ids.slice(0, 5).map((id) => [id, 3] as const);
          const recent = ids.slice(-9).map((id) => [id, 0.5] as const);
          const input = { snapshot: { ...SNAPSHOT, ignored, recent }, weights, diversify_categories };
          const ordered = rerank(window, input);
          expect([...ordered].sort()).to.deep.equal([...ids].sort());
          expect(rerank(window, input)).to.deep.equal(ordered);
          const most = weights.fatigue + weights.co_visitation + weights.category_diversity;
          ordered.forEach((id, place) => {
            expect(place - ids.indexOf(id)).to.be.at.least(-Math.ceil(most * ids.length) - 1);
          });
        },
      ),
    );
  });
});
