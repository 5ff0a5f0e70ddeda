import { isDeepStrictEqual } from "node:util";
import { frequentValues } from "../catalog/frequent-values.js";
import { CATEGORIES_FIELD } from "../catalog/fields.js";
import type { LiveCatalog } from "../catalog/live.js";
import type { Clause } from "../catalog/matching/filter-query.js";
import type { Engine } from "../engine/engine.js";
import { countEach, searchDocuments } from "../engine/search-documents.js";
import { ServiceError } from "../errors.js";
import { parseFilter } from "../filters/filter-expression.js";
import { EVERYTHING } from "../filters/filter.js";
import { catalogView } from "../search/catalog-view.js";
import { conditionsOf } from "../search/conditions.js";
import { productClause } from "../search/query.js";
import { shownBy } from "../search/rules/active-rules.js";
import { textSignal } from "../search/text/text-query.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { hidingRule, type Rule } from "../storefront/rules-configuration.js";
import { queriesStem } from "../tracking/impressions.js";
import {
  changedRules,
  hidesMany,
  isEverything,
  isLost,
  listingKey,
  nameOf,
  scopesOf,
  type Counted,
  type Listing,
} from "./affected-listings.js";

/** The configurations of a group of devices before and after a change. */
export interface Sides {
  readonly before: StorefrontConfiguration;
  readonly after: StorefrontConfiguration;
}

export interface Impact {
  /** Listings and searches whose engine query changes, with the number of products before and after the change. */
  readonly counted: readonly Counted[];
  readonly listings: number;
  /** Number of searches and listings of changed rules that were not compared, because a limit was exceeded. */
  readonly left_out: number;
}

const BRAND_FIELD = "designer";
const MAX_VALUES = 300;
const LATELY = "30d";
/**
 * Maximum number of rule start times for which the impact is calculated separately. All rules that start later are treated as active at the
 * same time.
 */
const MAX_MOMENTS = 20;
/** Number of listings compared per batch. Comparing thousands of hidden products takes long, so other work can run between batches. */
const TOGETHER = 50;

