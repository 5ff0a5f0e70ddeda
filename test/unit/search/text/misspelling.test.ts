import { expect } from "chai";
import { isLikelySlip, isMisspelling } from "../../../../src/search/text/relaxation.js";

const meant = (pairs: readonly (readonly [word: string, other: string])[]) =>
  pairs.filter(([word, other]) => isMisspelling(word, other)).map(([word]) => word);

describe("a misspelt word", () => {
  it("a word is a possible misspelling if it is one edit away from the intended word, ignoring case and accents", () => {
    const pairs = [["Caffe", "cafe"], ["Creme", "crèmes"], ["batery", "battery"], ["shefl", "shelf"]] as const; // prettier-ignore
    expect(meant(pairs)).to.deep.equal(["Caffe", "Creme", "batery", "shefl"]);
  });

  it("a word two edits away from the intended word is a possible misspelling if it is long or has the same consonants", () => {
    const pairs = [["winter", "water"], ["gift", "gilet"], ["people", "purple"], ["vynil", "vinyl"], ["laminet", "laminate"], ["refrigirater", "refrigerator"]] as const; // prettier-ignore
    expect(meant(pairs)).to.deep.equal(["vynil", "laminet", "refrigirater"]);
  });

  it("a word more than two edits away from the intended word is never a possible misspelling", () => {
    expect(meant([["refridgirater", "refrigerator"], ["baeioud", "bad"]])).to.deep.equal([]); // prettier-ignore
  });
});

describe("a query of one word", () => {
  const slips = (pairs: readonly (readonly [word: string, other: string])[], share = 0) =>
    pairs.filter(([word, other]) => isLikelySlip(word, other, share)).map(([word]) => word);

  it("a one-word query is a likely typo if only swapped or doubled letters, vowels, or one letter of a long word differ", () => {
    const pairs = [["dsek", "desk"], ["batery", "battery"], ["vynil", "vinyl"], ["matress", "mattress"], ["cupbpard", "cupboard"]] as const; // prettier-ignore
    expect(slips(pairs)).to.deep.equal(pairs.map(([word]) => word));
  });

  it("a one-word query is not a likely typo if one letter of a short word differs, or two letters of a long word", () => {
    expect(slips([["nass", "nuss"], ["bear", "beer"], ["plane", "plate"], ["notebook", "notelock"], ["shelf", "self"]])).to.deep.equal([]); // prettier-ignore
    expect(slips([["notebook", "notelock"]], 1)).to.deep.equal([]);
  });

  it("a one-word query is a likely typo for any single edit if 1 % of the products contain the corrected word", () => {
    expect(
      slips(
        [
          ["drss", "dress"],
          ["dresd", "dress"],
        ],
        0.01,
      ),
    ).to.deep.equal(["drss", "dresd"]);
    expect(
      slips(
        [
          ["drss", "dress"],
          ["dresd", "dress"],
        ],
        0.009,
      ),
    ).to.deep.equal([]);
  });
});
