import { expect } from "chai";
import { categoryDepth, categoryLabel, categoryPath } from "../../../src/catalog/fields.js";

describe("a category", () => {
  it("the path of a category lists all category levels, broadest first", () => {
    expect(categoryPath("Clothing: Knitwear: Cardigans")).to.deep.equal([
      "Clothing",
      "Clothing: Knitwear",
      "Clothing: Knitwear: Cardigans",
    ]);
    expect(categoryPath("Clothing")).to.deep.equal(["Clothing"]);
  });

  it("the depth of a category is its number of levels, and the label is the last level", () => {
    expect(categoryDepth("Clothing: Knitwear: Cardigans")).to.equal(3);
    expect(categoryLabel("Clothing: Knitwear: Cardigans")).to.equal("Cardigans");
    expect([categoryDepth("Clothing"), categoryLabel("Clothing")]).to.deep.equal([1, "Clothing"]);
  });
});
