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

describe("categoriesIn", () => {
  it("the categories of a query have a share of matching products of at least half the best category's share", () => {
    expect(categoriesIn(counted())).to.deep.equal([]);
    expect(categoriesIn(counted(["Tea", 20, 400], ["Dairy", 30, 100], ["Baby", 20, 100], ["Sweets", 9, 100]))).to.deep.equal(["Baby", "Dairy"]); // prettier-ignore
    // Lower confidence bounds of the shares: 74 % for 50 of 60, 44 % for four of five, and 36 % for three of four.
    expect(categoriesIn(counted(["Few", 4, 5], ["Many", 50, 60]))).to.deep.equal(["Few", "Many"]);
    expect(categoriesIn(counted(["Few", 3, 4], ["Many", 50, 60]))).to.deep.equal(["Many"]);
  });

  it("the categories of a query are at most 20 categories with at least three matching products each", () => {
    expect(categoriesIn(counted(["Shirts", 40, 40, 2], ["Hats", 3, 90]))).to.deep.equal(["Hats"]);
    const many = Array.from({ length: 25 }, (_, at) => [`c${String(at).padStart(2, "0")}`, 10, 10] as const);
    expect(categoriesIn(counted(...many))).to.deep.equal(many.slice(0, 20).map(([key]) => key));
  });

  it("the count of matching products in a category never exceeds the number of products in the category", () => {
    expect(categoriesIn(counted(["Dairy", 5, 4]))).to.deep.equal(["Dairy"]);
  });
});
