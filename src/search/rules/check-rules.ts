import { ServiceError } from "../../errors.js";
import { CATEGORIES_FIELD, type FieldTypes } from "../../catalog/fields.js";
import { allOf, conjunctsOf, EVERYTHING, fieldsOf, negated, type Filter, type Scalar } from "../../filters/filter.js";
import { canonicalFilter } from "../../filters/canonical-filter.js";
import { filterFields, type FilterFields, shownName } from "../../filters/field-names.js";
import { dayOf, onDay } from "../../filters/relative-dates.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { ALL_FIELDS, isVisibleField, type SeenFields } from "../../filters/visible-fields.js";
import { normalValue } from "../../filters/operand.js";
import { byUnseenField } from "../../storefront/named-fields.js";
import { hidingRule, type Rule } from "../../storefront/rules-configuration.js";
import { readRule, type ReadRule, type Steering } from "./rule-index.js";
import { shownBy } from "./active-rules.js";

/** Findings about a rule, shown to the merchandiser. */
export interface RuleReport {
  readonly key: string;
  readonly hasEnded: boolean;
  /** Formatted messages about missing matches and conflicts with other rules. */
  readonly warnings: readonly string[];
}

/**
 * Reports rules that have ended, match no product, or conflict with the position of another pin.
 * @param fieldNames fields of the catalogue
 * @param at milliseconds since 1970
 * @param isWanted selects the rules to report on; the others are only checked for conflicts
 * @param count counts the products of each filter
 * @throws errors of `count`
 */
export async function checkRules(
  { rules, aliases, fields: seen = ALL_FIELDS }: Steering & { readonly fields?: SeenFields },
  fieldNames: FieldTypes,
  at: number,
  isWanted: (rule: Rule) => boolean,
  count: (filters: readonly Filter[]) => Promise<readonly number[]>,
): Promise<RuleReport[]> {
  const fields = filterFields(aliases);
  const isVisible = isVisibleField(seen);
  const read = rules.map((rule) => readRule(rule, fields, dayOf(at)));
  const hidden = hiddenEverywhere({ rules, aliases }, at);
  const taken = takenPositions(read.filter((one) => one.scope.until > at));
  const wanted = read
    .filter(({ rule }) => isWanted(rule))
    .map((one) => {
      const meant = allOf([one.target, scopeFilter(one.rule, fields)]);
      return { one, meant, visible: hidingRule(one.rule) !== null ? meant : allOf([meant, ...hidden(one)]) };
    });
  const filters = new Map(
    wanted.flatMap(({ meant, visible }) => [meant, visible]).map((one) => [canonicalFilter(one), one]),
  );
  const totals = await count([...filters.values()]);
  const counted = new Map([...filters.keys()].map((key, position) => [key, totals[position] ?? 0]));
  const isNone = (filter: Filter) => counted.get(canonicalFilter(filter)) === 0;
  return wanted.map(({ one, meant, visible }) => ({
    key: one.rule.key,
    hasEnded: one.scope.until <= at,
    warnings: [
      ...unknownFields(one, fields, fieldNames),
      ...fieldsNamed(one, fields)
        .filter((field) => !isVisible(field))
        .map(byUnseenField),
      ...wrongOperands(one.rule, filterFields(aliases, fieldNames)),
      ...(isNone(meant) ? ["matches no active product"] : isNone(visible) ? ["all that it is about is hidden"] : []),
      ...(taken.get(one.rule) ?? []),
    ],
  }));
}

/** The filter for products that requests in the rule's scope may return. */
const scopeFilter = ({ when: { categories, filters } }: Rule, fields: FilterFields): Filter =>
  allOf([
    categories.length === 0
      ? EVERYTHING
      : { kind: "in", field: CATEGORIES_FIELD, values: categories.map((one) => normalValue(CATEGORIES_FIELD, one)) },
    filters === null ? EVERYTHING : parseFilter(filters, "filters", fields),
  ]);

/**
 * Filters for products that are hidden on every page. Products hidden by identifier are looked up locally, so that the full list is not
 * sent for every rule.
 */
function hiddenEverywhere({ rules, aliases }: Steering, at: number): (one: ReadRule) => Filter[] {
  const shown = conjunctsOf(shownBy({ rules, aliases }, { typed: null, filter: EVERYTHING }, at));
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

/** Operands that cannot be compared with the catalogue's fields. The configuration is valid, but such a rule matches no product. */
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

/** Maximum number of pins per position that later pins are compared with. Limits the cost of many pins with different periods. */
const MAX_COMPARED = 100;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Finds pins whose position is already used by an earlier pin for the same pages or for all pages. @returns messages by rule */
function takenPositions(rules: readonly ReadRule[]): ReadonlyMap<Rule, readonly string[]> {
  const pins = new Map<string, ReadRule[]>();
  const taken = new Map<Rule, readonly string[]>();
  for (const one of rules) {
    const { rule, scope } = one;
    if (rule.action !== "pin") continue;
    const on = (...pages: readonly ReadonlySet<string>[]) =>
      JSON.stringify([rule.position, pages.map((names) => [...names])]);
    const own = on(scope.keys, scope.categories, scope.conditions);
    const earlier = [own, on(NO_NAMES, NO_NAMES, NO_NAMES)]
      .flatMap((key) => pins.get(key) ?? [])
      .find((pin) => pin.scope.from < scope.until && scope.from < pin.scope.until);
    if (earlier !== undefined) {
      taken.set(rule, [`its position goes to \`${earlier.rule.key}\` first; it gets the next free one`]);
    }
    const same = pins.get(own);
    if (same === undefined) pins.set(own, [one]);
    else if (same.length < MAX_COMPARED) same.push(one);
  }
  return taken;
}
