import { ServiceError } from "../../errors.js";
import { CATEGORIES_FIELD, type FieldTypes } from "../../catalog/fields.js";
import { allOf, conjunctsOf, EVERYTHING, fieldsOf, negated, type Filter, type Scalar } from "../../filters/filter.js";
import { canonicalFilter } from "../../filters/canonical-filter.js";
import { filterFields, type FilterFields, shownName } from "../../filters/field-names.js";
import { dayOf, onDay } from "../../filters/relative-dates.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { ALL_FIELDS, isVisibleField, type SeenFields } from "../../filters/visible-fields.js";
import { normalValue } from "../../filters/operand.js";
import { groupedBy } from "../../lib/grouped-by.js";
import { privateFieldWarning } from "../../storefront/named-fields.js";
import { hidingRule, type Rule, type RuleRequests } from "../../storefront/rules-configuration.js";
import { readRule, type ReadRule, type RuleContext, type RuleSettings } from "./rule-index.js";
import { shownBy } from "./active-rules.js";
import { positionConflicts, type PositionConflict } from "./position-conflicts.js";

/** Findings about a rule, shown to the merchandiser. */
export interface RuleReport {
  readonly key: string;
  readonly hasEnded: boolean;
  /** Formatted messages about missing matches and conflicts with other rules. */
  readonly warnings: readonly string[];
}

/**
 * Reports rules that have ended, match no product, or compete with another rule for a position.
 * @param fieldNames fields of the catalogue
 * @param at time in milliseconds since 1970
 * @param isWanted selects the rules to report on; the remaining rules are only checked for conflicts
 * @param count counts the products of each filter
 * @throws the errors of `count`
 */
export async function checkRules(
  { rules, aliases, fields: seen = ALL_FIELDS }: RuleSettings & { readonly fields?: SeenFields },
  fieldNames: FieldTypes,
  at: number,
  isWanted: (rule: Rule) => boolean,
  count: (filters: readonly Filter[]) => Promise<readonly number[]>,
): Promise<RuleReport[]> {
  const fields = filterFields(aliases);
  const isVisible = isVisibleField(seen);
  const read = rules.map((rule) => readRule(rule, fields, dayOf(at)));
  const hidden = {
    all: hiddenIn(APPLIES_TO.all, { rules, aliases }, at),
    searches: hiddenIn(APPLIES_TO.searches, { rules, aliases }, at),
    listings: hiddenIn(APPLIES_TO.listings, { rules, aliases }, at),
  };
  const found = positionConflicts(read, aliases, fields, at).filter(({ first, second }) =>
    [first, second].some(({ rule }) => isWanted(rule)),
  );
  const wanted = read
    .filter(({ rule }) => isWanted(rule))
    .map((one) => {
      const meant = allOf([one.target, scopeFilter(one.rule, fields)]);
      return {
        one,
        meant,
        visible: hidingRule(one.rule) !== null ? meant : allOf([meant, ...hidden[one.rule.when.requests](one)]),
      };
    });
  const filters = new Map(
    [...wanted.flatMap(({ meant, visible }) => [meant, visible]), ...found.flatMap(sharedProducts)].map((one) => [
      canonicalFilter(one),
      one,
    ]),
  );
  const totals = await count([...filters.values()]);
  const counted = new Map([...filters.keys()].map((key, position) => [key, totals[position] ?? 0]));
  const isNone = (filter: Filter) => counted.get(canonicalFilter(filter)) === 0;
  const conflicts = found.filter((one) => sharedProducts(one).every(isNone));
  const behind = groupedBy(conflicts, ({ first }) => first.rule);
  const ahead = groupedBy(conflicts, ({ second }) => second.rule);
  return wanted.map(({ one, meant, visible }) => ({
    key: one.rule.key,
    hasEnded: one.scope.until <= at,
    warnings: [
      ...unknownFields(one, fields, fieldNames),
      ...fieldsNamed(one, fields)
        .filter((field) => !isVisible(field))
        .map(privateFieldWarning),
      ...wrongOperands(one.rule, filterFields(aliases, fieldNames)),
      ...(isNone(meant)
        ? ["the rule matches no active product"]
        : isNone(visible)
          ? ["all products that match the rule are hidden"]
          : []),
      ...conflictWarnings(ahead.get(one.rule) ?? [], behind.get(one.rule) ?? []),
    ],
  }));
}

/**
 * Returns the filter for products that match both the pin and the reserved position. If the pinned product is one of these products, the
 * rules do not conflict. Empty unless the first rule is a pin and the second rule reserves the position.
 */
