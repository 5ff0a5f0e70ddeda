import { CATEGORIES_FIELD, categoryPath } from "../../catalog/fields.js";
import { canonicalFilter } from "../../filters/canonical-filter.js";
import { CATEGORY_FIELD, filterFields, type FilterFields } from "../../filters/field-names.js";
import { conjunctsOf, EVERYTHING, type Filter } from "../../filters/filter.js";
import { dayOf, isRelative, onDay } from "../../filters/relative-dates.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { normalText } from "../../filters/operand.js";
import { ownPeriod, type Period } from "../../storefront/campaigns.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { Rule, RuleRequests, RuleTarget } from "../../storefront/rules-configuration.js";
import { comparableQuery, queryKey, typedKeys } from "./query-forms.js";

/** The parts of a request that determine which rules apply. Selected facet values have no effect on rules. */
export interface RuleContext {
  /** The query as typed; null for a listing or recommendations. */
  readonly typed: string | null;
  readonly isRecommendation?: boolean;
  /** Index keys of rule queries that match another form of this query, from `meantKeys`. Empty by default. */
  readonly meant?: readonly string[];
  readonly filter: Filter;
}

type RequestKind = "searches" | "listings" | "recommendations";

/** The period and the requests for which a rule applies. An empty set does not restrict the rule. */
interface Scope extends Period {
  readonly requests: RuleRequests;
  /** The keys of the rule's queries, with and without spaces: "usb c" has the keys "usbc" and "usb c". */
  readonly keys: ReadonlySet<string>;
  /** Whether the queries must match exactly, without plurals and synonyms. */
  readonly exact: boolean;
  readonly categories: ReadonlySet<string>;
  /** Filter conditions in canonical form. */
  readonly conditions: ReadonlySet<string>;
}

/** A parsed rule, with its scope and the filter for its target variants. */
export interface ReadRule {
  readonly rule: Rule;
  readonly scope: Scope;
  readonly target: Filter;
}

interface IndexedRule extends ReadRule {
  /** The index of the rule in the configuration. */
  readonly position: number;
}

/** Index of rules by their conditions, so that thousands of unrelated rules do not slow down a request. */
interface RuleIndex {
  /** The day for which relative dates were resolved, in days since 1970; null if no filter depends on the day. */
  readonly day: number | null;
  /** Rules whose only condition, if any, is the kind of request, listed by kind. */
  readonly everywhere: Readonly<Record<RequestKind, UnconditionalRules>>;
  readonly byQuery: ReadonlyMap<string, readonly IndexedRule[]>;
  readonly byCategory: ReadonlyMap<string, readonly IndexedRule[]>;
  /** Rules with filter conditions, listed by one condition of each rule. */
  readonly byCondition: ReadonlyMap<string, readonly IndexedRule[]>;
  /** Whether any rule has filter conditions. */
  readonly has_conditions: boolean;
}

/** Rules that apply to all requests of a kind. */
interface UnconditionalRules {
  readonly rules: readonly IndexedRule[];
  /**
   * The rules that are active between the times `from` and `until`, at which a rule starts or ends. All requests of the same kind use this
   * array.
   */
  current: { readonly from: number; readonly until: number; readonly rules: readonly IndexedRule[] };
}

export type RuleSettings = Pick<StorefrontConfiguration, "rules" | "aliases">;

/** Rule indices, cached per list of rules, as long as the configuration that contains the list and the aliases exists. */
const indices = new WeakMap<readonly Rule[], RuleIndex>();

/**
 * Returns the rules that apply to a request at a given time, in the order of the configuration.
 * @param settings rules and aliases; the array of rules must stay the same object until the configuration changes
 * @param at time in milliseconds since 1970
 */
export function rulesFor(
  { rules, aliases }: RuleSettings,
  { typed, isRecommendation = false, meant = [], filter }: RuleContext,
  at: number,
): readonly ReadRule[] {
  if (rules.length === 0) return [];
  const index = indexOf(rules, aliases, dayOf(at));
  const kind = isRecommendation ? "recommendations" : typed === null ? "listings" : "searches";
  const letters = new Set(typed === null || index.byQuery.size === 0 ? [] : typedKeys(typed));
  const forms = new Set([...letters, ...meant]);
  const conjuncts = conjunctsOf(filter);
  const categories = categoriesOf(conjuncts);
  const conditions = new Set(index.has_conditions ? conjuncts.map(canonicalFilter) : []);
  const candidates = new Set([
    ...[...forms].flatMap((key) => index.byQuery.get(key) ?? []),
    ...[...categories].flatMap((category) => index.byCategory.get(category) ?? []),
    ...[...conditions].flatMap((condition) => index.byCondition.get(condition) ?? []),
  ]);
  const inScope = [...candidates].filter(
    ({ scope }) =>
      isLive(scope, at) &&
      isFor(scope, kind) &&
      (scope.keys.size === 0 || hasOne(scope.keys, scope.exact ? letters : forms)) &&
      (scope.categories.size === 0 || [...categories].some((category) => scope.categories.has(category))) &&
      [...scope.conditions].every((condition) => conditions.has(condition)),
  );
  const everywhere = activeAt(index.everywhere[kind], at);
  if (inScope.length === 0) return everywhere;
  return [...everywhere, ...inScope].sort((one, other) => one.position - other.position);
}

