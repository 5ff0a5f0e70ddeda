import { CATEGORIES_FIELD } from "../../catalog/fields.js";
import type { FilterFields } from "../../filters/field-names.js";
import { allOf, EVERYTHING, type Filter } from "../../filters/filter.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { normalValue } from "../../filters/operand.js";
import { groupedBy } from "../../lib/grouped-by.js";
import { remembered } from "../../lib/remembered.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { rulesFor, type ReadRule, type RuleContext, type RuleSettings } from "./rule-index.js";

/** Two rules with the same position for the same request at the same time. Only the first rule gets the position. */
export interface PositionConflict {
  readonly position: number;
  readonly first: ReadRule;
  readonly second: ReadRule;
}

type PositionRule = Extract<Rule, { action: "pin" | "reserve" }>;

interface Positioned {
  readonly read: ReadRule;
  readonly rule: PositionRule;
  /** Index of the rule in the configuration. */
  readonly at: number;
}

/**
 * Maximum number of rules with the same conditions that each rule is compared with. Limits the cost of many rules with the same position.
 */
const MAX_COMPARED = 100;
/** Maximum number of conflicts to report per rule. */
const MAX_FOUND = 5;
/**
 * Maximum number of example requests to check per rule. There is one request for each combination of a query and a category in the rule.
 */
const MAX_REQUESTS = 100;

/**
 * Returns pins and reserved positions that compete for a position. Two rules compete if the conditions of one rule describe a request to
 * which the other rule also applies. For example, a rule for a category competes with a rule for one of its subcategories.
 * @param rules in the order of the configuration
 * @param at milliseconds since 1970; rules that ended before this time are ignored
 */
export function positionConflicts(
  rules: readonly ReadRule[],
  aliases: RuleSettings["aliases"],
  fields: FilterFields,
  at: number,
): PositionConflict[] {
  const positioned = rules.flatMap((read, place): Positioned[] => {
    const { rule, scope } = read;
    const isPositioned = rule.action === "pin" || rule.action === "reserve";
    return isPositioned && scope.until > at ? [{ read, rule, at: place }] : [];
  });
  const groups = [...groupedBy(positioned, ({ rule }) => rule.position).values()];
  return groups.flatMap((group) => (group.length < 2 ? [] : conflictsIn(group, aliases, fields)));
}

/** Returns the position conflicts between rules. @param group rules with the same position */
function conflictsIn(group: readonly Positioned[], aliases: RuleSettings["aliases"], fields: FilterFields) {
  const known = new Map(group.map((one) => [one.rule.key, one]));
  const sameScope = groupedBy(group, ({ rule }) => JSON.stringify(rule.when));
  const compared = [...sameScope.values()].flatMap((some) => some.slice(0, MAX_COMPARED));
  const rules = compared.sort((a, b) => a.at - b.at).map(({ rule }) => ({ ...rule, starts_at: null, ends_at: null }));
  const rulesOf = remembered(new Map<string, readonly ReadRule[]>(), (request) =>
    rulesFor({ rules, aliases }, JSON.parse(request) as RuleContext, 0).slice(0, MAX_COMPARED),
  );
  const conflicts = new Map<string, PositionConflict>();
  for (const one of group) {
    const found = requestsOf(one.rule, fields).flatMap((request) =>
      rulesOf(JSON.stringify(request))
        .map(({ rule }) => known.get(rule.key) as Positioned)
        .filter(
          (other) => other !== one && !isSameProduct(one.rule, other.rule) && isSimultaneous(one.read, other.read),
        ),
    );
    for (const other of [...new Set(found)].slice(0, MAX_FOUND)) {
      const [first, second] = [one, other].sort((a, b) => orderOf(a) - orderOf(b) || a.at - b.at) as [Positioned, Positioned]; // prettier-ignore
      const conflict = { position: one.rule.position, first: first.read, second: second.read };
      conflicts.set(`${first.at} ${second.at}`, conflict);
    }
  }
  return [...conflicts.values()];
}

/** Returns the order of placement: pins get their positions before reserved positions are assigned. */
const orderOf = ({ rule }: Positioned): number => (rule.action === "pin" ? 0 : 1);

const isSameProduct = (one: Rule, other: Rule): boolean =>
  one.action === "pin" && other.action === "pin" && one.product === other.product;

const isSimultaneous = ({ scope: one }: ReadRule, { scope: other }: ReadRule): boolean =>
  one.from < other.until && other.from < one.until;

/**
 * Returns example requests for a rule, one for each combination of the rule's queries and categories. An empty query stands for any search.
 */
function requestsOf({ when: { requests, queries, categories, filters } }: Rule, fields: FilterFields): RuleContext[] {
  const conditions = filters === null ? EVERYTHING : parseFilter(filters, "filters", fields);
  const within: readonly Filter[] =
    categories.length === 0
      ? [conditions]
      : categories.map((one) => allOf([{ kind: "in", field: CATEGORIES_FIELD, values: [normalValue(CATEGORIES_FIELD, one)] }, conditions])); // prettier-ignore
  const typed = queries.length > 0 ? queries : [requests === "searches" ? "" : null];
  return typed.flatMap((query) => within.map((filter) => ({ typed: query, filter }))).slice(0, MAX_REQUESTS);
}
