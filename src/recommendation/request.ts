import type { LeafTypes } from "../catalog/leaves.js";
import { validationError } from "../errors.js";
import { nearestName } from "../schema/nearest-name.js";
import { checkClauses, clauseCount } from "../search/clause-budget.js";
import { inStock } from "../search/conditions.js";
import { parseFilter } from "../filters/filter-expression.js";
import { allOf, EVERYTHING, type Filter } from "../filters/filter.js";
import { catalogView } from "../search/catalog-view.js";
import { parseProjection, type Projection } from "../search/projection.js";
import { DEFAULT_LIMIT } from "../search/request-schema.js";
import { shownBy } from "../search/rules/rules-in-force.js";
import { MAX_TEXT_CLAUSES } from "../search/text/text-query.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { Placement, Profile } from "../storefront/recommendation-configuration.js";
import type { QueryBody, SlotsBody } from "./request-schema.js";
import { wordsWanted } from "./wanted-words.js";

/** The parsed parts that all requests for recommendations share. */
export interface RecommendationRequest {
  readonly device_id: string;
  readonly user_id: string | null;
  /** Items in an answer to a query; products in each slot. */
  readonly limit: number;
  readonly group_by_product: boolean;
  /** Oldest first, each once. */
  readonly seeds: readonly string[];
  readonly filter: Filter;
  /** The filter for variants that may be recommended: the request's filter, and not hidden by rules. */
  readonly eligible: Filter;
  readonly projection: Projection;
  readonly diversify_categories: boolean;
  /** The words that the shopper searched for; empty where the page gives none. */
  readonly words: string;
  /** As it came. */
  readonly filters: object | null;
}

export interface Named<T> {
  readonly name: string;
  readonly settings: T;
}

/** @throws ServiceError validation_error on `profile` with the names that are known */
export function profileOf({ profile, seed }: QueryBody, { profiles }: StorefrontConfiguration): Named<Profile> {
  const hasSeeds = (seed?.product_identifiers?.length ?? 0) > 0;
  return lookUp("profile", profile ?? (hasSeeds ? "similar" : "for_you"), profiles);
}

/** @throws ServiceError validation_error on `placement` with the names that are known */
export const placementOf = ({ placement }: SlotsBody, { placements }: StorefrontConfiguration): Named<Placement> =>
  lookUp("placement", placement, placements);

function lookUp<T>(what: "profile" | "placement", name: string, known: Readonly<Record<string, T>>): Named<T> {
  const settings = Object.hasOwn(known, name) ? known[name] : undefined;
  if (settings !== undefined) return { name, settings };
  const names = Object.keys(known);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  throw validationError(what, `unknown ${what}; known are ${names.map((one) => `\`${one}\``).join(", ")}${hint}`);
}

/**
 * Does what the schema cannot.
 * @param at milliseconds since 1970, for the storefront's rules
 * @param most what `limit` is cut to: a slot has no room for more
 * @param leaves of the catalogue; undefined while there is none
 * @throws ServiceError validation_error naming the field
 */
export function parseRecommendationRequest(
  body: QueryBody | SlotsBody,
  configuration: StorefrontConfiguration,
  leaves: LeafTypes | undefined,
  at: number,
  most: number = Infinity,
): RecommendationRequest {
  const view = catalogView(configuration, leaves);
  const filter = body.filters ? parseFilter(body.filters, "filters", view.fields) : EVERYTHING;
  const eligible = allOf([filter, shownBy(configuration, { query: null, filter }, at)]);
  checkBudget(eligible, configuration, leaves);
  return {
    device_id: body.user.device_id,
    user_id: body.user.user_id ?? null,
    limit: Math.min(body.limit ?? DEFAULT_LIMIT, most),
    group_by_product: body.group_by_product ?? true,
    seeds: latestOfEach(body.seed?.product_identifiers ?? []),
    filter,
    eligible,
    projection: parseProjection(body.projection, view),
    diversify_categories: body.context?.category_diversification ?? false,
    words: wordsWanted(body.metadata ?? {}),
    filters: body.filters ?? null,
  };
}

/** No recommender sends more words to the engine than a text query does. */
function checkBudget(filter: Filter, { availability }: StorefrontConfiguration, leaves: LeafTypes | undefined): void {
  const conditions = availability === null ? filter : allOf([filter, inStock(availability)]);
  checkClauses(clauseCount(conditions, leaves ?? new Map()), MAX_TEXT_CLAUSES);
}

/** Whoever comes back to a product is there now. */
const latestOfEach = (ids: readonly string[]): string[] => [...new Set([...ids].reverse())].reverse();
