import { readFile } from "node:fs/promises";
import type { Bench } from "../bench.js";
import { postText } from "../connections.js";
import type { Listing } from "./listings.js";

/** The same question for the engine and for the service. */
export interface Question {
  /** A search's body. */
  readonly raw: string;
  /** A request's body, from behind the shopper on. */
  readonly rest: string;
}

const LIMIT = 24;

/** How listings are asked for: 24 products with 5 facets. */
export async function listingQuestions(listings: readonly Listing[]): Promise<Question[]> {
  const [raw, own] = await Promise.all([baseline("listing"), baseline("service-listing")]);
  return listings.map((listing) => {
    const { filters, clauses } = conditionsOf(listing);
    return { raw: JSON.stringify({ ...raw, query: { bool: { filter: clauses } } }), rest: restOf({ ...own, filters }) };
  });
}

/** All products, with the same facets. */
export async function wholeCatalogueQuestion(): Promise<Question> {
  const [raw, own] = await Promise.all([baseline("listing"), baseline("service-listing")]);
  return { raw: JSON.stringify(raw), rest: restOf(own) };
}

/** How words are searched for. The engine by itself is asked what one would ask it without a service. */
export const searchQuestion = (query: string): Question => ({
  raw: JSON.stringify({
    size: LIMIT,
    track_total_hits: true,
    _source: ["product_identifier", "title", "designer", "images", "price", "color"],
    query: { multi_match: { query, fields: ["title", "description"], type: "best_fields" } },
  }),
  rest: restOf({ query, limit: LIMIT, projection: ["name", "designer", "images", "price", "color"] }),
});

const baseline = async (name: string): Promise<object> =>
  JSON.parse(await readFile(new URL(`../baseline/${name}.json`, import.meta.url), "utf8")) as object;

function conditionsOf({ field, value, narrowed }: Listing): { filters: object; clauses: object[] } {
  const group = { filters: { [field]: value }, clauses: [{ term: { [field]: value } }] };
  switch (narrowed?.field) {
    case undefined:
      return group;
    case "price": {
      const range = { $gte: narrowed.min, $lte: narrowed.max };
      const clause = { range: { price: { gte: narrowed.min, lte: narrowed.max } } };
      return { filters: { ...group.filters, price: range }, clauses: [...group.clauses, clause] };
    }
    case "color": {
      const clause = { terms: { color: narrowed.values } };
      return {
        filters: { ...group.filters, color: { $in: narrowed.values } },
        clauses: [...group.clauses, clause],
      };
    }
  }
}

/** Tens of thousands of requests a run: what is the same in each is made once. */
const restOf = (body: object): string => `,${JSON.stringify(body).slice(1)}`;

/** @returns what makes a request to the service of a body */
export function toService({ access }: Bench, endpoint: "search" | "suggest" | "query" | "query/slots") {
  const target = `/v2/recommendations/${endpoint}?service_api_client=${access.client_id}`;
  return (body: string): string => postText(target, { "X-SERVICE-API-KEY": access.public_key }, body);
}

export const fromShopper = (device_id: string, { rest }: Question): string =>
  `{"user":${JSON.stringify({ device_id })}${rest}`;

/** @returns what makes a search in an index of a body */
export const toIndex =
  (index: string) =>
  (body: string): string =>
    postText(`/${index}/_search`, {}, body);
