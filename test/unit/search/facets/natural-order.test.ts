import { expect } from "chai";
import { naturalOrder } from "../../../../src/search/facets/facet-response.js";

const sorted = (...values: string[]) => [...values].sort(naturalOrder);

describe("natural order", () => {
  it("natural order sorts numeric facet values by number", () => {
    expect(sorted("100", "9", "38.5", "40", "38")).to.deep.equal(["9", "38", "38.5", "40", "100"]);
  });

  it("natural order sorts letter sizes such as XS, XL and 3XL from small to large", () => {
    expect(sorted("XL", "M", "XXS", "L", "3XL", "S", "XS", "XXL")).to.deep.equal([
      ..."XXS XS S M L XL XXL 3XL".split(" "),
    ]);
    expect(sorted("xl", "s", "m")).to.deep.equal(["s", "m", "xl"]);
  });

  it("natural order sorts letter sizes before all other values, including values that only resemble sizes, such as XM", () => {
    expect(sorted("One size", "42", "L", "XM", "36", "S")).to.deep.equal(["S", "L", "36", "42", "One size", "XM"]);
  });
});
