import { shortId, type Facet, type SuggestResponse, type TreeFacetValue } from "@vitrine/client";
import { attributeOf, levelOf, valueOut, type Naming } from "./attribute.js";
import { hasWord, highlighter, type Highlights } from "./highlight.js";
import type { NumberedPage } from "./pages.js";
import { facetsOf, maxValuesIn, type SearchParams } from "./params.js";

export interface Hit {
  readonly objectID: string;
  readonly _highlightResult: Readonly<Record<string, Highlights>>;
  readonly [field: string]: unknown;
}

export interface FacetStats {
  readonly min: number;
  readonly max: number;
}

export interface ResponseBody {
  readonly hits: readonly Hit[];
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly facets_stats: Readonly<Record<string, FacetStats>>;
  readonly [field: string]: unknown;
}

export interface Requested {
  readonly index: string;
  readonly params: SearchParams;
  /** Page number, from 0. */
  readonly page: number;
  readonly hitsPerPage: number;
}

/** Algolia's default for the maximum number of hits that can be reached by paging. */
const MAX_HITS = 1_000;

/**
 * Converts a response of the service to Algolia's format.
 * @param ms processing time in milliseconds
 */
export function searchResponse(
  requested: Requested,
  { page, facets }: NumberedPage,
  naming: Naming,
  ms: number,
): ResponseBody {
  const { params, hitsPerPage } = requested;
  const { total, meta } = page;
  const { suggestion, query_relaxed, price, redirect, banners = [] } = meta;
  const reported = Object.entries({ suggestion, query_relaxed, price }).filter(([, value]) => value !== undefined);
  const userData = [...banners, ...(reported.length > 0 ? [Object.fromEntries(reported)] : [])];
  return {
    ...common(requested, ms),
    ...facetsIn(params, facets, naming),
    hits: page.items.map((item) => hitOf(item.product_identifier, item, params)),
    nbHits: total,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(Math.min(total, MAX_HITS) / hitsPerPage),
    queryID: shortId(page.recommendation_id),
    ...(userData.length > 0 && { userData }),
    renderingContent: {
      ...(redirect && { redirect }),
      ...(facetsOf(params).includes("*") && {
        facetOrdering: { facets: { order: facets.flatMap((facet) => attributesFor(facet, naming)) } },
      }),
    },
  };
}

const common = ({ index, params: { query = "" }, page, hitsPerPage }: Requested, ms: number) => ({
  index,
  query,
  params: "",
  page,
  hitsPerPage,
  processingTimeMS: ms,
  exhaustiveNbHits: true,
  exhaustiveFacetsCount: true,
  exhaustive: { nbHits: true, facetsCount: true },
});

function hitOf(objectID: string, fields: Readonly<Record<string, unknown>>, params: SearchParams): Hit {
  const { all } = highlighter(params);
  const marked = (names: readonly string[]) => {
    const wanted = names.includes("*") ? fields : Object.fromEntries(names.map((name) => [name, fields[name]]));
    return all(wanted) as Readonly<Record<string, Highlights>>;
  };
  const snippets = params.attributesToSnippet?.map((name) => name.replace(/:\d+$/, ""));
  return {
    ...fields,
    objectID,
    _highlightResult: marked(params.attributesToHighlight ?? ["*"]),
    ...(snippets && { _snippetResult: marked(snippets) }),
  };
}

/** Returns the attributes of all category levels of a facet; empty for a facet without levels. */
function levelsOf(facet: Facet, naming: Naming): readonly string[] {
  const deepest = Math.max(0, ...valuesOf(facet.key, facet, naming).map(({ value }) => levelOf(value)));
  const hasLevels = facet.type === "tree" || deepest > 0;
  return hasLevels ? Array.from({ length: deepest + 1 }, (_, level) => `${facet.key}.lvl${level}`) : [];
}

/** Attributes that dynamic widgets may display for a facet. Includes only the first category level. */
function attributesFor(facet: Facet, naming: Naming): readonly string[] {
  const levels = levelsOf(facet, naming).slice(0, 1);
  return facet.type === "tree" ? levels : [facet.key, ...levels];
}

