import { expect } from "chai";
import { isMisspelling } from "../../../../src/search/text/relaxation.js";

const meant = (pairs: readonly (readonly [word: string, other: string])[]) =>
  pairs.filter(([word, other]) => isMisspelling(word, other)).map(([word]) => word);

describe("a misspelt word", () => {
  it("is one edit off, whatever its case and accents", () => {
    const pairs = [["Caffe", "cafe"], ["Creme", "crèmes"], ["batery", "battery"], ["shefl", "shelf"]] as const; // prettier-ignore
    expect(meant(pairs)).to.deep.equal(["Caffe", "Creme", "batery", "shefl"]);
  });

  it("is two edits off where it is long, or has the same consonants", () => {
    const pairs = [["winter", "water"], ["gift", "gilet"], ["people", "purple"], ["vynil", "vinyl"], ["laminet", "laminate"], ["refrigirater", "refrigerator"]] as const; // prettier-ignore
    expect(meant(pairs)).to.deep.equal(["vynil", "laminet", "refrigirater"]);
  });

  it("is never more edits off", () => {
    expect(meant([["refridgirater", "refrigerator"], ["baeioud", "bad"]])).to.deep.equal([]); // prettier-ignore
  });
});
