import type { Client, ListingRequest } from "@vitrine/client";
import { facetAnswer, searchAnswer, suggestAnswer, type Answer, type Asked, type SuggestionKind } from "./answers.js";
import { attributeOf, type Naming } from "./attribute.js";
import { conditionsOf, facetKeys } from "./conditions.js";
import { completions, isIncomplete } from "./completion.js";
import { numberedPages, type NumberedPage } from "./pages.js";
import { facetsOf, maxValuesIn, type Query, type SearchParams } from "./params.js";

export interface InstantSearchOptions {
  /**
   * Name of an index → the storefront's sort key. These are sorts by a field, in which pages can be jumped to; a sort that ranks is
   * written `{ key, ranked: true }`. All other names are the storefront's default, which is taken for one that ranks.
   */
  readonly sorts?: Readonly<Record<string, string | { readonly key: string; readonly ranked: boolean }>>;
  /** Name of an index → which suggestions it has. */
  readonly suggestions?: Readonly<Record<string, SuggestionKind>>;
  /** Item fields to return where widgets name none; those of the interface unless given. */
  readonly projection?: readonly string[];
  /** Attribute → field of the catalogue, for filters on facets that are not named as their field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Between the levels of a category, as in `hierarchicalMenu`; " > " unless given. */
  readonly separator?: string;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- the types of Algolia's clients differ by their version, and the widgets' with them */
/** What `instantsearch` takes for a client: lists of queries in, their answers out. */
export interface SearchClient {
  readonly search: (queries: any) => Promise<any>;
  readonly searchForFacetValues: (queries: any) => Promise<any>;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

const MAX_LIMIT = 250;
const MAX_SUGGESTIONS = 20;
const ALL_VALUES = 1_000;

/** Parts of a request to the service that are the same for queries which one answer serves. */
interface Plan {
  readonly asked: Asked;
  readonly request: ListingRequest & { limit: number };
  readonly isOrdered: boolean;
}

/** @param onHits told of every product that is answered, and the answer it was in */
export function createSearchClient(
  client: Pick<Client, "search" | "suggest">,
  options: InstantSearchOptions = {},
  onHits: (answer: Answer, offset: number) => void = () => undefined,
): SearchClient {
  const { sorts = {}, suggestions = {}, projection, fields = {}, separator = " > " } = options;
  const naming: Naming = { fields, separator };
  const pageOf = numberedPages(client);
  const completion = completions(client);

  function plan({ indexName, params = {} }: Query, counted = facetsOf(params)): Plan {
    const sort = sorts[indexName];
    const { query = "", page = 0, hitsPerPage = 20 } = params;
    const fieldsWanted =
      params.attributesToRetrieve?.includes("*") === false ? params.attributesToRetrieve : projection;
    const limit = Math.min(hitsPerPage, MAX_LIMIT);
    return {
      asked: { index: indexName, params, page, hitsPerPage: limit },
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

  async function search({ asked, request, isOrdered }: Plan, others: readonly Query[]): Promise<Answer[]> {
    const started = performance.now();
    const found = await completed(request, (one) => pageOf(one, asked.page, isOrdered));
    const ms = Math.round(performance.now() - started);
    const answer = searchAnswer(asked, found, naming, ms);
    onHits(answer, asked.page * asked.hitsPerPage);
    const answers = others.map(({ indexName, params = {} }) =>
      searchAnswer({ index: indexName, params, page: 0, hitsPerPage: 0 }, found, naming, ms),
    );
    return [answer, ...answers.map((other) => ({ ...other, hits: [] }))];
  }

  /** What is found for a query, or for its completion while nothing has all of its words. */
  async function completed(request: Plan["request"], find: (request: Plan["request"]) => Promise<NumberedPage>) {
    const query = request.query ?? "";
    const before = completion.known(query);
    if (before !== undefined) return find({ ...request, query: before });
    const found = await find(request);
    const whole = query !== "" && isIncomplete(found.page) ? await completion.complete(query) : undefined;
    return whole === undefined ? found : find({ ...request, query: whole });
  }

  async function suggest(query: Query, kind: SuggestionKind): Promise<Answer> {
    const { asked } = plan(query);
    const started = performance.now();
    const limits = {
      queries: 0,
      categories: 0,
      brands: 0,
      products: 0,
      [kind]: Math.min(asked.hitsPerPage, MAX_SUGGESTIONS),
    };
    const suggested = await client.suggest({
      query: asked.params.query ?? "",
      limits,
      ...(projection && { projection: [...projection] }),
    });
    return suggestAnswer(asked, kind, suggested, Math.round(performance.now() - started));
  }

  async function facetValues({ indexName, facet, ...query }: Query) {
    const params: SearchParams = {
      ...query.params,
      ...(query.facetQuery !== undefined && { facetQuery: query.facetQuery }),
    };
    const name = params.facetName ?? facet ?? "";
    const { request } = plan({ indexName, params }, [...facetsOf(params), name]);
    const started = performance.now();
    const facets = { keys: [attributeOf(name, naming).key], max_values: ALL_VALUES };
    const found = await client.search({ ...request, facets, limit: 0 });
    return facetAnswer(name, params, found.facets, naming, Math.round(performance.now() - started));
  }

  return {
    async search(given: readonly Query[]) {
      const answers: Promise<readonly unknown[]>[] = [];
      for (let at = 0; at < given.length;) {
        const query = given[at] as Query;
        const kind = suggestions[query.indexName];
        at += 1;
        if (query.type === "facet") answers.push(facetValues(query).then((answer) => [answer]));
        else if (kind !== undefined) answers.push(suggest(query, kind).then((answer) => [answer]));
        else {
          const main = plan(query);
          const others: Query[] = [];
          for (let other = given[at]; other !== undefined && isCovered(other, query, main); other = given[at]) {
            others.push(other);
            at += 1;
          }
          answers.push(search(main, others));
        }
      }
      return { results: (await Promise.all(answers)).flat() };
    },
    searchForFacetValues: (given: readonly Query[]) => Promise.all(given.map(facetValues)),
  };

  /**
   * Whether the answer to a query serves this one as well: it wants facets alone, and differs in the selections of these very facets,
   * which the service leaves out where it counts them.
   */
  function isCovered(other: Query, query: Query, main: Plan): boolean {
    const { params = {} } = other;
    if (other.indexName !== query.indexName || other.type === "facet" || params.hitsPerPage !== 0) return false;
    const { request } = plan(other, facetsOf(query.params ?? {}));
    const keys = facetKeys(params, naming);
    const counted = main.request.facets?.keys ?? [];
    return (
      keys.every((key) => counted.includes(key) || counted.includes("*")) &&
      sameBut(keys, request) === sameBut(keys, main.request)
    );
  }
}

/** Where a facet has levels, all of them are among its values: those below what is selected are not the most frequent ones. */
function valuesToCount(params: SearchParams, naming: Naming): number {
  const hasLevels = facetsOf(params).some((name) => attributeOf(name, naming).level !== null);
  return hasLevels ? ALL_VALUES : Math.min(Math.max(maxValuesIn(params), 1), ALL_VALUES);
}

/** A request as text, without what may differ: what is counted and returned, and the selections in some facets. */
function sameBut(keys: readonly string[], { query, sort, filters, facet_filters }: ListingRequest): string {
  const selections = Object.entries(facet_filters ?? {}).filter(([key]) => !keys.includes(key));
  return JSON.stringify([query, sort, filters, selections.sort()]);
}
