import { createHash } from "node:crypto";
import { CATEGORIES_FIELD } from "../catalog/fields.js";
import { describeFilter } from "../filters/canonical-filter.js";
import { parseFilter } from "../filters/filter-expression.js";
import type { ConfigurationDocument } from "../storefront/configuration.js";
import { documentOfB, type Experiment, runningExperiment } from "../storefront/experiment.js";
import type { AcceptedImpact } from "../storefront/publications.js";
import { sameJson } from "../lib/json-text.js";
import { hidingRule, type Rule } from "../storefront/rules-configuration.js";

/** A listing or search that a shop page requests. */
export interface Listing {
  /** The search query. The empty query stands for any search: it finds all products that rules do not hide in searches. */
  readonly query?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
}

/** A group of devices, and its configurations before and after a change. */
export interface Transition {
  /** The group of devices. `b` stands for the devices in arm B of an experiment that exists before or after the change. */
  readonly who: "everybody" | "b";
  readonly before: ConfigurationDocument;
  readonly after: ConfigurationDocument;
}

/** Number of products that a listing or search finds before and after a change. */
export interface Counted extends Listing {
  /** Display name of the listing, such as "the category Men". */
  readonly name: string;
  readonly products: number;
  readonly left: number;
  /** Start of the rule that reduces the number of products, as ISO 8601 in UTC. Absent if the number decreases immediately. */
  readonly from?: string;
}

export interface AffectedListing extends Counted {
  /** Present if the change affects only devices in arm B of an experiment. */
  readonly who?: "b";
}

/** The impact of a configuration change: products that shoppers could no longer find. */
export interface Losses {
  /** Number of products that could no longer be found, or null if it is at most a tenth of all products. */
  readonly hidden: (Pick<AffectedListing, "products" | "from" | "who"> & { readonly of: number }) | null;
  /** Listings and searches that would be empty or nearly empty, sorted by the number of lost products in descending order. */
  readonly listings: readonly AffectedListing[];
}

/** Maximum share of all products that a change may hide without confirmation. */
const MOST_HIDDEN = 0.1;
/** Minimum share of a listing's products that must remain. Below this share, the listing counts as nearly empty. */
const LEAST_KEPT = 0.1;

interface Running {
  readonly configuration: ConfigurationDocument;
  readonly experiment?: Experiment;
}

/** Returns the groups of devices whose configuration a change affects. With an experiment, the devices in arm B are a separate group. */
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
 * Returns whether shoppers would lose a listing. A search counts as lost only if it finds no products: a search with few hits falls back to
 * partial matches, and an improved search often finds fewer products.
 */
export function isLost({ query, products, left }: Pick<Counted, "query" | "products" | "left">): boolean {
  if (products === 0) return false;
  return left === 0 || (query === undefined && left < LEAST_KEPT * products);
}

/** Returns a key that identifies a listing or search by its query and filters. */
export const listingKey = ({ query, filters }: Listing): string => JSON.stringify([query ?? null, filters ?? null]);

/** Returns whether a request is for all products. Such a request has no filters, and either no query or an empty query. */
export const isEverything = ({ query = "", filters }: Listing): boolean => query === "" && filters === undefined;

/**
 * Returns whether more than a tenth of the products could no longer be found. The product counts must be the counts of a request for all
 * products.
 */
export const hidesMany = ({ products, left }: Pick<Counted, "products" | "left">): boolean =>
  products - left > MOST_HIDDEN * products;

/**
 * Returns the impact on shoppers: the listings that become empty or nearly empty, and the number of hidden products if it exceeds a tenth
 * of all products. Returns null if the change has no such impact.
 * @param counted product counts for all devices, followed by product counts for the devices in arm B
 */
export function lossesOf(counted: readonly AffectedListing[]): Losses | null {
  const [all] = largestFirst(counted.filter((one) => isEverything(one) && hidesMany(one)));
  const listings = largestFirst(counted.filter(isLost));
  if (all === undefined) return listings.length === 0 ? null : { hidden: null, listings };
  const { products, left, from, who } = all;
  const circumstances = { ...(from !== undefined && { from }), ...(who !== undefined && { who }) };
  return { hidden: { products: products - left, of: products, ...circumstances }, listings };
}

const MOST_SHOWN = 30;

/**
 * Returns listings that would lose only some of their products, with the most affected listing first.
 * @param counted product counts, in the same order as for `lossesOf`
 */
export const reducedOf = (counted: readonly AffectedListing[]): AffectedListing[] =>
  largestFirst(
    counted.filter((one) => one.left < one.products && !isLost(one) && !(isEverything(one) && hidesMany(one))),
  ).slice(0, MOST_SHOWN);

/**
 * Removes duplicate listings, and sorts by the number of lost products. If a listing is counted for all devices and for arm B, the count
 * for all devices is returned.
 */
const largestFirst = (impact: readonly AffectedListing[]): AffectedListing[] =>
  [...new Map(impact.toReversed().map((one) => [listingKey(one), one])).values()]
    .reverse()
    .sort((one, other) => other.products - other.left - (one.products - one.left));

const MAX_SCOPES = 500;
const MAX_SCOPES_OF_RULE = 20;

/** Returns the searches and listings to which hiding rules apply: each query of a rule, combined with each category of the rule. */
export function scopesOf(rules: readonly Rule[]): { readonly scopes: readonly Listing[]; readonly left_out: number } {
  const all = rules.map((rule) => {
    const { requests, queries, categories, filters } = rule.when;
    if (hidingRule(rule) === null) return [];
    const within = (categories.length === 0 ? [[]] : categories.map((one) => [{ [CATEGORIES_FIELD]: one }])).map(
      (conditions) => [...conditions, ...(filters === null ? [] : [filters])],
    );
    const typed = queries.length > 0 ? queries : [requests === "searches" ? "" : undefined];
    return typed.flatMap((query) => within.map((conditions) => listingOf(query, conditions)));
  });
  // Limits the searches and listings per rule, so that one rule does not use up the total limit.
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
    ...(query === undefined ? [] : [query === "" ? "all searches" : `the search “${query}”`]),
    ...within.map((words) => (query === undefined ? `the listing of ${words}` : words)),
  ];
  return parts.length === 0 ? "the listing of all products" : parts.join(", ");
}

/**
 * Returns a token that identifies a change. An editor sends the token to accept the impact of the change. A concurrent change has a
 * different token, so its impact is not accepted by mistake.
 */
export const changeToken = (clientId: string, transitions: readonly Transition[]): string =>
  createHash("sha256")
    .update(JSON.stringify([clientId, transitions]))
    .digest("hex")
    .slice(0, TOKEN_LENGTH);

const TOKEN_LENGTH = 12;
const MOST_RECORDED = 20;

/** Converts the accepted impact of a publication to the form that is stored with the publication. */
export const recorded = ({ hidden, listings }: Losses): AcceptedImpact => ({
  hidden: hidden === null ? null : { products: hidden.products, of: hidden.of },
  listings: listings.slice(0, MOST_RECORDED).map(({ name, products, left }) => ({ name, products, left })),
  count: listings.length,
});

/** Compares rules with the same key, and returns the rules that are new or changed. */
export function changedRules(before: readonly Rule[], after: readonly Rule[]): Rule[] {
  const known = new Map(before.map((rule) => [rule.key, rule]));
  return after.filter((rule) => !sameJson(known.get(rule.key), rule));
}
