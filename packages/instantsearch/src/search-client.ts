import type { Client, ListingRequest } from "@vitrine/client";
import {
  facetResponse,
  searchResponse,
  suggestResponse,
  type ResponseBody,
  type Requested,
  type SuggestionKind,
} from "./responses.js";
import { attributeOf, type Naming } from "./attribute.js";
import { conditionsOf, facetKeys } from "./conditions.js";
import { completions, isIncomplete } from "./completion.js";
import { numberedPages, type NumberedPage } from "./pages.js";
import { facetsOf, maxValuesIn, type Query, type SearchParams } from "./params.js";

export interface InstantSearchOptions {
  /**
   * Index name → sort key of the storefront. A plain key is a sort by a field, which supports random page access. A sort by relevance is written `{ key, ranked: true }`. Index names without an entry use the storefront's
   * default sort, which is treated as a sort by relevance.
   */
  readonly sorts?: Readonly<Record<string, string | { readonly key: string; readonly ranked: boolean }>>;
  /** Index name → type of suggestions that the index contains. */
  readonly suggestions?: Readonly<Record<string, SuggestionKind>>;
  /** Item fields to return if widgets request no fields. Defaults to the service's default fields. */
  readonly projection?: readonly string[];
  /** Attribute → catalogue field, for filters on facets whose key differs from the field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Separator of category levels in `hierarchicalMenu`; " > " by default. */
  readonly separator?: string;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- the types of Algolia's clients and of the widgets differ by version */
/** The client interface of `instantsearch`. */
export interface SearchClient {
  readonly search: (queries: any) => Promise<any>;
  readonly searchForFacetValues: (queries: any) => Promise<any>;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

const MAX_LIMIT = 250;
const MAX_SUGGESTIONS = 20;
const ALL_VALUES = 1_000;

/** Parts of a service request that determine the response. Queries with equal parts have the same response. */
interface Plan {
  readonly requested: Requested;
  readonly request: ListingRequest & { limit: number };
  readonly isOrdered: boolean;
}

/**
 * Creates a search client for InstantSearch.
 * @param onHits called for each response that contains hits
 */
export function createSearchClient(
  client: Pick<Client, "search" | "suggest" | "storefront">,
  options: InstantSearchOptions = {},
  onHits: (response: ResponseBody, offset: number) => void = () => undefined,
): SearchClient {
  const { sorts = {}, suggestions = {}, projection, fields = {}, separator = " > " } = options;
  const pageOf = numberedPages(client);
  const completion = completions(client);
  const named = namingOf(client, { fields, separator });
  /** Last search with a completed query. Queries with the same completion reuse the result. */
  let latest: { readonly key: string; readonly query: string; readonly found: Promise<NumberedPage> } | undefined;

  function plan(naming: Naming, { indexName, params = {} }: Query, counted = facetsOf(params)): Plan {
    const sort = sorts[indexName];
    const { query = "", page = 0, hitsPerPage = 20 } = params;
    const fieldsWanted =
      params.attributesToRetrieve?.includes("*") === false ? params.attributesToRetrieve : projection;
    const limit = Math.min(hitsPerPage, MAX_LIMIT);
    return {
      requested: { index: indexName, params, page, hitsPerPage: limit },
      isOrdered: sort !== undefined && (typeof sort === "string" || !sort.ranked),
      request: {
        query,
        limit,
        ...(sort !== undefined && { sort: [typeof sort === "string" ? sort : sort.key] }),
        ...conditionsOf(params, counted, naming),
        facets: { keys: facetKeys(params, naming), max_values: valuesToCount(params, naming) },
        ...(fieldsWanted && { projection: [...fieldsWanted] }),
      },
    };
  }

  async function search(
    naming: Naming,
    { requested, request, isOrdered }: Plan,
    others: readonly Query[],
  ): Promise<ResponseBody[]> {
    const started = performance.now();
    const found = await completed(request, requested.page, (one) => pageOf(one, requested.page, isOrdered));
    const ms = Math.round(performance.now() - started);
    const response = searchResponse(requested, found, naming, ms);
    onHits(response, requested.page * requested.hitsPerPage);
    const responses = others.map(({ indexName, params = {} }) =>
      searchResponse({ index: indexName, params, page: 0, hitsPerPage: 0 }, found, naming, ms),
    );
    return [response, ...responses.map((other) => ({ ...other, hits: [] }))];
  }

  /** Searches for the query, or for its completion if no product matches all words. */
  async function completed(
    request: Plan["request"],
    page: number,
    find: (request: Plan["request"]) => Promise<NumberedPage>,
  ): Promise<NumberedPage> {
    const query = request.query ?? "";
    const findCompleted = (whole: string) => {
      const key = JSON.stringify([{ ...request, query: whole }, page]);
      const isTypedOn = latest?.key === key && latest.query !== query;
      const found = isTypedOn && latest !== undefined ? latest.found : find({ ...request, query: whole });
      latest = { key, query, found };
      found.catch(() => (latest = undefined));
      return found;
    };
    const before = completion.known(query);
    if (before !== undefined) return findCompleted(before);
    const found = await find(request);
    const whole = query !== "" && isIncomplete(found.page) ? await completion.complete(query) : undefined;
    return whole === undefined ? found : findCompleted(whole);
  }

  async function suggest(naming: Naming, query: Query, kind: SuggestionKind): Promise<ResponseBody> {
    const { requested } = plan(naming, query);
    const started = performance.now();
    const limits = {
      queries: 0,
      categories: 0,
      brands: 0,
      products: 0,
      [kind]: Math.min(requested.hitsPerPage, MAX_SUGGESTIONS),
    };
    const suggested = await client.suggest({
      query: requested.params.query ?? "",
      limits,
      ...(projection && { projection: [...projection] }),
    });
    return suggestResponse(requested, kind, suggested, Math.round(performance.now() - started));
  }

  async function facetValues(naming: Naming, { indexName, facet, ...query }: Query) {
    const params: SearchParams = {
      ...query.params,
      ...(query.facetQuery !== undefined && { facetQuery: query.facetQuery }),
    };
    const name = params.facetName ?? facet ?? "";
    const { key, type } = attributeOf(name, naming);
    if (type === null) return facetResponse(name, params, [], naming, 0);
    const { request } = plan(naming, { indexName, params }, [...facetsOf(params), name]);
    const started = performance.now();
    const facets = { keys: [key], max_values: ALL_VALUES };
    const found = await client.search({ ...request, facets, limit: 0 });
    return facetResponse(name, params, found.facets, naming, Math.round(performance.now() - started));
  }

  return {
    async search(given: readonly Query[]) {
      const naming = await named(given.flatMap(({ params = {} }) => facetsOf(params)));
      const responses: Promise<readonly unknown[]>[] = [];
      for (let at = 0; at < given.length;) {
        const query = given[at] as Query;
        const kind = suggestions[query.indexName];
        at += 1;
        if (query.type === "facet") responses.push(facetValues(naming, query).then((response) => [response]));
        else if (kind !== undefined) responses.push(suggest(naming, query, kind).then((response) => [response]));
        else {
          const main = plan(naming, query);
          const others: Query[] = [];
          for (let other = given[at]; other !== undefined && isCovered(naming, other, query, main); other = given[at]) {
            others.push(other);
            at += 1;
          }
          responses.push(search(naming, main, others));
        }
      }
      return { results: (await Promise.all(responses)).flat() };
    },
    async searchForFacetValues(given: readonly Query[]) {
      const naming = await named([]);
      return Promise.all(given.map((query) => facetValues(naming, query)));
    },
  };

  /**
   * Whether the response to another query contains the facets that a query requests. The query must request only
   * facets. The two queries may differ only in the filters on these facets, because the count of a facet ignores its
   * own filter.
   */
  function isCovered(naming: Naming, other: Query, query: Query, main: Plan): boolean {
    const { params = {} } = other;
    if (other.indexName !== query.indexName || other.type === "facet" || params.hitsPerPage !== 0) return false;
    const { request } = plan(naming, other, facetsOf(query.params ?? {}));
    const keys = facetKeys(params, naming);
    const counted = main.request.facets?.keys ?? [];
    return (
      keys.every((key) => counted.includes(key) || counted.includes("*")) &&
      sameBut(keys, request) === sameBut(keys, main.request)
    );
  }
}

/** Loads the storefront's facets once. Unknown attributes are reported once to the browser console and render empty widgets. */
function namingOf(client: Pick<Client, "storefront">, own: Omit<Naming, "facets">) {
  const reported = new Set<string>(["*"]);
  let requested: Promise<Naming> | undefined;
  return async (attributes: readonly string[]): Promise<Naming> => {
    requested ??= client.storefront().then(
      ({ facets }) => ({ ...own, facets }),
      (error: unknown) => {
        requested = undefined;
        throw error;
      },
    );
    const naming = await requested;
    for (const name of attributes) {
      if (reported.has(name) || attributeOf(name, naming).type !== null) continue;
      reported.add(name);
      const known = naming.facets.map(({ key }) => key).join(", ");
      console.warn(
        `@vitrine/instantsearch: "${name}" is not a facet of this storefront, so its widgets stay empty. Facets: ${known}`,
      );
    }
    return naming;
  };
}

/**
 * Returns the number of facet values to request. Facets with category levels need all values, because values below the
 * selection may be rare.
 */
function valuesToCount(params: SearchParams, naming: Naming): number {
  const mayHaveLevels = ({ type, field }: Naming["facets"][number]) => type === "tree" || field === "categories";
  const hasLevels = facetsOf(params).some((name) =>
    name === "*" ? naming.facets.some(mayHaveLevels) : attributeOf(name, naming).level !== null,
  );
  return hasLevels ? ALL_VALUES : Math.min(Math.max(maxValuesIn(params), 1), ALL_VALUES);
}

/** Returns a key for comparing requests. Ignores projections, facets, and the filters on the facets in `keys`. */
function sameBut(keys: readonly string[], { query, sort, filters, facet_filters }: ListingRequest): string {
  const selections = Object.entries(facet_filters ?? {}).filter(([key]) => !keys.includes(key));
  return JSON.stringify([query, sort, filters, selections.sort()]);
}