const sharedProducts = ({ first, second }: PositionConflict): Filter[] =>
  first.rule.action === "pin" && second.rule.action === "reserve" ? [allOf([first.target, second.target])] : [];

/** The filter for products that requests in the rule's scope may return. */
const scopeFilter = ({ when: { categories, filters } }: Rule, fields: FilterFields): Filter =>
  allOf([
    categories.length === 0
      ? EVERYTHING
      : { kind: "in", field: CATEGORIES_FIELD, values: categories.map((one) => normalValue(CATEGORIES_FIELD, one)) },
    filters === null ? EVERYTHING : parseFilter(filters, "filters", fields),
  ]);

/**
 * For each value of the rule setting `requests`, an example request to which a rule with this value and without other conditions applies.
 * For the value `all`, the example is a recommendation request, because only rules for all requests apply to recommendations.
 */
const APPLIES_TO: Readonly<Record<RuleRequests, RuleContext>> = {
  all: { typed: null, isRecommendation: true, filter: EVERYTHING },
  searches: { typed: "", filter: EVERYTHING },
  listings: { typed: null, filter: EVERYTHING },
};

/**
 * Returns the filters for products that are hidden in all searches, all listings or all requests. Products hidden by
 * identifier are looked up locally, so that the full list is not sent to the engine for every rule.
 */
function hiddenIn(requests: RuleContext, settings: RuleSettings, at: number): (one: ReadRule) => Filter[] {
  const shown = conjunctsOf(shownBy(settings, requests, at));
  const names = new Set(shown.flatMap((one) => (one.kind === "not" ? namesIn(one.filter) : [])));
  const others = shown.filter((one) => one.kind !== "not" || namesIn(one.filter).length === 0);
  return ({ target }) => {
    const gone = namesIn(target).filter((name) => names.has(name));
    return [
      ...others,
      ...(gone.length === 0 ? [] : [negated({ kind: "in", field: "product_identifier", values: gone })]),
    ];
  };
}

const namesIn = (filter: Filter): readonly Scalar[] =>
  filter.kind === "in" && filter.field === "product_identifier" ? filter.values : [];

const fieldsNamed = ({ rule, target }: ReadRule, fields: FilterFields): string[] => [
  ...new Set([...fieldsOf(target), ...fieldsOf(scopeFilter(rule, fields))]),
];

const unknownFields = (rule: ReadRule, fields: FilterFields, fieldNames: FieldTypes): string[] =>
  fieldsNamed(rule, fields)
    .filter((field) => !fieldNames.has(field))
    .map((field) => `no product has the field \`${shownName(field)}\``);

/**
 * Returns messages about filter operands that cannot be compared with the catalogue's fields. The configuration is valid, but a rule with
 * such an operand matches no product.
 */
function wrongOperands(rule: Rule, fields: FilterFields): string[] {
  const { filters } = rule.when;
  const target = "filters" in rule ? rule.filters : null;
  return [
    ...(filters === null ? [] : problemOf(filters, "when.filters", fields)),
    ...(target === null ? [] : problemOf(onDay(target, "filters", 0) as object, "filters", fields)),
  ];
}

function problemOf(expression: object, path: string, fields: FilterFields): string[] {
  try {
    parseFilter(expression, path, fields);
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return [error.message];
    throw error;
  }
}

const MAX_NAMED = 3;

/**
 * Formats the position conflicts of a rule.
 * @param ahead conflicts with rules that get the position first
 * @param behind conflicts with rules that get the position after this rule
 */
function conflictWarnings(ahead: readonly PositionConflict[], behind: readonly PositionConflict[]): string[] {
  const [isBehindOne, isBeforeOne] = [ahead.length === 1, behind.length === 1];
  return [
    ...(ahead.length === 0
      ? []
      : [`${formatHolders(ahead, "first")} and ${isBehindOne ? "gets" : "get"} it first, so this rule gets another position`]), // prettier-ignore
    ...(behind.length === 0
      ? []
      : [`${formatHolders(behind, "second")} and ${isBeforeOne ? "gets another position" : "get other positions"}`]),
  ];
}

/** Formats the keys of conflicting rules. @param side which of the two rules in each conflict to format */
function formatHolders(conflicts: readonly PositionConflict[], side: "first" | "second"): string {
  const names = conflicts.slice(0, MAX_NAMED).map((conflict) => `\`${conflict[side].rule.key}\``);
  const others = conflicts.length > MAX_NAMED ? " and others" : "";
  const [subject, verb] = conflicts.length === 1 ? ["rule", "names"] : ["rules", "name"];
  return `${subject} ${names.join(", ")}${others} also ${verb} position ${conflicts[0]?.position}`;
}
