import { expect } from "chai";
import fc from "fast-check";
import type { Candidate } from "../../../../src/personalization/candidate.js";
import { fatigue, rerank, type RerankInput, repetitionOf } from "../../../../src/personalization/reranking/rerank.js";
import type { Quota } from "../../../../src/personalization/reranking/quota.js";

const candidate = (id: string, designer = "", category = ""): Candidate => ({
  id,
  tokens: [
    ...(designer === "" ? [] : [`designer=${designer}`]),
    ...(category === "" ? [] : [`categories=${category}`]),
  ],
});
const SNAPSHOT = { ignored: [] };
const OFF = { fatigue: 0, category_diversity: 0 };
const order = (window: readonly Candidate[], input: Partial<RerankInput>) =>
  reranked(window, {
    snapshot: SNAPSHOT,
    weights: OFF,
    diversify_categories: false,
    ...input,
  }).join("");
const reranked = (window: readonly Candidate[], input: RerankInput) => rerank(window, input).map(({ id }) => id);

describe("reranking", () => {
  const plain = "ABCDEFGHIJ".split("").map((id) => candidate(id));

  it("reranking does not change the order of products for a shopper without a taste profile", () => {
    const weights = { fatigue: 1, category_diversity: 1 };
    const window = "ABCD".split("").map((id) => candidate(id, "GUCCI", "Polo"));
    const quota = { level: 1, department: null, shares: [["designer=GUCCI", 0.1]], page: 2 } as const;
    expect(rerank(window, { snapshot: null, weights, diversify_categories: false, quota })).to.deep.equal(
      ["A", "B", "C", "D"].map((id, at) => ({
        id,
        rank: at + 1,
        signals: [{ signal: "engine_rank", score: 1 - at / 4 }],
        limited_by: [],
      })),
    );
  });

  it("reranking does not change the order of products if every weight is 0", () => {
    expect(order(plain, {})).to.equal("ABCDEFGHIJ");
    expect(order([], { weights: { ...OFF, fatigue: 1 } })).to.equal("");
  });

  it("reranking moves down products that the shopper repeatedly saw but did not click", () => {
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

  it("reranking separates products of the same category only if category diversity is configured", () => {
    const mixed = [candidate("A", "x", "Polo"), candidate("B", "y", "Polo"), candidate("C", "z", "Socks")];
    const weights = { ...OFF, category_diversity: 1 };
    expect(order(mixed, { weights })).to.equal("ABC");
    expect(order(mixed, { weights, diversify_categories: true })).to.equal("ACB");
    expect(order(mixed, { weights, diversify_categories: true, snapshot: null })).to.equal("ACB");
  });

  it("reranking demotes a repeated brand less if the earlier product of the brand is farther away", () => {
    const window = [candidate("A", "GUCCI"), candidate("B", "GUCCI"), candidate("C")];
    const repetition = repetitionOf("designer", window);
    expect(repetition.of(window[1]!)).to.equal(0);
    repetition.add(window[0]!);
    expect(repetition.of(window[1]!)).to.be.closeTo(1 - 2 ** -(2 ** -0.25), 1e-12);
    expect(repetition.of(window[2]!)).to.equal(0);
    for (let positions = 0; positions < 3; positions += 1) repetition.add(window[2]!);
    expect(repetition.of(window[1]!)).to.be.closeTo(1 - 2 ** -0.5, 1e-12);
  });

  it("reranking reports the rank and the ranking signals of each product", () => {
    const window = [candidate("A", "x", "Polo"), candidate("B", "y", "Polo"), candidate("C", "z", "Socks")];
    const weights = { fatigue: 0.5, category_diversity: 1 };
    const snapshot = { ignored: [["C", 2] as const] };
    expect(rerank(window, { snapshot, weights, diversify_categories: true })).to.deep.equal([
      { id: "A", rank: 1, signals: [{ signal: "engine_rank", score: 1 }], limited_by: [] },
      {
        id: "B",
        rank: 2,
        limited_by: [],
        signals: [
          { signal: "engine_rank", score: 1 - 1 / 3 },
          { signal: "category_diversity", score: -(1 - 2 ** -(2 ** -0.25)) },
        ],
      },
      {
        id: "C",
        rank: 3,
        limited_by: [],
        signals: [
          { signal: "engine_rank", score: 1 - 2 / 3 },
          { signal: "fatigue", score: -0.25 },
        ],
      },
    ]);
  });

  it("reranking fills each position with the best remaining product that the brand and category quotas allow", () => {
    const drawn = fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.boolean()), { maxLength: 24 });
    const share = fc.constantFrom(0.1, 0.3, 0.5, 0.9);
    const weights = fc.record({ fatigue: fc.constantFrom(0, 0.3, 1), category_diversity: fc.constantFrom(0, 0.2, 1) });
    let held = 0;
    fc.assert(
      fc.property(drawn, weights, fc.boolean(), share, share, fc.integer({ min: 1, max: 8 }), (...given) => {
        const [products, weighed, diversify_categories, ofBrand, ofKind, page] = given;
        const window = products.map(([brand, kind], at) => candidate(`p${at}`, `D${brand}`, `C${kind}`));
        const ignored = products.flatMap(([, , isTired], at) => (isTired ? [[`p${at}`, 1 + (at % 3)] as const] : []));
        const shares = [["designer=D0", ofBrand], ["categories=C0", ofKind], ["designer=D1", ofKind]] as const; // prettier-ignore
        const quota = { level: 1, department: null, shares, page };
        const input = { snapshot: { ignored }, weights: weighed, diversify_categories, quota };
        const placedNow = rerank(window, input);
        held += placedNow.filter(({ limited_by }) => limited_by.length > 0).length;
        expect(placedNow.map(({ id, limited_by }) => ({ id, limited_by: [...limited_by].sort() }))).to.deep.equal(
          filledPlainly(window, input),
        );
      }),
    );
    expect(held).to.be.greaterThan(0);
  });

  /** Reference implementation that evaluates every product for every position, without grouping similar products. */
  function filledPlainly(
    window: readonly Candidate[],
    {
      snapshot,
      weights,
      diversify_categories,
      quota,
    }: RerankInput & { readonly quota: Quota & { readonly page: number } },
  ): object[] {
    const tired = new Map(snapshot?.ignored);
    const left = window.map((one, rank) => {
      const times = tired.get(one.id) ?? 0;
      return {
        one,
        rank,
        score: 1 - rank / window.length - weights.fatigue * (times === 0 ? 0 : 1 - 2 ** -(times - 1)),
      };
    });
    const repetition = repetitionOf("categories", window);
    const heldBack = new Map<string, Set<string>>();
    const filled: Candidate[] = [];
    while (left.length > 0) {
      const inPage = filled.slice(filled.length - (filled.length % quota.page));
      const full = quota.shares
        .filter(([group, share]) => {
          const taken = inPage.filter(({ tokens }) => tokens.includes(group)).length;
          return taken + 1 > Math.min(share * (inPage.length + 1) + 4, Math.max(1, Math.floor(share * quota.page)));
        })
        .map(([group]) => group);
      const rated = left
        .map((entry) => {
          const repeats = diversify_categories ? weights.category_diversity * repetition.of(entry.one) : 0;
          return {
            ...entry,
            rest: entry.score - repeats,
            full: full.filter((group) => entry.one.tokens.includes(group)),
          };
        })
        .sort((a, b) => b.rest - a.rest || b.score - a.score || a.rank - b.rank);
      const [best] = rated;
      const chosen = rated.find((entry) => entry.full.length === 0) ?? best!;
      const held = rated.find((entry) => entry.full.length > 0);
      if (held !== undefined && chosen.full.length === 0 && held === best)
        heldBack.set(held.one.id, new Set([...(heldBack.get(held.one.id) ?? []), ...held.full]));
      left.splice(
        left.findIndex(({ one }) => one === chosen.one),
        1,
      );
      filled.push(chosen.one);
      repetition.add(chosen.one);
    }
    return filled.map(({ id }) => ({ id, limited_by: [...(heldBack.get(id) ?? [])].sort() }));
  }

  it("the influence of an earlier product on the penalty for a repeated category halves after four positions", () => {
    const window = [candidate("A", "", "X"), candidate("B", "", "Y"), candidate("AB", "", "X")];
    const both: Candidate = { ...window[2]!, id: "both", tokens: ["categories=X", "categories=Y"] };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, 2), { maxLength: 40 }), (positions) => {
        const repetition = repetitionOf("categories", [...window, both]);
        for (const one of positions) repetition.add(window[one]!);
        const sum = (category: string) =>
          positions.reduce<number>((all, one, at) => {
            const isSame = window[one]!.tokens.includes(`categories=${category}`);
            return isSame ? all + 2 ** (-(positions.length - at) / 4) : all;
          }, 0);
        expect(repetition.of(window[0]!)).to.be.closeTo(1 - 2 ** -sum("X"), 1e-9);
        expect(repetition.of(window[1]!)).to.be.closeTo(1 - 2 ** -sum("Y"), 1e-9);
        expect(repetition.of(both)).to.be.closeTo(1 - 2 ** -Math.max(sum("X"), sum("Y")), 1e-9);
      }),
    );
  });

  it("reranking computes the initial score of a product from its rank divided by the window size", () => {
    const window = [candidate("A"), candidate("B")];
    const input = { snapshot: SNAPSHOT, weights: OFF, diversify_categories: false, size: 8 };
    expect(rerank(window, input).map(({ signals }) => signals)).to.deep.equal([
      [{ signal: "engine_rank", score: 1 }],
      [{ signal: "engine_rank", score: 1 - 1 / 8 }],
    ]);
  });

  it("reranking moves no product further up than the weights allow", () => {
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
          const ordered = reranked(window, input);
          expect([...ordered].sort()).to.deep.equal([...ids].sort());
          expect(reranked(window, input)).to.deep.equal(ordered);
          const most = weights.fatigue + weights.category_diversity;
          ordered.forEach((id, position) => {
            expect(position - ids.indexOf(id)).to.be.at.least(-Math.ceil(most * ids.length) - 1);
          });
        },
      ),
    );
  });
});
