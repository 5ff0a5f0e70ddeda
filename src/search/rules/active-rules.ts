import { allOf, EVERYTHING, negated, type Filter, type Scalar } from "../../filters/filter.js";
import { remembered } from "../../lib/remembered.js";
import type { Pin, Reservation } from "./pins.js";
import { rulesFor, type ReadRule, type RuleContext, type Steering } from "./rule-index.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import type { BannerResult } from "../response-schema.js";
import type { FieldTypes } from "../../catalog/fields.js";
import { clauseCount } from "../conditions.js";
import { type Clause, productsMatching } from "../../catalog/matching/filter-query.js";

/** The effect of the rules of one moment on one request. */
export interface ActiveRules {
  /** Milliseconds since 1970: the moment, and what a listing's own order is scored at when scores are added to it. */
  readonly at: number;
  /** Of releases and of interest in products, for the same. */
  readonly half_life_days: number;
  /** The filter for variants that rules do not hide. */
  readonly shown: Filter;
  /** In orders that have a score; else none. */
  readonly scores: readonly Score[];
  /** The same; where two want one place, the first one gets it. */
  readonly pins: readonly Pin[];
  /** The same, of which it is not known yet who gets them. */
  readonly reservations: readonly Reservation[];
  /** The keys of banners. */
  readonly banners: readonly string[];
}

/** Points for, or with a negative number against, products of which an active variant is like the target. */
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

/** So many pins are read when a chain starts; those behind them are left out, and one more is read to notice that. */
export const MAX_PINS = 100;

/** Each costs a search of its own where nobody has asked for the same lately. */
export const MAX_RESERVATIONS = 10;

/** What nobody reads above a listing is left out, and counts for nothing. */
const MAX_BANNERS = 10;

/** Bounds what rules cost a request, in clauses of the engine. */
export const MAX_RULE_CLAUSES = 100;

export interface Moment extends Pick<ActiveRules, "at" | "half_life_days"> {
  /** Only where the storefront ranks, products can be moved. */
  readonly is_ranked: boolean;
}

/** @param rules those that the request is in the scope of, in the order of the configuration */
export function activeRules(rules: readonly ReadRule[], { at, half_life_days, is_ranked }: Moment): ActiveRules {
  if (rules.length === 0) return NO_RULES;
  const effects = effectsOf(rules);
  if (is_ranked) return { at, half_life_days, ...effects };
  return { ...NO_RULES, at, half_life_days, shown: effects.shown, banners: effects.banners };
}

type Effects = Omit<ActiveRules, "at" | "half_life_days">;

/** Rules that are for all requests come as the same array, of which there may be thousands. */
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
  // One list of names, however many rules name products: each by itself would cost every request a clause.
  const named: Filter[] = names.size === 0 ? [] : [{ kind: "in", field: "product_identifier", values: [...names] }];
  const shown = allOf([...named, ...hidden].map(negated));
  return { shown, scores, pins, reservations, banners };
});

/**
 * The filter for variants that rules do not hide, for callers that need nothing else of rules.
 * @param at milliseconds since 1970
 */
export const shownBy = (steering: Steering, context: RuleContext, at: number): Filter =>
  activeRules(rulesFor(steering, context, at), { at, half_life_days: 1, is_ranked: false }).shown;

/** The part of the score that a rule adds. The engine cannot subtract points: all products but the buried ones get them. */
export function scoreClause({ points, target }: Score, fields: FieldTypes): Clause {
  const meant = productsMatching(target, fields);
  const filter = points > 0 ? meant : { bool: { must_not: [meant] } };
  return { constant_score: { filter, boost: Math.abs(points) } };
}

/** The banners in force, as they are by now: one that was taken back is gone from later pages, too. */
export function bannersIn({ banners }: ActiveRules, rules: readonly Rule[]): BannerResult[] {
  if (banners.length === 0) return [];
  return rules.flatMap((rule) => {
    if (rule.action !== "banner" || !banners.includes(rule.key)) return [];
    const { key, text, image, url } = rule;
    return [{ key, text, image, url }];
  });
}

/** The most that rules add together. */
export const totalPoints = (scores: readonly Score[]): number =>
  scores.reduce((sum, { points }) => sum + Math.abs(points), 0);

/** Of scores, the first ones that there is room for. @param quota clauses */
export function scoresWithin(scores: readonly Score[], fields: FieldTypes, quota: number): readonly Score[] {
  let left = Math.min(quota, MAX_RULE_CLAUSES);
  const fitting = scores.findIndex(({ target }) => (left -= 1 + clauseCount(target, fields)) < 0);
  return fitting === -1 ? scores : scores.slice(0, fitting);
}
