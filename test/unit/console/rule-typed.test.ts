import { expect } from "chai";
import { ruleOf, typedOf } from "../../../console/pages/rules/rule-typed.js";

describe("a rule in the rule form", () => {
  for (const requests of ["searches", "listings"] as const) {
    it(`a rule in the rule form keeps the condition on the request type: ${requests}`, () => {
      const rule = { key: "one", action: "hide", products: ["x"], when: { requests } } as const;
      expect(ruleOf(typedOf(rule, "UTC"), rule)).to.deep.equal(rule);
    });
  }

  it("a rule in the rule form has no condition on the request type if the rule applies to all pages", () => {
    const rule = { key: "one", action: "hide", products: ["x"] } as const;
    expect(ruleOf(typedOf(rule, "UTC"), rule)).to.deep.equal(rule);
  });
});
