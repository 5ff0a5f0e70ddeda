import { allOf, EVERYTHING, negated, type Filter, type Scalar } from "../../filters/filter.js";
import { remembered } from "../../lib/remembered.js";
import type { Pin, Reservation } from "./pins.js";
import { rulesFor, type ReadRule, type RuleContext, type RuleSettings } from "./rule-index.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import type { BannerResult } from "../response-schema.js";
import type { FieldTypes } from "../../catalog/fields.js";
import { clauseCount } from "../conditions.js";
import { type Clause, productsMatching } from "../../catalog/matching/filter-query.js";

/** The combined effect of all rules that apply to a request at a given time. */
export interface ActiveRules {
  /** Time for which the active rules and the listing prior are determined, in milliseconds since 1970. */
  readonly at: number;
  /** Time in days after which the weight of release dates and popularity in the listing prior is halved. */
  readonly half_life_days: number;
  /** The filter for variants that no rule hides. */
  readonly shown: Filter;
  /** Points of the active boost and bury rules. Empty if products are sorted by a field. */
  readonly scores: readonly Score[];
  /** Pinned products. Empty if products are sorted by a field. If two pins have the same position, the first pin gets the position. */
  readonly pins: readonly Pin[];
  /** Reserved positions, to which products are assigned later. Empty if products are sorted by a field. */
  readonly reservations: readonly Reservation[];
  /** Keys of the active banner rules. */
  readonly banners: readonly string[];
}

/** Points that a rule adds to products with an active variant that matches the target. Negative points move products down. */
export interface Score {
  readonly key: string;
  readonly points: number;
  readonly target: Filter;
}

export const NO_RULES: ActiveRules = {
  at: 0,
  half_life_days: 1,
  shown: EVERYTHING,
  scores: [],
  pins: [],
  reservations: [],
  banners: [],
};

/** Maximum number of pins per request. Additional pins are ignored. One additional pin is read to detect that the maximum is exceeded. */
export const MAX_PINS = 100;

/** Maximum number of reserved positions per request. Each reserved position adds an aggregation to the engine request. */
export const MAX_RESERVATIONS = 10;

/** Maximum number of banners per request. Additional banners are ignored. */
const MAX_BANNERS = 10;

/** Maximum number of query clauses for rules in one engine request. */
export const MAX_RULE_CLAUSES = 100;

export interface Moment extends Pick<ActiveRules, "at" | "half_life_days"> {
  /** Whether products are sorted by rank, so that rules can change their order. */
  readonly is_ranked: boolean;
}

/**
 * Returns the effects of rules on a request.
 * @param rules rules whose scope includes the request, in the order of the configuration
 */
export function activeRules(rules: readonly ReadRule[], { at, half_life_days, is_ranked }: Moment): ActiveRules {
  if (rules.length === 0) return NO_RULES;
  const effects = effectsOf(rules);
  if (is_ranked) return { at, half_life_days, ...effects };
  return { ...NO_RULES, at, half_life_days, shown: effects.shown, banners: effects.banners };
}

type Effects = Omit<ActiveRules, "at" | "half_life_days">;

/**
 * Returns the combined effects of rules. The result is cached per array, because requests pass the same array, which may contain thousands
 * of rules.
 */
const effectsOf = remembered(new WeakMap<readonly ReadRule[], Effects>(), (rules): Effects => {
  const hidden: Filter[] = [];
  const names = new Set<Scalar>();
  const scores: Score[] = [];
  const pins: Pin[] = [];
  const reservations: Reservation[] = [];
  const banners: string[] = [];
  for (const { rule, target } of rules) {
    switch (rule.action) {
      case "hide":
        if (target.kind === "in" && target.field === "product_identifier")
          for (const name of target.values) names.add(name);
        else hidden.push(target);
        break;
      case "boost":
        if (scores.length <= MAX_RULE_CLAUSES) scores.push({ key: rule.key, points: rule.points, target });
        break;
      case "bury":
        if (scores.length <= MAX_RULE_CLAUSES) scores.push({ key: rule.key, points: -rule.points, target });
        break;
      case "pin":
        if (pins.length <= MAX_PINS) pins.push({ product: rule.product, position: rule.position });
        break;
      case "reserve":
        if (reservations.length <= MAX_RESERVATIONS)
          reservations.push({ key: rule.key, position: rule.position, target });
        break;
      case "banner":
        if (banners.length < MAX_BANNERS) banners.push(rule.key);
        break;
    }
  }
  // Products hidden by identifier are joined into one filter. Separate filters would cost one clause per rule.
  const named: Filter[] = names.size === 0 ? [] : [{ kind: "in", field: "product_identifier", values: [...names] }];
  const shown = allOf([...named, ...hidden].map(negated));
  return { shown, scores, pins, reservations, banners };
});

/**
 * The filter for variants that no rule hides, for callers that do not need the other effects of rules.
 * @param at time in milliseconds since 1970
 */
export const shownBy = (settings: RuleSettings, context: RuleContext, at: number): Filter =>
  activeRules(rulesFor(settings, context, at), { at, half_life_days: 1, is_ranked: false }).shown;

/**
 * Returns the query clause of a boost or bury rule. The engine cannot subtract points, so a bury rule adds points to all products that do
 * not match.
 */
export function scoreClause({ points, target }: Score, fields: FieldTypes): Clause {
  const meant = productsMatching(target, fields);
  const filter = points > 0 ? meant : { bool: { must_not: [meant] } };
  return { constant_score: { filter, boost: Math.abs(points) } };
}

/** The active banners with their current text. A banner that was removed disappears from later pages, too. */
export function bannersIn({ banners }: ActiveRules, rules: readonly Rule[]): BannerResult[] {
  if (banners.length === 0) return [];
  return rules.flatMap((rule) => {
    if (rule.action !== "banner" || !banners.includes(rule.key)) return [];
    const { key, text, image, url } = rule;
    return [{ key, text, image, url }];
  });
}

/** Returns the maximum number of points that rules can add to a product. */
export const totalPoints = (scores: readonly Score[]): number =>
  scores.reduce((sum, { points }) => sum + Math.abs(points), 0);

/** Returns the first rule scores whose clauses fit into the quota. @param quota maximum number of clauses */
export function scoresWithin(scores: readonly Score[], fields: FieldTypes, quota: number): readonly Score[] {
  let left = Math.min(quota, MAX_RULE_CLAUSES);
  const fitting = scores.findIndex(({ target }) => (left -= 1 + clauseCount(target, fields)) < 0);
  return fitting === -1 ? scores : scores.slice(0, fitting);
}
