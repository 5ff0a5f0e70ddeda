import { expect } from "chai";
import fc from "fast-check";
import { filterFields } from "../../../../src/filters/field-names.js";
import { checkRules } from "../../../../src/search/rules/check-rules.js";
import { ScopeIndex } from "../../../../src/search/rules/scope-index.js";
import { covers, meet, scopeOf } from "../../../../src/search/rules/scope.js";
import { completeRule, type Rule } from "../../../../src/storefront/rules-configuration.js";

const NOW = Date.parse("2026-11-27T12:00:00Z");

const few = <T>(values: readonly T[], maxLength: number) =>
  fc.oneof({ arbitrary: fc.constant([]), weight: 1 }, fc.subarray([...values], { minLength: 1, maxLength }));
const moment = fc.constantFrom(null, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z");

/** Rules of a few words, categories and conditions, so that many of them meet. */
const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      queries: few(["red", "dress", "red dress", "long red dress", "Dress", "dress red dress", " "], 2),
      match: fc.constantFrom("is", "contains", "begins_with"),
      exact: fc.boolean(),
      categories: few(["Men", "Men: Shirts", "Women", "Women: Shirts"], 2),
      filters: fc.constantFrom(null, { color: "Red" }, { color: "Red", sale: true }, { sale: true }),
      action: fc.constantFrom("pin", "boost", "bury", "hide"),
      product: fc.constantFrom("p", "q"),
      by_filter: fc.boolean(),
      starts_at: moment,
      ends_at: moment,
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map(({ action, product, by_filter, starts_at, ends_at, ...when }, at) => {
      const shared = { key: `rule ${at}`, when, starts_at, ends_at };
      const target = by_filter ? { filters: { color: "Red" } } : { products: [product] };
      return completeRule(
        action === "pin" ? { ...shared, action, product, position: 1 } : { ...shared, action, ...target },
      );
    }),
  );

describe("the index of scopes", () => {
  it("finds the first scope that meets one, and all that cover it, as comparing it with each does", () => {
    fc.assert(
      fc.property(rules, (all) => {
        const filed = all.map((rule) => ({ key: rule.key, scope: scopeOf(rule, filterFields({})) }));
        const index = new ScopeIndex(filed);
        for (const [place, { scope }] of filed.entries()) {
          const before = filed.slice(0, place).find((one) => meet(one.scope, scope));
          expect(index.firstMeeting(scope, place)).to.equal(before);
          expect(index.covering(scope)).to.deep.equal(filed.filter((one) => covers(one.scope, scope)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("lets the check of some rules say what the check of all says of them", () => {
    const isWanted = ({ key }: Rule) => key.endsWith("1");
    fc.assert(
      fc.property(rules, (all) => {
        const [whole, some] = [undefined, isWanted].map((wanted) => checkRules({ rules: all, aliases: {} }, NOW, wanted)) as [ReturnType<typeof checkRules>, ReturnType<typeof checkRules>]; // prettier-ignore
        expect(some.counts).to.deep.equal(whole.counts.filter((_, at) => isWanted(all[at] as Rule)));
        const reported = whole.report([], new Map()).filter((_, at) => isWanted(all[at] as Rule));
        expect(some.report([], new Map())).to.deep.equal(reported);
      }),
    );
  });
});
