import Type from "typebox";
import type { FieldTypes } from "../catalog/fields.js";
import { validationError } from "../errors.js";
import { nearestName } from "../schema/validation-errors.js";
import { checkClauses, clauseCount, inStock } from "../search/conditions.js";
import { parseFilter } from "../filters/filter-expression.js";
import { allOf, EVERYTHING, type Filter } from "../filters/filter.js";
import { catalogView } from "../search/catalog-view.js";
import { parseProjection, type Projection } from "../search/projection.js";
import { contextSchema, DEFAULT_LIMIT, FILTERS, MAX_LIMIT, PROJECTION, USER } from "../search/request-schema.js";
import { shownBy } from "../search/rules/active-rules.js";
import { MAX_TEXT_CLAUSES } from "../search/text/text-query.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { Placement, Profile } from "../storefront/recommendation-configuration.js";
import { closed, list, nullable, type Of } from "../schema/typed.js";

/** Maximum number of seed products in a request. A cart usually contains fewer products. */
export const MAX_SEEDS = 100;

const name = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });

const limit = (description: string, more: object = {}) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description, ...more }));

const SHARED = {
  user: USER,
  group_by_product: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        "Whether to return one item per product. If false, each matching variant is an item, and variants of the same product are adjacent.",
    }),
  ),
  seed: Type.Optional(
    nullable(
      closed({
        product_identifiers: Type.Optional(
          list(Type.String({ minLength: 1, maxLength: 512 }), {
            maxItems: MAX_SEEDS,
            description:
              "Products that the page displays, such as the product of a product page or the products in the cart, oldest first. Identifiers of active variants are also accepted, and resolved to their product.",
          }),
        ),
      }),
    ),
  ),
  filters: FILTERS,
  projection: PROJECTION,
  context: contextSchema("Whether to separate products of the same category in the response."),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string | null> | null>({
      type: ["object", "null"],
      maxProperties: 50,
      additionalProperties: { type: ["string", "null"], maxLength: 2_000 },
      description:
        "Information about the page that displays the recommendations. Recommendation profiles that search by text use the member `query`, or the words of the page URL if `query` is absent.",
    }),
  ),
};

/** The body of `POST /v2/recommendations/query`. */
export const QUERY_REQUEST = closed({
  ...SHARED,
  profile: Type.Optional(
    name(
      "Name of a recommendation profile of the storefront. Default: `similar` if the request has seeds, otherwise `for_you`.",
    ),
  ),
  limit: limit("Maximum number of items.", { default: DEFAULT_LIMIT }),
});

/** The body of `POST /v2/recommendations/query/slots`. */
export const SLOTS_REQUEST = closed({
  ...SHARED,
  placement: name("Name of a placement of the storefront."),
  limit: limit("Maximum number of products per slot, at most the `max_products` of the placement."),
});

export type QueryBody = Of<typeof QUERY_REQUEST>;
export type SlotsBody = Of<typeof SLOTS_REQUEST>;

/** Parsed parameters that all recommendation requests have in common. */
export interface RecommendationRequest {
  readonly device_id: string;
  readonly user_id: string | null;
  /** Maximum number of items in the response to a query, or maximum number of products in each slot. */
  readonly limit: number;
  readonly group_by_product: boolean;
  /** Distinct identifiers of the seed products, oldest first. */
  readonly seeds: readonly string[];
  readonly filter: Filter;
  /** The filter for variants that may be recommended: the request's filter, without variants hidden by rules. */
  readonly eligible: Filter;
  readonly projection: Projection;
  readonly diversify_categories: boolean;
  /** The search query of the shopper, or an empty string. */
  readonly words: string;
  /** Filters of the request, as received. */
  readonly filters: object | null;
}

interface Named<T> {
  readonly name: string;
  readonly settings: T;
}

/** @throws {ServiceError} `validation_error` on `profile` that lists the known names */
export function profileOf({ profile, seed }: QueryBody, { profiles }: StorefrontConfiguration): Named<Profile> {
  const hasSeeds = (seed?.product_identifiers?.length ?? 0) > 0;
  return lookUp("profile", profile ?? (hasSeeds ? "similar" : "for_you"), profiles);
}

