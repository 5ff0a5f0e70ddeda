import { createHash } from "node:crypto";
import type { ConfigurationDocument } from "../storefront/configuration.js";
import { documentOfB, type Experiment, runningExperiment } from "../storefront/experiment.js";
import type { AcceptedLosses } from "../storefront/publications.js";
import { sameJson } from "../lib/json-text.js";
import type { Rule } from "../storefront/rules-configuration.js";

/** A listing or search, as pages ask for it. */
export interface Asked {
  readonly query?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly facet_filters?: Readonly<Record<string, unknown>>;
}

/** One whose products are counted before a configuration comes into force. */
export interface Looked extends Asked {
  /** In words: "the category Men". */
  readonly name: string;
  /** How often shoppers opened it in the last 30 days. */
  readonly opened: number;
}

/** A group of devices, and the configurations that it has before and after a change. */
export interface Transition {
  /** `b`: the devices that get B of an experiment, before the change or after it. */
  readonly who: "everybody" | "b";
  readonly before: ConfigurationDocument;
  readonly after: ConfigurationDocument;
}

/** How many products one finds, and how few it would find. */
export interface Counted extends Looked {
  readonly products: number;
  readonly left: number;
  /** The moment from which on it would, where a rule begins later. ISO 8601 UTC. */
  readonly from?: string;
}

export interface Loss extends Counted {
  /** Present where only these devices lose it. */
  readonly who?: "b";
}

/** What shoppers would lose by a configuration. */
export interface Losses {
  /** Products that can be found now and could not any more, where these are more than a tenth of all. */
  readonly hidden: {
    readonly products: number;
    readonly of: number;
    readonly from?: string;
    readonly who?: "b";
  } | null;
  /** What would be empty or nearly so, the most opened first. */
  readonly listings: readonly Loss[];
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

/** Whether it is the listing of everything. */
export const isEverything = ({ query, filters, facet_filters }: Asked): boolean =>
  query === undefined && filters === undefined && facet_filters === undefined;

/** Whether more than a tenth of the products could not be found any more. @param all the listing of everything */
export const hidesMany = ({ products, left }: Pick<Counted, "products" | "left">): boolean =>
  products - left > MOST_HIDDEN * products;

/** What is lost of what was counted for one group of devices; null where nothing is. */
export function lossesOf(counted: readonly Counted[]): Losses | null {
  const all = counted.find(isEverything);
  const from = all?.from === undefined ? {} : { from: all.from };
  const hidden =
    all === undefined || !hidesMany(all) ? null : { products: all.products - all.left, of: all.products, ...from };
  const listings = counted
    .filter(isLost)
    .toSorted((one, other) => weigh(other) - weigh(one) || other.products - one.products);
  return hidden === null && listings.length === 0 ? null : { hidden, listings };
}

const weigh = ({ opened }: Looked) => opened;

/** What both groups of devices lose together. @param everybody of those without B @param b of those with B */
export function lossesTogether(everybody: Losses | null, b: Losses | null): Losses | null {
  if (b === null) return everybody;
  const known = new Map((everybody?.listings ?? []).map((one) => [askedKey(one), one]));
  const own = b.listings.flatMap((one) => (known.has(askedKey(one)) ? [] : [{ ...one, who: "b" as const }]));
  const hidden = everybody?.hidden ?? (b.hidden === null ? null : { ...b.hidden, who: "b" as const });
  const listings = [...known.values(), ...own].sort(
    (one, other) => weigh(other) - weigh(one) || other.products - one.products,
  );
  return { hidden, listings };
}

/** The same for the same listing or search, whatever it is called. */
export const askedKey = ({ query, filters, facet_filters }: Asked): string =>
  JSON.stringify([query ?? null, filters ?? null, facet_filters ?? null]);

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
/** How many products of a storefront a hiding rule takes away that can be found now. */
export interface RuleHides {
  readonly key: string;
  readonly products: number;
  /** Of so many, in the categories and conditions that the rule is for. */
  readonly of: number;
}

const MOST_RECORDED = 20;

/** Losses that somebody accepted, as they are recorded. */
export const recorded = ({ hidden, listings }: Losses): AcceptedLosses => ({
  hidden: hidden === null ? null : { products: hidden.products, of: hidden.of },
  listings: listings
    .slice(0, MOST_RECORDED)
    .map(({ name, products, left, opened }) => ({ name, products, left, opened })),
  count: listings.length,
});

/** The rules that are new or other than before, by their keys. */
export function changedRules(before: readonly Rule[], after: readonly Rule[]): Rule[] {
  const known = new Map(before.map((rule) => [rule.key, rule]));
  return after.filter((rule) => !sameJson(known.get(rule.key), rule));
}
