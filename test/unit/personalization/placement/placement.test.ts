import { expect } from "chai";
import fc from "fast-check";
import type { Candidate } from "../../../../src/personalization/candidate.js";
import { fatigue } from "../../../../src/personalization/placement/fatigue.js";
import { place, type PlacementInput } from "../../../../src/personalization/placement/placement.js";
import { repetitionOf } from "../../../../src/personalization/placement/repetition.js";

const candidate = (id: string, designer = "", category = ""): Candidate => ({
  id,
  viewed_with: [],
  tokens: [
    ...(designer === "" ? [] : [`designer=${designer}`]),
    ...(category === "" ? [] : [`categories=${category}`]),
  ],
});
const SNAPSHOT = { ignored: [] };
const OFF = { fatigue: 0, category_diversity: 0 };
const order = (window: readonly Candidate[], input: Partial<PlacementInput>) =>
  placed(window, {
    snapshot: SNAPSHOT,
    weights: OFF,
    diversify_categories: false,
    ...input,
  }).join("");
const placed = (window: readonly Candidate[], input: PlacementInput) => place(window, input).map(({ id }) => id);

describe("placement", () => {
  const plain = "ABCDEFGHIJ".split("").map((id) => candidate(id));

  it("leaves the window of an unknown shopper unchanged", () => {
    const weights = { fatigue: 1, category_diversity: 1 };
    const window = "ABCD".split("").map((id) => candidate(id, "GUCCI", "Polo"));
    expect(order(window, { snapshot: null, weights })).to.equal("ABCD");
  });

  it("changes nothing where every weight is 0, or the window is empty", () => {
    expect(order(plain, {})).to.equal("ABCDEFGHIJ");
    expect(order([], { weights: { ...OFF, fatigue: 1 } })).to.equal("");
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
    const input = { snapshot: { ignored }, weights: { ...OFF, fatigue: 0.5 } };
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

  it("says for each product what it was worth in its place", () => {
    const window = [candidate("A", "x", "Polo"), candidate("B", "y", "Polo"), candidate("C", "z", "Socks")];
    const weights = { fatigue: 0.5, category_diversity: 1 };
    const snapshot = { ignored: [["C", 2] as const] };
    expect(place(window, { snapshot, weights, diversify_categories: true })).to.deep.equal([
      { id: "A", rank: 1, signals: [{ signal: "engine_rank", worth: 1 }], held_back_by: [] },
      {
        id: "B",
        rank: 2,
        held_back_by: [],
        signals: [
          { signal: "engine_rank", worth: 1 - 1 / 3 },
          { signal: "category_diversity", worth: -(1 - 2 ** -(2 ** -0.25)) },
        ],
      },
      {
        id: "C",
        rank: 3,
        held_back_by: [],
        signals: [
          { signal: "engine_rank", worth: 1 - 2 / 3 },
          { signal: "fatigue", worth: -0.25 },
        ],
      },
    ]);
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
        fc.record({ fatigue: share, category_diversity: share }),
        fc.boolean(),
        (drawn, weights, diversify_categories) => {
          const window = drawn.map(([id, designer, category]) => candidate(String(id), `D${designer}`, `C${category}`));
          const ids = window.map(({ id }) => id);
          const ignored = ids.slice(0, 5).map((id) => [id, 3] as const);
          const input = { snapshot: { ignored }, weights, diversify_categories };
          const ordered = placed(window, input);
          expect([...ordered].sort()).to.deep.equal([...ids].sort());
          expect(placed(window, input)).to.deep.equal(ordered);
          const most = weights.fatigue + weights.category_diversity;
          ordered.forEach((id, place) => {
            expect(place - ids.indexOf(id)).to.be.at.least(-Math.ceil(most * ids.length) - 1);
          });
        },
      ),
    );
  });
});
