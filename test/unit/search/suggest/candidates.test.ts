import { expect } from "chai";
import fc from "fast-check";
import type { Hit } from "../../../../src/engine/search-documents.js";
import { bestFor, suggestionCandidatesOf } from "../../../../src/search/suggest/candidates.js";

interface Product {
  readonly id: string;
  readonly score: number;
  readonly tokens: readonly string[];
}

const hit = ({ id, score, tokens }: Product): Hit<unknown> => ({
  ...{ _index: "catalog", _id: id, _score: null, _source: undefined },
  ...{ sort: [score, id], fields: { taste: tokens } },
});

const PRODUCTS = [
  { id: "a", score: 9, tokens: ["designer=Acme"] },
  { id: "b", score: 8, tokens: [] },
  { id: "c", score: 8, tokens: ["color=Red", "designer=Brio"] },
  { id: "d", score: 5, tokens: ["color=Red"] },
];
const tokens = [
  ["designer=Brio", 0.3],
  ["color=Red", 0.2],
] as const;

describe("candidates for typed words", () => {
  const all = suggestionCandidatesOf("answered", PRODUCTS.map(hit), 10);
  const first = suggestionCandidatesOf("answered", PRODUCTS.map(hit), 4);

  it("come in the unpersonalized order for an unknown shopper", () => {
    for (const taste of [null, { tokens: [] }]) expect(bestFor(first, taste, 2, 3)).to.deep.equal(["a", "b", "c"]);
    expect(bestFor(first, { tokens }, 0, 3)).to.deep.equal(["a", "b", "c"]);
    expect(bestFor(suggestionCandidatesOf("answered", [], 4), { tokens }, 2, 3)).to.deep.equal([]);
  });

  it("begin with products that match the shopper's taste", () => {
    expect(bestFor(all, { tokens }, 4, 3)).to.deep.equal(["c", "a", "b"]);
    expect(bestFor(all, { tokens }, 30, 10)).to.deep.equal(["c", "d", "a", "b"]);
  });

  it("are not used when a product behind them may rank before them", () => {
    expect(bestFor(first, { tokens }, 4, 3)).to.deep.equal(["c", "a", "b"]);
    expect(bestFor(first, { tokens }, 6, 3)).to.equal(undefined);
    expect(bestFor(first, { tokens }, 4, 4)).to.equal(undefined);
    expect([bestFor(first, null, 4, 4), bestFor(first, null, 4, 5)]).to.deep.equal([["a", "b", "c", "d"], undefined]);
  });

  it("are ordered as all products would be", () => {
    const token = fc.constantFrom("designer=Acme", "designer=Brio", "color=Red", "color=Navy");
    const product = fc.record({ score: fc.integer({ min: 0, max: 6 }), tokens: fc.uniqueArray(token) });
    const taste = fc.uniqueArray(fc.tuple(token, fc.integer({ min: 1, max: 4 })), { selector: ([name]) => name });
    fc.assert(
      fc.property(
        fc.array(product),
        taste,
        fc.nat(12),
        fc.integer({ min: 1, max: 6 }),
        (found, likes, asked, wanted) => {
          const catalogue = found
            .map((one, at) => ({ ...one, id: String(at).padStart(3, "0") }))
            .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
          const candidates = suggestionCandidatesOf("answered", catalogue.slice(0, asked).map(hit), asked);
          const gain = new Map<string, number>(likes);
          const total = (one: Product) => one.tokens.reduce((sum, name) => sum + (gain.get(name) ?? 0), one.score);
          const expected = [...catalogue].sort((a, b) => total(b) - total(a)).map(({ id }) => id);
          const best = bestFor(candidates, { tokens: likes }, 1, wanted);
          if (best !== undefined) expect(best).to.deep.equal(expected.slice(0, wanted));
          if (asked > catalogue.length) expect(best).not.to.equal(undefined);
        },
      ),
    );
  });
});
