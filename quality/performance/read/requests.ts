import { readFile } from "node:fs/promises";
import type { Bench } from "../bench.js";
import { postText } from "../connections.js";
import type { Listing, Narrowing } from "./listings.js";
import { NEWEST } from "./searchkit-process.js";

/** Equivalent requests for the engine, Searchkit and the service. */
export interface Question {
  /** Body of an engine search. */
  readonly raw: string;
  /** Body of an InstantSearch request. */
  readonly searchkit: string;
  /** Body of a service request without the `user` property. `user` is inserted at the start of the body. */
  readonly rest: string;
}

const LIMIT = 24;

/**
 * Listing requests for 24 products with 5 facets.
 * @param flat the raw engine's index
 */
export async function listingQuestions(flat: string, listings: readonly Listing[]): Promise<Question[]> {
  const [raw, own] = await Promise.all([baseline("listing"), serviceListing()]);
  return listings.map((listing) => {
    const { filters, clauses, instant } = conditionsOf(listing);
    return {
      raw: JSON.stringify({ ...raw, query: { bool: { filter: clauses } } }),
      searchkit: instantSearch(`${flat}${NEWEST}`, { ...instant, facets: own.facets.keys, maxValuesPerFacet: 50 }),
      rest: restOf({ ...own, filters }),
    };
  });
}

/** Returns the body of a service request for all products with five facets. */
export const wholeCatalogue = async (): Promise<string> => restOf(await serviceListing());

/** Returns the service's listing request without shopper and filters. */
export const serviceListing = (): Promise<Baseline> => baseline("service-listing");

/**
 * Returns equivalent search requests for a text. The direct OpenSearch request is the typical query of a shop that has
 * no search service.
 */
export const searchQuestion = (flat: string, query: string): Question => ({
  searchkit: instantSearch(flat, { query }),
  raw: JSON.stringify({
    size: LIMIT,
    track_total_hits: true,
    _source: ["product_identifier", "title", "designer", "images", "price", "color"],
    query: { multi_match: { query, fields: ["title", "description"], type: "best_fields" } },
  }),
  rest: restOf({ query, limit: LIMIT, projection: ["name", "designer", "images", "price", "color"] }),
});

type Baseline = Readonly<Record<string, unknown>> & { readonly facets: { readonly keys: readonly string[] } };

const baseline = async (name: string): Promise<Baseline> =>
  JSON.parse(await readFile(new URL(`../baseline/${name}.json`, import.meta.url), "utf8")) as Baseline;

const instantSearch = (indexName: string, params: object): string =>
  JSON.stringify([{ indexName, params: { query: "", facets: [], hitsPerPage: LIMIT, page: 0, ...params } }]);

interface Conditions {
  readonly filters: object;
  readonly clauses: readonly object[];
  readonly instant: {
    readonly facetFilters?: readonly (readonly string[])[];
    readonly numericFilters?: readonly string[];
  };
}

function conditionsOf({ group, narrowed }: Listing): Conditions {
  const { filters, clauses, facetFilters } = groupConditions(group);
  if (narrowed === undefined) return { filters, clauses, instant: { facetFilters } };
  const more = narrowedConditions(narrowed);
  return {
    filters: { ...filters, ...more.filters },
    clauses: [...clauses, ...more.clauses],
    instant: {
      facetFilters,
      ...more.instant,
      ...(more.instant.facetFilters && { facetFilters: [...facetFilters, ...more.instant.facetFilters] }),
    },
  };
}

function groupConditions(group: Listing["group"]) {
  if (group === undefined) return { filters: {}, clauses: [], facetFilters: [] };
  const { field, value } = group;
  return {
    filters: { [field]: value },
    clauses: [{ term: { [field]: value } }],
    facetFilters: [[`${field}:${value}`]],
  };
}

function narrowedConditions(narrowed: Narrowing): Conditions {
  switch (narrowed.field) {
    case "price": {
      const { min, max } = narrowed;
      return {
        filters: { price: { $gte: min, $lte: max } },
        clauses: [{ range: { price: { gte: min, lte: max } } }],
        instant: { numericFilters: [`price>=${min}`, `price<=${max}`] },
      };
    }
    case "color": {
      const { values } = narrowed;
      return {
        filters: { color: { $in: values } },
        clauses: [{ terms: { color: values } }],
        instant: { facetFilters: [values.map((value) => `color:${value}`)] },
      };
    }
  }
}

/** Returns the constant part of a request body. This part is serialized only once for tens of thousands of requests. */
const restOf = (body: object): string => `,${JSON.stringify(body).slice(1)}`;

/** Returns a function that formats HTTP requests to a service endpoint. */
export function toService({ access }: Bench, endpoint: "search" | "suggest" | "query" | "query/slots") {
  const target = `/v2/recommendations/${endpoint}?service_api_client=${access.client_id}`;
  return (body: string): string => postText(target, { "X-SERVICE-API-KEY": access.public_key }, body);
}

export const fromShopper = (device_id: string, { rest }: Pick<Question, "rest">): string =>
  `{"user":${JSON.stringify({ device_id })}${rest}`;

export const toSearchkit = (body: string): string => postText("/api/search", {}, body);

/** Returns a function that formats HTTP search requests to an index of the engine. */
export const toIndex =
  (index: string) =>
  (body: string): string =>
    postText(`/${index}/_search`, {}, body);
