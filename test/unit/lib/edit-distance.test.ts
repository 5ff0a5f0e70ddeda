import { expect } from "chai";
import fc from "fast-check";
import { editDistance, nearPrefix } from "../../../src/lib/edit-distance.js";

/** Reference implementation of the optimal string alignment distance. */
function edits(a: string, b: string): number {
  if (a === "") return b.length;
  if (b === "") return a.length;
  const same = a.at(-1) === b.at(-1) ? 0 : 1;
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(
    edits(a.slice(0, -1), b) + 1,
    edits(a, b.slice(0, -1)) + 1,
    edits(a.slice(0, -1), b.slice(0, -1)) + same,
    swapped ? edits(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
  );
}

describe("editDistance", () => {
  it("editDistance returns the edit distance of two texts, or undefined if it exceeds a limit", () => {
    const text = fc.stringMatching(/^[ab]{0,5}$/);
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
        const all = edits(one, other);
        expect(editDistance(one, other, most)).to.equal(all <= most ? all : undefined);
      }),
    );
  });
});

describe("nearPrefix", () => {
  it("nearPrefix counts an extra, missing, wrong or swapped letter as one edit", () => {
    expect(nearPrefix("lapt", "laptop", 1)).to.deep.equal({ edits: 0, length: 4 });
    expect(nearPrefix("labt", "laptop", 1)).to.deep.equal({ edits: 1, length: 4 });
    expect(nearPrefix("lpat", "laptop", 1)).to.deep.equal({ edits: 1, length: 4 });
    expect(nearPrefix("laappt", "laptop", 1)).to.equal(undefined);
    expect(nearPrefix("laptop", "lap", 2)).to.equal(undefined);
  });

  it("nearPrefix returns the smallest edit distance to any prefix of a text", () => {
    const text = fc.stringMatching(/^[ab]{0,5}$/);
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 2 }), (typed, other, most) => {
        const all = Array.from({ length: other.length + 1 }, (_, length) => edits(typed, other.slice(0, length)));
        const least = Math.min(...all);
        expect(nearPrefix(typed, other, most)?.edits).to.equal(least <= most ? least : undefined);
      }),
    );
  });
});
