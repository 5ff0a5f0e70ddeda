import { ServiceError } from "../../errors.js";
import { CATEGORIES_LEAF, type LeafTypes } from "../../catalog/leaves.js";
import { allOf, EVERYTHING, fieldsOf, negated, type Filter } from "../../filters/filter.js";
import { filterFields, type FilterFields, shownName } from "../../filters/field-names.js";
import { dayOf, onDay } from "../../filters/relative-dates.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { ALL_FIELDS, seesLeaf, type SeenFields } from "../../filters/seen-fields.js";
import { normalValue } from "../../filters/operand.js";
import { byUnseenField } from "../../storefront/named-fields.js";
import { hidingRule, type Rule } from "../../storefront/rules-configuration.js";
import { readRule, type ReadRule, type Steering } from "./rule-index.js";
import { covers } from "./scope.js";
import { ScopeIndex } from "./scope-index.js";
import { canonicalFilter } from "../../filters/canonical-filter.js";
import { groupedBy } from "../../lib/grouped-by.js";

/** The findings about a rule, for the merchandiser. */
export interface RuleReport {
  readonly key: string;
  readonly action: Rule["action"];
  readonly state: RuleState;
  /** Active products that it is about, in its scope's categories and conditions. */
  readonly products: number;
  /** In words: what it matches not at all, or what other rules take from it. */
  readonly remarks: readonly string[];
}

type RuleState = "in force" | "not begun" | "ended";

/** The counts that a report about a rule needs. */
interface RuleCounts {
  /** The rule's target within its scope. */
  readonly meant: Filter;
  /** The same without what other rules hide wherever it is in force. */
  readonly visible: Filter;
}

/** The counts to request, and the reports that follow from them. */
export interface CheckedRules {
  readonly counts: readonly RuleCounts[];
  /** @param counted products for each of `counts` @param leaves of the catalogue */
  readonly report: (
    counted: readonly { readonly meant: number; readonly visible: number }[],
    leaves: LeafTypes,
  ) => RuleReport[];
}

/**
 * Looks at rules as they are at a moment.
 * @param at milliseconds since 1970
 * @param isWanted whether a rule is reported on; the others only take from it
 */
export function checkRules(
  { rules, aliases, fields: seen = ALL_FIELDS }: Steering & { readonly fields?: SeenFields },
  at: number,
  isWanted: (rule: Rule) => boolean = () => true,
): CheckedRules {
  const fields = filterFields(aliases);
  const sees = seesLeaf(seen);
  const read = rules.map((rule) => readRule(rule, fields, dayOf(at)));
  const wanted = read.filter(({ rule }) => isWanted(rule));
  const hiddenFrom = hidingAt(read.filter((one) => stateOf(one, at) === "in force"));
  const remarks = contradictions(
    read.filter((one) => stateOf(one, at) !== "ended"),
    isWanted,
  );
  return {
    counts: wanted.map((one) => {
      const meant = allOf([one.target, scopeFilter(one.rule, fields)]);
      const isHiding = hidingRule(one.rule) !== null;
      return { meant, visible: isHiding ? meant : allOf([meant, ...hiddenFrom(one)]) };
    }),
    report: (counted, leaves) =>
      wanted.map((one, place) => {
        const { meant, visible } = counted[place] ?? { meant: 0, visible: 0 };
        return {
          key: one.rule.key,
          action: one.rule.action,
          state: stateOf(one, at),
          products: meant,
          remarks: [
            ...unknownFields(one, fields, leaves),
            ...fieldsNamed(one, fields)
              .filter((field) => !sees(field))
              .map(byUnseenField),
            ...wrongOperands(one.rule, filterFields(aliases, leaves)),
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

/** The filter for products that a request in the rule's scope can be about. */
export const scopeFilter = ({ when: { categories, filters } }: Rule, fields: FilterFields): Filter =>
  allOf([
    categories.length === 0
      ? EVERYTHING
      : { kind: "in", field: CATEGORIES_LEAF, values: categories.map((one) => normalValue(CATEGORIES_LEAF, one)) },
    filters === null ? EVERYTHING : parseFilter(filters, "filters", fields),
  ]);

/** What hiding rules take from another one. Those that name products are compared by name, so that no list of thousands has to be sent. */
function hidingAt(inForce: readonly ReadRule[]): (one: ReadRule) => Filter[] {
  const hiding = inForce.flatMap((one) => {
    const rule = hidingRule(one.rule);
    return rule === null ? [] : [{ ...one, products: rule.products }];
  });
  const byFilter = new ScopeIndex(hiding.filter(({ products }) => products === null));
  const byName = groupedBy(
    hiding.flatMap(({ scope, products }) => (products ?? []).map((name) => ({ name, scope }))),
    ({ name }) => name,
  );
  return ({ target, scope }) => {
    const own = target.kind === "in" && target.field === "product_identifier" ? target.values.map(String) : [];
    const gone = own.filter((name) => byName.get(name)?.some((hider) => covers(hider.scope, scope)));
    return [
      ...byFilter.covering(scope).map((hider) => negated(hider.target)),
      ...(gone.length === 0 ? [] : [negated({ kind: "in", field: "product_identifier", values: gone })]),
    ];
  };
}

const fieldsNamed = ({ rule, target }: ReadRule, fields: FilterFields): string[] => [
  ...new Set([...fieldsOf(target), ...fieldsOf(scopeFilter(rule, fields))]),
];

const unknownFields = (rule: ReadRule, fields: FilterFields, leaves: LeafTypes): string[] =>
  fieldsNamed(rule, fields)
    .filter((field) => !leaves.has(field))
    .map((field) => `no product has the field \`${shownName(field)}\``);

/**
 * Operands that cannot be compared with this catalogue's fields: no mistake of the configuration, but they match
 * nothing.
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

/**
 * Finds rules that override each other, reported for the one that loses: places that an earlier pin has, products that
 * are pinned twice, boosts of products that are also buried. Only rules that a request may meet together are compared.
 * @returns remarks by the rule's key
 */
function contradictions(
  rules: readonly ReadRule[],
  isWanted: (rule: Rule) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const claims = rules.flatMap((one) => claimsOf(one).map((claim) => ({ ...claim, rule: one.rule, scope: one.scope })));
  const lostTo = new Map<object, Rule>();
  for (const claimants of groupedBy(claims, ({ to }) => to).values()) {
    if (!claimants.some(({ rule }, place) => place > 0 && isWanted(rule))) continue;
    const index = new ScopeIndex(claimants);
    for (const [place, claim] of claimants.entries()) {
      const earlier = isWanted(claim.rule) ? index.firstMeeting(claim.scope, place) : undefined;
      if (earlier !== undefined) lostTo.set(claim, earlier.rule);
    }
  }
  const lost = claims.flatMap((claim) => {
    const earlier = lostTo.get(claim);
    return earlier === undefined ? [] : [{ key: claim.rule.key, remark: claim.lost(earlier) }];
  });
  const byRule = groupedBy(lost, ({ key }) => key);
  return new Map([...byRule].map(([key, own]) => [key, own.map(({ remark }) => remark)]));
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
    case "reserve":
      return [];
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
    case "banner":
      return [];
  }
}
