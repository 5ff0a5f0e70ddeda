import { createHash } from "node:crypto";
import { CATEGORIES_FIELD } from "../catalog/fields.js";
import { describeFilter } from "../filters/canonical-filter.js";
import { parseFilter } from "../filters/filter-expression.js";
import type { ConfigurationDocument } from "../storefront/configuration.js";
import { documentOfB, type Experiment, runningExperiment } from "../storefront/experiment.js";
import type { AcceptedImpact } from "../storefront/publications.js";
import { sameJson } from "../lib/json-text.js";
import { hidingRule, type Rule } from "../storefront/rules-configuration.js";

/** A listing or search, as pages request it. */
export interface Listing {
  readonly query?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
}

/** A group of devices, and the configurations that it has before and after a change. */
export interface Transition {
  /** `b`: the devices that get B of an experiment, before the change or after it. */
  readonly who: "everybody" | "b";
  readonly before: ConfigurationDocument;
  readonly after: ConfigurationDocument;
}

/** How many products one finds, and how few it would find. */
export interface Counted extends Listing {
  /** Formatted: "the category Men". */
  readonly name: string;
  readonly products: number;
  readonly left: number;
  /** The moment from which on it would, where a rule begins later. ISO 8601 UTC. */
  readonly from?: string;
}

export interface AffectedListing extends Counted {
  /** Present where only these devices lose it. */
  readonly who?: "b";
}

/** The products that shoppers would lose by a configuration. */
export interface Losses {
  /** Products that can be found now and could not any more, where these are more than a tenth of all. */
  readonly hidden: (Pick<AffectedListing, "products" | "from" | "who"> & { readonly of: number }) | null;
  /** Listings and searches that would be empty or nearly so, the largest first. */
  readonly listings: readonly AffectedListing[];
}

/** Hiding more than this share of the products asks once more. */
const MOST_HIDDEN = 0.1;
/** A listing that keeps less than this share of its products is nearly empty. */
const LEAST_KEPT = 0.1;

interface Running {
  readonly configuration: ConfigurationDocument;
  readonly experiment?: Experiment;
}

/** The groups of devices that a change gives another configuration: with an experiment, those of B have their own. */
export function transitionsOf(before: Running, after: Running): Transition[] {
  const [had, gets] = [documentOfDevicesInB(before), documentOfDevicesInB(after)];
  const everybody: Transition = { who: "everybody", before: before.configuration, after: after.configuration };
  const b: Transition = { who: "b", before: had ?? before.configuration, after: gets ?? after.configuration };
  const all = had === undefined && gets === undefined ? [everybody] : [everybody, b];
  return all.filter((one) => !sameJson(one.before, one.after));
}

function documentOfDevicesInB(client: Running): ConfigurationDocument | undefined {
  const experiment = runningExperiment(client);
  return experiment === undefined ? undefined : documentOfB(experiment, client.configuration).document;
}

/**
 * Whether shoppers would miss it. A search finds by fewer words where it finds too little, so of a search only nothing is a loss: a
 * better one often finds less.
 */
export function isLost({ query, products, left }: Pick<Counted, "query" | "products" | "left">): boolean {
  if (products === 0) return false;
  return left === 0 || (query === undefined && left < LEAST_KEPT * products);
}

/** The same for the same listing or search, whatever else is known of it. */
export const listingKey = ({ query, filters }: Listing): string => JSON.stringify([query ?? null, filters ?? null]);

export const isEverything = ({ query, filters }: Listing): boolean => query === undefined && filters === undefined;

/** Whether more than a tenth of the products could not be found any more. @param all the listing of everything */
export const hidesMany = ({ products, left }: Pick<Counted, "products" | "left">): boolean =>
  products - left > MOST_HIDDEN * products;

/** The losses among what was counted, null if there are none. @param counted for everybody, then for the devices of B */
export function lossesOf(counted: readonly AffectedListing[]): Losses | null {
  const all = counted.find((one) => isEverything(one) && hidesMany(one));
  const listings = largestFirst(counted.filter(isLost));
  if (all === undefined) return listings.length === 0 ? null : { hidden: null, listings };
  const { products, left, from, who } = all;
  const circumstances = { ...(from !== undefined && { from }), ...(who !== undefined && { who }) };
  return { hidden: { products: products - left, of: products, ...circumstances }, listings };
}