/** Returns the facet counts, keyed by the attribute names that the widgets use. */
function facetsIn(
  params: SearchParams,
  facets: readonly Facet[],
  naming: Naming,
): Pick<ResponseBody, "facets" | "facets_stats"> {
  const wanted = facetsOf(params);
  // If a request contains `*`, the InstantSearch helper omits the names of all other facets, including category levels.
  const all = () => facets.flatMap((facet) => [facet.key, ...levelsOf(facet, naming)]);
  const names = new Set([...wanted, ...(wanted.includes("*") ? all() : [])]);
  const counts: Record<string, Record<string, number>> = {};
  const stats: Record<string, FacetStats> = {};
  for (const name of names) {
    const facet = facets.find(({ key }) => key === attributeOf(name, naming).key);
    if (facet === undefined) continue;
    const values = valuesOf(name, facet, naming);
    const shown = attributeOf(name, naming).level === null ? values.slice(0, maxValuesIn(params)) : values;
    counts[name] = Object.fromEntries(shown.map(({ value, count }) => [value, count]));
    if (facet.type === "range" && facet.min !== null && facet.max !== null) {
      stats[name] = { min: facet.min, max: facet.max };
    }
  }
  return { facets: counts, facets_stats: stats };
}

interface Value {
  readonly value: string;
  readonly count: number;
}

/** Returns the values of a facet, or of one of its category levels. */
function valuesOf(name: string, facet: Facet, naming: Naming): readonly Value[] {
  const attribute = attributeOf(name, naming);
  return countedIn(facet)
    .filter(({ value, count }) => count > 0 && (attribute.level === null || levelOf(value) === attribute.level))
    .map(({ value, count }) => ({ value: valueOut(value, attribute, naming), count }));
}

/** Returns all counted values of a facet, including all category levels. Numeric facets have no counted values. */
function countedIn(facet: Facet): readonly Value[] {
  switch (facet.type) {
    case "list":
      return facet.values;
    case "tree":
      return facet.values.flatMap(flat);
    case "range":
      return [];
  }
}

const flat = (value: TreeFacetValue): readonly TreeFacetValue[] => [value, ...value.children.flatMap(flat)];

/** Response of a facet value search: values in which a word starts with the query. */
export function facetResponse(
  name: string,
  params: SearchParams,
  facets: readonly Facet[],
  naming: Naming,
  ms: number,
) {
  const { facetQuery = "", maxFacetHits = 10 } = params;
  const facet = facets.find(({ key }) => key === attributeOf(name, naming).key);
  const { mark } = highlighter({ ...params, query: facetQuery });
  const found = (facet === undefined ? [] : valuesOf(name, facet, naming)).filter(({ value }) =>
    hasWord(value, facetQuery),
  );
  return {
    facetHits: found
      .slice(0, maxFacetHits)
      .map(({ value, count }) => ({ value, highlighted: mark(value).value, count })),
    exhaustiveFacetsCount: true,
    processingTimeMS: ms,
  };
}

export type SuggestionKind = "queries" | "categories" | "brands" | "products";

/**
 * Formats suggestions as hits of an index. The field `query` of a hit contains the text, as in Algolia's suggestion
 * indices.
 */
export function suggestResponse(
  requested: Requested,
  kind: SuggestionKind,
  suggested: SuggestResponse,
  ms: number,
): ResponseBody {
  const hits = suggestionsOf(kind, suggested).map(([id, fields]) => hitOf(id, fields, requested.params));
  const pages = { nbHits: hits.length, nbPages: Math.min(1, hits.length) };
  return { ...common(requested, ms), hits, facets: {}, facets_stats: {}, ...pages };
}

function suggestionsOf(
  kind: SuggestionKind,
  suggested: SuggestResponse,
): [id: string, fields: Record<string, unknown>][] {
  switch (kind) {
    case "queries":
      return suggested.queries.map((row) => [row.query, row]);
    case "products":
      return suggested.products.map((item) => [item.product_identifier, item]);
    case "categories":
    case "brands":
      return suggested[kind].map((row) => [row.value, { ...row, query: row.label }]);
  }
}
