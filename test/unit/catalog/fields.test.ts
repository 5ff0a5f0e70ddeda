import { expect } from "chai";
import { categoryDepth, categoryLabel, categoryPath } from "../../../src/catalog/fields.js";

describe("a category", () => {
  it("a category has a path of all its category levels, broadest first", () => {
    expect(categoryPath("Clothing: Knitwear: Cardigans")).to.deep.equal([
      "Clothing",
      "Clothing: Knitwear",
      "Clothing: Knitwear: Cardigans",
    ]);
    expect(categoryPath("Clothing")).to.deep.equal(["Clothing"]);
  });

  it("a category has the depth of its path and the label of its last level", () => {
    expect(categoryDepth("Clothing: Knitwear: Cardigans")).to.equal(3);
    expect(categoryLabel("Clothing: Knitwear: Cardigans")).to.equal("Cardigans");
    expect([categoryDepth("Clothing"), categoryLabel("Clothing")]).to.deep.equal([1, "Clothing"]);
  });
});
