import { isDeepStrictEqual } from "node:util";
import type { Rule } from "../../storefront/rules-configuration.js";

/** The rules that are new or other than before, by their keys. */
export function changedRules(before: readonly Rule[], after: readonly Rule[]): Rule[] {
  const known = new Map(before.map((rule) => [rule.key, rule]));
  return after.filter((rule) => !isDeepStrictEqual(known.get(rule.key), rule));
}