const hasOne = (wanted: ReadonlySet<string>, keys: ReadonlySet<string>): boolean =>
  [...keys].some((key) => wanted.has(key));

const isLive = ({ from, until }: Scope, at: number): boolean => from <= at && at < until;

const isFor = ({ requests }: Scope, kind: RequestKind): boolean => requests === "all" || requests === kind;

function activeAt(unconditional: UnconditionalRules, at: number): readonly IndexedRule[] {
  const { current } = unconditional;
  if (current.from <= at && at < current.until) return current.rules;
  const moments = unconditional.rules.flatMap(({ scope }) => [scope.from, scope.until]);
  const past = moments.filter((moment) => moment <= at).reduce((a, b) => Math.max(a, b), -Infinity);
  const coming = moments.filter((moment) => moment > at).reduce((a, b) => Math.min(a, b), Infinity);
  const rules = unconditional.rules.filter(({ scope }) => isLive(scope, at));
  unconditional.current = { from: past, until: coming, rules };
  return rules;
}

/** Returns the categories that contain all products that match a filter: the categories in the filter, and their parent categories. */
function categoriesOf(conjuncts: readonly Filter[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const one of conjuncts) {
    if (one.kind !== "in" || (one.field !== CATEGORIES_FIELD && one.field !== CATEGORY_FIELD)) continue;
    const [first = [], ...others] = one.values.map((value) => categoryPath(String(value)));
    for (const category of first) if (others.every((path) => path.includes(category))) found.add(category);
  }
  return found;
}

function indexOf(rules: readonly Rule[], aliases: RuleSettings["aliases"], day: number): RuleIndex {
  const known = indices.get(rules);
  if (known !== undefined && (known.day === null || known.day === day)) return known;
  const fields = filterFields(aliases);
  const everywhere: IndexedRule[] = [];
  const byQuery = new Map<string, IndexedRule[]>();
  const byCategory = new Map<string, IndexedRule[]>();
  const byCondition = new Map<string, IndexedRule[]>();
  let has_conditions = false;
  for (const [position, rule] of rules.entries()) {
    const read = { ...readRule(rule, fields, day), position };
    const { keys, categories, conditions } = read.scope;
    // Each rule is indexed by its most selective condition. The other conditions are checked afterwards.
    if (keys.size > 0) add(byQuery, keys, read);
    else if (conditions.size > 0) add(byCondition, [...conditions].slice(0, 1), read);
    else if (categories.size > 0) add(byCategory, categories, read);
    else everywhere.push(read);
    has_conditions ||= conditions.size > 0;
  }
  const of = (kind: RequestKind): UnconditionalRules => ({
    rules: everywhere.filter(({ scope }) => isFor(scope, kind)),
    current: { from: 0, until: 0, rules: [] },
  });
  const changes = rules.some((rule) => "filters" in rule && isRelative(rule.filters));
  const index = {
    day: changes ? day : null,
    everywhere: { searches: of("searches"), listings: of("listings"), recommendations: of("recommendations") },
    byQuery,
    byCategory,
    byCondition,
    has_conditions,
  };
  indices.set(rules, index);
  return index;
}

function add(index: Map<string, IndexedRule[]>, names: Iterable<string>, rule: IndexedRule): void {
  for (const name of names) {
    const there = index.get(name);
    if (there === undefined) index.set(name, [rule]);
    else there.push(rule);
  }
}

/** Parses the scope and the target of a rule. @param day day for relative dates, in days since 1970 */
export const readRule = (rule: Rule, fields: FilterFields, day: number): ReadRule => ({
  rule,
  scope: scopeOf(rule, fields),
  target: targetOf(rule, fields, day),
});

function scopeOf(rule: Rule, fields: FilterFields): Scope {
  const { requests, queries, match, exact, categories, filters } = rule.when;
  const texts = queries.map(comparableQuery).flatMap((text) => [text, text.replaceAll(" ", "")]);
  const conditions = filters === null ? [] : conjunctsOf(parseFilter(filters, "filters", fields));
  return {
    ...ownPeriod(rule),
    requests,
    keys: new Set(texts.map((text) => queryKey(match, text))),
    exact,
    categories: new Set(categories.map(normalText)),
    conditions: new Set(conditions.map(canonicalFilter)),
  };
}

function targetOf(rule: Rule, fields: FilterFields, day: number): Filter {
  switch (rule.action) {
    case "pin":
      return named([rule.product]);
    case "reserve":
      return likeThese(rule.filters, fields, day);
    case "boost":
    case "bury":
    case "hide":
      return targetFilter(rule, fields, day);
    case "banner":
      return EVERYTHING;
  }
}

const targetFilter = ({ products, filters }: RuleTarget, fields: FilterFields, day: number): Filter =>
  products === null ? likeThese(filters ?? {}, fields, day) : named(products);

const likeThese = (expression: object, fields: FilterFields, day: number): Filter =>
  parseFilter(onDay(expression, "filters", day), "filters", fields);

const named = (values: readonly string[]): Filter => ({ kind: "in", field: "product_identifier", values });
