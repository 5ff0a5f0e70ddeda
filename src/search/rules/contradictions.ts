import { canonicalFilter } from "../../filters/canonical-filter.js";
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
  const pins = rules.filter(({ rule }) => rule.action === "pin");
  const scores = rules.filter(({ rule }) => rule.action === "boost" || rule.action === "bury");
  for (const [later, earlier] of firstMeetings(pins, ({ rule }) =>
    rule.action === "pin" ? String(rule.position) : "",
  )) {
    remark(later, `its place goes to \`${earlier.rule.key}\` first; it gets the next free one`);
  }
  for (const [later, earlier] of firstMeetings(pins, ({ target }) => canonicalFilter(target))) {
    remark(later, `\`${earlier.rule.key}\` pins the same product and comes first`);
  }
  for (const [later, earlier] of firstMeetings(scores, ({ target }) => canonicalFilter(target))) {
    const [one, other] = [later.rule.action, earlier.rule.action];
    remark(later, one === other ? `adds to \`${earlier.rule.key}\`` : `is against \`${earlier.rule.key}\`, both count`);
  }
  return remarks;
}

/** Each rule with the first one before it of the same kind that it meets. */
function firstMeetings(rules: readonly ReadRule[], kindOf: (rule: ReadRule) => string): [ReadRule, ReadRule][] {
  const kinds = new Map<string, ReadRule[]>();
  return rules.flatMap((rule): [ReadRule, ReadRule][] => {
    const before = kinds.get(kindOf(rule)) ?? [];
    const met = before.find((earlier) => meet(earlier.scope, rule.scope));
    before.push(rule);
    kinds.set(kindOf(rule), before);
    return met === undefined ? [] : [[rule, met]];
  });
}