interface Subject {
  readonly engine: Engine;
  readonly client_id: string;
  readonly live: LiveCatalog;
  /** Current time, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Compares the configurations before and after a change by counting products: for the whole catalogue, its categories and brands, frequent
 * searches, and the searches and listings of changed rules. If rules start later, the result contains the lowest number of products after
 * any rule start.
 * @throws the errors of the engine
 */
export async function impactOf(subject: Subject, { before, after }: Sides): Promise<Impact> {
  const { engine, client_id, live, at } = subject;
  const fields = [CATEGORIES_FIELD, BRAND_FIELD];
  const [values, searches] = await Promise.all([
    frequentValues(engine, live.index, fields.map((field) => ({ field, size: MAX_VALUES }))), // prettier-ignore
    frequentSearches(engine, client_id),
  ]);
  const { scopes, left_out } = scopesOf(changedRules(before.rules, after.rules));
  const all: readonly Listing[] = [
    {},
    ...fields.flatMap((field, place) => (values[place] ?? []).map(({ value }) => ({ filters: { [field]: value } }))),
    ...searches.map((query) => ({ query })),
    ...scopes,
  ];
  const listings = [...new Map(all.map((one) => [listingKey(one), { ...one, name: nameOf(one) }])).values()];
  const sides = { before: withHidingRules(before), after: withHidingRules(after) };
  // Hiding rules only remove products, so a storefront shows the fewest products with all rules active.
  const least = await compare(subject, { ...sides, after: withAllRules(sides.after, at) }, listings, at);
  return { counted: await atTheirMoments(subject, sides, least), listings: listings.length, left_out };
}

async function frequentSearches(engine: Engine, clientId: string): Promise<string[]> {
  const { aggregations } = await searchDocuments<
    never,
    { readonly typed: { readonly buckets: readonly { readonly key: string }[] } }
  >(engine, `${queriesStem(engine.prefix)}*`, {
    size: 0,
    track_total_hits: false,
    query: {
      bool: {
        filter: [
          { term: { application: clientId } },
          { term: { "query_attributes.kind": "search" } },
          { range: { timestamp: { gte: `now-${LATELY}` } } },
        ],
      },
    },
    aggs: { typed: { terms: { field: "user_query", size: MAX_VALUES } } },
  });
  return (aggregations?.typed.buckets ?? []).map(({ key }) => key);
}

/**
 * Counts the products of listings and searches before and after the change, at a given time. Omits listings that the change does not
 * affect.
 */
async function compare(
  { engine, live, at }: Subject,
  { before, after }: Sides,
  listings: readonly (Listing & Pick<Counted, "name">)[],
  moment: number,
): Promise<Counted[]> {
  const from = moment === at ? {} : { from: new Date(moment).toISOString() };
  const counted: Counted[] = [];
  for (let start = 0; start < listings.length; start += TOGETHER) {
    const changed = listings
      .slice(start, start + TOGETHER)
      .map((one) => ({ one, clauses: [before, after].map((side) => clauseOf(live, side, one, moment)) }))
      .filter(({ clauses: [now, then] }) => !isDeepStrictEqual(now, then));
    const counts = await countEach(engine, live.index, changed.flatMap(({ clauses }) => clauses)); // prettier-ignore
    counted.push(
      ...changed.map(({ one }, place) => ({
        ...one,
        ...from,
        products: counts[2 * place] ?? 0,
        left: counts[2 * place + 1] ?? 0,
      })),
    );
  }
  return counted;
}

/**
 * Recounts the products of lost listings and searches at each rule start. Returns the lowest product count of each listing, with the time.
 */
async function atTheirMoments(subject: Subject, sides: Sides, least: readonly Counted[]): Promise<readonly Counted[]> {
  const moments = [subject.at, ...ruleStarts(sides.after, subject.at)];
  if (moments.length === 1) return least;
  const suspects = least.filter((one) => isLost(one) || (isEverything(one) && hidesMany(one)));
  const worst = new Map<string, Counted>();
  const note = (counted: readonly Counted[]) => {
    for (const one of counted) {
      const known = worst.get(listingKey(one));
      if (known === undefined || kept(one) < kept(known)) worst.set(listingKey(one), one);
    }
  };
  for (const moment of moments.slice(0, MAX_MOMENTS)) note(await compare(subject, sides, suspects, moment));
  const [unseen] = moments.slice(MAX_MOMENTS);
  if (unseen !== undefined) note(suspects.map((one) => ({ ...one, from: new Date(unseen).toISOString() })));
  return least.flatMap((one) => (suspects.includes(one) ? (worst.get(listingKey(one)) ?? []) : one));
}

const kept = ({ products, left }: Counted): number => (products === 0 ? 1 : left / products);

/**
 * Returns the engine query of a listing or search. A search matches products with any of its words. If the
 * configuration rejects the filters, the query matches no products.
 */
function clauseOf(
  { fields: leaves }: LiveCatalog,
  configuration: StorefrontConfiguration,
  { query, filters }: Listing,
  at: number,
): Clause {
  try {
    const { fields } = catalogView(configuration, leaves);
    const filter = filters === undefined ? EVERYTHING : parseFilter(filters, "filters", fields);
    const shown = shownBy(configuration, { typed: query ?? null, filter }, at);
    const request = { filter, selections: new Map(), facets: [] };
    const products = productClause(conditionsOf(request, configuration, shown).matching, leaves);
    if (query === undefined || query === "") return products;
    return { bool: { filter: [products, textSignal(query, configuration, "any").clause] } };
  } catch (error) {
    if (error instanceof ServiceError) return { match_none: {} };
    throw error;
  }
}

const withHidingRules = (configuration: StorefrontConfiguration): StorefrontConfiguration => ({
  ...configuration,
  rules: configuration.rules.filter((rule) => hidingRule(rule) !== null),
});

/** Returns a copy of the configuration in which all rules that have not ended are active. */
function withAllRules(configuration: StorefrontConfiguration, at: number): StorefrontConfiguration {
  const rules = configuration.rules.filter(({ ends_at }) => ends_at === null || Date.parse(ends_at) > at);
  return { ...configuration, rules: rules.map((rule): Rule => ({ ...rule, starts_at: null, ends_at: null })) };
}

/** Returns the future start times of rules, in milliseconds since 1970. */
function ruleStarts({ rules }: StorefrontConfiguration, at: number): number[] {
  const starts = rules.flatMap(({ starts_at }) => (starts_at === null ? [] : [Date.parse(starts_at)]));
  return [...new Set(starts)].filter((start) => start > at).sort((one, other) => one - other);
}
