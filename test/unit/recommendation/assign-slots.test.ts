import { expect } from "chai";
import fc from "fast-check";
import { assignSlots, worthAt } from "../../../src/recommendation/assign-slots.js";

const ids = fc.uniqueArray(
  fc.integer({ min: 0, max: 14 }).map((number) => `p${number}`),
  { maxLength: 12 },
);
const placements = fc.record({ ranked: fc.array(ids, { maxLength: 6 }), limit: fc.integer({ min: 1, max: 5 }) });

type Lists = readonly (readonly string[])[];

const total = (ranked: Lists, assigned: Lists): number =>
  assigned.flatMap((own, at) => own.map((id) => worthAt(ranked[at]?.indexOf(id) ?? 0))).reduce((a, b) => a + b, 0);

/** Reference implementation that fills the slots one by one with the best remaining products. */
function inTurn(ranked: Lists, limit: number): string[][] {
  const taken = new Set<string>();
  return ranked.map((own) => {
    const chosen = own.filter((id) => !taken.has(id)).slice(0, limit);
    for (const id of chosen) taken.add(id);
    return chosen;
  });
}

/** Returns the highest total value of all assignments that use each product at most once. */
function best(ranked: Lists, limit: number): number {
  const products = [...new Set(ranked.flat())];
  const room = ranked.map(() => limit);
  const from = (next: number): number => {
    const id = products[next];
    if (id === undefined) return 0;
    let most = from(next + 1);
    ranked.forEach((own, at) => {
      const position = own.indexOf(id);
      if (position === -1 || room[at] === 0) return;
      room[at] = (room[at] ?? 0) - 1;
      most = Math.max(most, worthAt(position) + from(next + 1));
      room[at] = (room[at] ?? 0) + 1;
    });
    return most;
  };
  return from(0);
}

describe("the assignment of products to slots", () => {
  it("the slot assignment places a product in the slot that ranks the product higher", () => {
    expect(
      assignSlots(
        [
          ["a", "b", "c"],
          ["c", "b", "a"],
        ],
        1,
      ),
    ).to.deep.equal([["a"], ["c"]]);
  });

  it("the slot assignment places a product in the slot that has no alternative product", () => {
    expect(assignSlots([["a", "b", "c"], ["b"]], 2)).to.deep.equal([["a", "c"], ["b"]]);
    expect(assignSlots([["a", "b"], ["a", "c"], ["c"]], 1)).to.deep.equal([["b"], ["a"], ["c"]]);
  });

  it("the slot assignment keeps the order of products within each slot", () => {
    expect(assignSlots([[], ["b", "a"], ["a", "c"]], 2)).to.deep.equal([[], ["b"], ["a", "c"]]);
    expect(assignSlots([], 5)).to.deep.equal([]);
  });

  it("the slot assignment places each product at most once, and at most `limit` products in each slot", () => {
    fc.assert(
      fc.property(placements, ({ ranked, limit }) => {
        const assigned = assignSlots(ranked, limit);
        const all = assigned.flat();
        expect(new Set(all).size).to.equal(all.length);
        expect(assigned.length).to.equal(ranked.length);
        assigned.forEach((own, at) => {
          expect(own.length).to.be.at.most(limit);
          expect(own).to.deep.equal(ranked[at]?.filter((id) => own.includes(id)));
        });
      }),
    );
  });

  it("the slot assignment is at least as good as filling the slots one by one", () => {
    fc.assert(
      fc.property(placements, ({ ranked, limit }) => {
        const assigned = assignSlots(ranked, limit);
        expect(total(ranked, assigned)).to.be.at.least(total(ranked, inTurn(ranked, limit)) - 1e-9);
        expect(assignSlots(structuredClone(ranked), limit)).to.deep.equal(assigned);
      }),
    );
  });

  it("the slot assignment reaches the maximum total value of all possible assignments", () => {
    const few = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 6 });
    const small = fc.record({ ranked: fc.array(few, { maxLength: 4 }), limit: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(small, ({ ranked, limit }) => {
        expect(total(ranked, assignSlots(ranked, limit))).to.be.closeTo(best(ranked, limit), 1e-9);
      }),
      { numRuns: 200 },
    );
  });
});