const MOST_SHOWN = 30;

/** What would find fewer products without being lost, the largest losses first. @param counted as for `lossesOf` */
export const reducedOf = (counted: readonly AffectedListing[]): AffectedListing[] =>
  largestFirst(
    counted.filter((one) => one.left < one.products && !isLost(one) && !(isEverything(one) && hidesMany(one))),
  ).slice(0, MOST_SHOWN);

/** Each listing once: what everybody loses is not told again of the devices of B. */
const largestFirst = (impact: readonly AffectedListing[]): AffectedListing[] =>
  [...new Map(impact.toReversed().map((one) => [listingKey(one), one])).values()]
    .reverse()
    .sort((one, other) => other.products - other.left - (one.products - one.left));

const MAX_SCOPES = 500;
const MAX_SCOPES_OF_RULE = 20;

/** The searches and listings that hiding rules name: each of their queries with each of their categories. */
export function scopesOf(rules: readonly Rule[]): { readonly scopes: readonly Listing[]; readonly left_out: number } {
  const all = rules.map((rule) => {
    const { queries, categories, filters } = rule.when;
    if (hidingRule(rule) === null) return [];
    const within = (categories.length === 0 ? [[]] : categories.map((one) => [{ [CATEGORIES_FIELD]: one }])).map(
      (conditions) => [...conditions, ...(filters === null ? [] : [filters])],
    );
    const typed = queries.length === 0 ? [undefined] : queries;
    return typed.flatMap((query) => within.map((conditions) => listingOf(query, conditions)));
  });
  // Of each rule some, before any has all.
  const scopes = all.flatMap((one) => one.slice(0, MAX_SCOPES_OF_RULE)).slice(0, MAX_SCOPES);
  return { scopes, left_out: all.reduce((sum, one) => sum + one.length, 0) - scopes.length };
}

function listingOf(query: string | undefined, conditions: readonly NonNullable<Listing["filters"]>[]): Listing {
  const [first, ...others] = conditions;
  const filters = others.length === 0 ? first : { $and: conditions };
  return { ...(query === undefined ? {} : { query }), ...(filters === undefined ? {} : { filters }) };
}

export function nameOf({ query, filters }: Listing): string {
  const { [CATEGORIES_FIELD]: category, ...others } = filters ?? {};
  const isCategory = typeof category === "string" && Object.keys(others).length === 0;
  const within = filters === undefined || isCategory ? [] : [describeFilter(parseFilter(filters, "filters"))];
  const parts = [
    ...(isCategory ? [`the category ${category}`] : []),
    ...(query === undefined ? [] : [`the search “${query}”`]),
    ...within.map((words) => (query === undefined ? `the listing of ${words}` : words)),
  ];
  return parts.length === 0 ? "the listing of everything" : parts.join(", ");
}

/**
 * Names a change, for somebody who was told what it loses and means it: whoever accepts the losses of one change does not accept those
 * of another that was made meanwhile.
 */
export const changeToken = (clientId: string, transitions: readonly Transition[]): string =>
  createHash("sha256")
    .update(JSON.stringify([clientId, transitions]))
    .digest("hex")
    .slice(0, TOKEN_LENGTH);

const TOKEN_LENGTH = 12;
const MOST_RECORDED = 20;

/** Losses that somebody accepted, as they are recorded. */
export const recorded = ({ hidden, listings }: Losses): AcceptedImpact => ({
  hidden: hidden === null ? null : { products: hidden.products, of: hidden.of },
  listings: listings.slice(0, MOST_RECORDED).map(({ name, products, left }) => ({ name, products, left })),
  count: listings.length,
});

/** The rules that are new or other than before, by their keys. */
export function changedRules(before: readonly Rule[], after: readonly Rule[]): Rule[] {
  const known = new Map(before.map((rule) => [rule.key, rule]));
  return after.filter((rule) => !sameJson(known.get(rule.key), rule));
}
