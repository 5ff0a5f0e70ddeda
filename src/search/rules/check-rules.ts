import { CATEGORIES_LEAF, type LeafTypes } from "../../catalog/leaves.js";
import { allOf, EVERYTHING, fieldsOf, negated, type Filter } from "../../filters/filter.js";
import { parseFilter } from "../../filters/filter-expression.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { contradictions } from "./contradictions.js";
import { readRule, type ReadRule } from "./rule-index.js";
import { covers } from "./scope.js";

/** What a merchandiser should know of a rule. */
export interface RuleReport {
  readonly key: string;
  readonly action: Rule["action"];
  readonly state: RuleState;
  /** Active products that it is about, in its scope's categories and conditions. */
  readonly products: number;
  /** In words: what it matches not at all, or what other rules take from it. */
  readonly remarks: readonly string[];
}

export type RuleState = "in force" | "not begun" | "ended";

/** What has to be counted to tell of a rule. */
export interface RuleCounts {
  /** What it is about in its scope. */
  readonly meant: Filter;
  /** The same without what other rules hide wherever it is in force. */
  readonly visible: Filter;
}

/** What is to be counted, and what follows from it. */
export interface CheckedRules {
  readonly counts: readonly RuleCounts[];
  /** @param counted products for each of `counts` @param leaves of the catalogue */
  readonly report: (
    counted: readonly { readonly meant: number; readonly visible: number }[],
    leaves: LeafTypes,
  ) => RuleReport[];
}

/** Looks at rules as they are at a moment. @param at milliseconds since 1970 */
export function checkRules(rules: readonly Rule[], at: number): CheckedRules {
  const read = rules.map(readRule);
  const hiding = read.filter((one) => one.rule.action === "hide" && stateOf(one, at) === "in force");
  const remarks = contradictions(read.filter((one) => stateOf(one, at) !== "ended"));
  return {
    counts: read.map((one) => {
      const meant = allOf([one.target, scopeFilter(one.rule)]);
      const isHiding = one.rule.action === "hide";
      return { meant, visible: isHiding ? meant : allOf([meant, ...hidden(one, hiding)]) };
    }),
    report: (counted, leaves) =>
      read.map((one, place) => {
        const { meant, visible } = counted[place] ?? { meant: 0, visible: 0 };
        return {
          ...{ key: one.rule.key, action: one.rule.action, state: stateOf(one, at), products: meant },
          remarks: [
            ...unknownFields(one, leaves),
            ...(meant === 0 ? ["matches no active product"] : visible === 0 ? ["all that it is about is hidden"] : []),
            ...(remarks.get(one.rule.key) ?? []),
          ],
        };
      }),
  };
}

function stateOf({ scope }: ReadRule, at: number): RuleState {
  if (scope.until <= at) return "ended";
  return at < scope.from ? "not begun" : "in force";
}

/** What a product must be like for a request of the scope to be about it. */
const scopeFilter = ({ when: { categories, filters } }: Rule): Filter =>
  allOf([
    categories.length === 0 ? EVERYTHING : { kind: "in", field: CATEGORIES_LEAF, values: categories },
    filters === null ? EVERYTHING : parseFilter(filters, "filters"),
  ]);

/** Rules that name products are compared by name, so that no list of thousands has to be sent for each rule. */
function hidden(one: ReadRule, hiding: readonly ReadRule[]): Filter[] {
  const covering = hiding.filter(({ scope }) => covers(scope, one.scope));
  const names = covering.flatMap(({ rule }) => (rule.action === "hide" ? (rule.products ?? []) : []));
  const hiddenNames = new Set(names);
  const { target } = one;
  const own = target.kind === "in" && target.field === "product_identifier" ? target.values.map(String) : [];
  const gone = own.filter((name) => hiddenNames.has(name));
  return [
    ...covering.flatMap(({ rule, target: filter }) =>
      rule.action === "hide" && rule.products === null ? [negated(filter)] : [],
    ),
    ...(gone.length === 0 ? [] : [negated({ kind: "in", field: "product_identifier", values: gone })]),
  ];
}

const unknownFields = ({ rule, target }: ReadRule, leaves: LeafTypes): string[] =>
  [...new Set([...fieldsOf(target), ...fieldsOf(scopeFilter(rule))])]
    .filter((field) => !leaves.has(field))
    .map((field) => `no product has the field \`${field}\``);
