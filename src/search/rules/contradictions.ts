import { canonicalFilter } from "../../filters/canonical-filter.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import type { ReadRule } from "./rule-index.js";
import { meet } from "./scope.js";

/**
 * Finds rules that override each other, reported for the one that loses: places that an earlier pin has, products that
 * are pinned twice, boosts of products that are also buried. Only rules that a request may meet together are compared.
 * Only rules that a request may meet together.
 * @returns remarks by the rule's key
 */
export function contradictions(rules: readonly ReadRule[]): ReadonlyMap<string, readonly string[]> {
  const remarks = new Map<string, string[]>();
  const remark = ({ rule }: ReadRule, text: string) => remarks.set(rule.key, [...(remarks.get(rule.key) ?? []), text]);
  const claimants = new Map<string, ReadRule[]>();
  for (const rule of rules) {
    for (const { to, lost } of claimsOf(rule)) {
      const before = claimants.get(to) ?? [];
      const earlier = before.find(({ scope }) => meet(scope, rule.scope));
      if (earlier !== undefined) remark(rule, lost(earlier.rule));
      before.push(rule);
      claimants.set(to, before);
    }
  }
  return remarks;
}

/** What a rule wants for itself alone. */
interface Claim {
  readonly to: string;
  /** What becomes of the rule where an earlier one claims the same. */
  readonly lost: (earlier: Rule) => string;
}

function claimsOf({ rule, target }: ReadRule): readonly Claim[] {
  switch (rule.action) {
    case "pin":
      return [
        {
          to: `place ${rule.position}`,
          lost: ({ key }) => `its place goes to \`${key}\` first; it gets the next free one`,
        },
        {
          to: `pinned ${canonicalFilter(target)}`,
          lost: ({ key }) => `\`${key}\` pins the same product and comes first`,
        },
      ];
    case "boost":
    case "bury":
      return [
        {
          to: `score ${canonicalFilter(target)}`,
          lost: ({ key, action }) =>
            action === rule.action ? `adds to \`${key}\`` : `is against \`${key}\`, both count`,
        },
      ];
    case "hide":
      return [];
  }
}