/** @throws {ServiceError} `validation_error` on `placement` that lists the known names */
export const placementOf = ({ placement }: SlotsBody, { placements }: StorefrontConfiguration): Named<Placement> =>
  lookUp("placement", placement, placements);

function lookUp<T>(what: "profile" | "placement", name: string, known: Readonly<Record<string, T>>): Named<T> {
  const settings = Object.hasOwn(known, name) ? known[name] : undefined;
  if (settings !== undefined) return { name, settings };
  const names = Object.keys(known);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  throw validationError(what, `unknown ${what}; expected one of ${names.map((one) => `\`${one}\``).join(", ")}${hint}`);
}

/**
 * Parses a request, and validates conditions that the schema does not contain.
 * @param at time in milliseconds since 1970 at which the storefront's rules are evaluated
 * @param most upper bound of `limit`: the number of products that a slot shows
 * @param fields fields of the catalogue; undefined if there is no catalogue yet
 * @throws {ServiceError} `validation_error` that names the field
 */
export function parseRecommendationRequest(
  body: QueryBody | SlotsBody,
  configuration: StorefrontConfiguration,
  fields: FieldTypes | undefined,
  at: number,
  most: number = Infinity,
): RecommendationRequest {
  const view = catalogView(configuration, fields);
  const filter = body.filters ? parseFilter(body.filters, "filters", view.fields) : EVERYTHING;
  const eligible = allOf([filter, shownBy(configuration, { typed: null, isRecommendation: true, filter }, at)]);
  checkBudget(eligible, configuration, fields);
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

/**
 * Rejects a filter with too many clauses, because the engine request must also have room for a text query.
 * @throws {ServiceError} `validation_error`
 */
function checkBudget(filter: Filter, { availability }: StorefrontConfiguration, fields: FieldTypes | undefined): void {
  const conditions = availability === null ? filter : allOf([filter, inStock(availability)]);
  checkClauses(clauseCount(conditions, fields ?? new Map()), MAX_TEXT_CLAUSES);
}

/** Removes duplicate product identifiers and keeps the last occurrence. */
export const latestOfEach = (ids: readonly string[]): string[] => [...new Set([...ids].reverse())].reverse();

/** Metadata keys that may contain the shopper's search query. The first key whose value contains words is used. */
const QUERY_KEYS = ["query", "search", "q"];
/** Metadata keys that may contain the URL of a missing page. */
const ADDRESS_KEYS = ["url", "path", "address"];

/** Words that shop systems and web servers add to URLs. These words do not describe a product. */
const NOT_WANTED = new Set([
  "http", "https", "www", "html", "htm", "php", "aspx", "jsp", "index", "home", "shop", "store", "page", "pages",
  "product", "products", "item", "items", "p", "category", "categories", "collection", "collections", "c", "search",
  "catalog", "catalogue", "detail", "details", "id",
]); // prettier-ignore

/**
 * Returns the words to search for, from the shopper's query or from the path of an address
 * ("/en/products/oxford-shirt_blue.html?x=1" → "en oxford shirt blue"). Returns an empty string if there are no words.
 */
export function wordsWanted(metadata: Readonly<Record<string, string | null>>): string {
  const given = (keys: readonly string[]) => keys.map((key) => (Object.hasOwn(metadata, key) ? metadata[key] : null));
  const typed = given(QUERY_KEYS).find((text) => text?.trim());
  if (typed) return typed.trim();
  for (const address of given(ADDRESS_KEYS)) {
    const words = wordsOfAddress(address ?? "");
    if (words !== "") return words;
  }
  return "";
}

function wordsOfAddress(address: string): string {
  const path = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  return decoded(path)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "" && !NOT_WANTED.has(word.toLowerCase()))
    .join(" ");
}

/** Decodes a path. A malformed path is returned as is, because it may still contain words. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
