import { expect } from "chai";
import { categoriesIn } from "../../../../src/search/text/query-categories.js";

const counted = (...buckets: readonly (readonly [string, called: number, all: number, products?: number])[]) => ({
  variants: {
    categories: {
      buckets: buckets.map(([key, doc_count, bg_count, products = doc_count]) => ({
        key,
        doc_count,
        bg_count,
        products: { doc_count: products },
      })),
    },
  },
});

describe("the categories of what a query names", () => {
  it("are those that surely have at least half of the largest share", () => {
    expect(categoriesIn(counted())).to.deep.equal([]);
    expect(categoriesIn(counted(["Tea", 20, 400], ["Dairy", 30, 100], ["Baby", 20, 100], ["Sweets", 9, 100]))).to.deep.equal(["Baby", "Dairy"]); // prettier-ignore
    // Of 50 of 60 surely 74 %, of four of five 44 %, and of three of four, which is a larger share, 36 %.
    expect(categoriesIn(counted(["Few", 4, 5], ["Many", 50, 60]))).to.deep.equal(["Few", "Many"]);
    expect(categoriesIn(counted(["Few", 3, 4], ["Many", 50, 60]))).to.deep.equal(["Many"]);
  });

  it("have at least three products, however many variants, and are at most 20", () => {
    expect(categoriesIn(counted(["Shirts", 40, 40, 2], ["Hats", 3, 90]))).to.deep.equal(["Hats"]);
    const many = Array.from({ length: 25 }, (_, at) => [`c${String(at).padStart(2, "0")}`, 10, 10] as const);
    expect(categoriesIn(counted(...many))).to.deep.equal(many.slice(0, 20).map(([key]) => key));
  });

  it("count what was deleted since as no more than there is", () => {
    expect(categoriesIn(counted(["Dairy", 5, 4]))).to.deep.equal(["Dairy"]);
  });
});
