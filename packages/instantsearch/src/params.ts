/** Supported parameters of Algolia's multiple queries. All other parameters are ignored. */
export interface SearchParams {
  readonly query?: string;
  /** Page number, from 0. */
  readonly page?: number;
  readonly hitsPerPage?: number;
  readonly facets?: string | readonly string[];
  readonly maxValuesPerFacet?: number;
  readonly facetFilters?: Groups;
  readonly numericFilters?: Groups;
  readonly filters?: string;
  readonly attributesToRetrieve?: readonly string[];
  readonly attributesToHighlight?: readonly string[];
  readonly attributesToSnippet?: readonly string[];
  readonly highlightPreTag?: string;
  readonly highlightPostTag?: string;
  readonly facetName?: string;
  readonly facetQuery?: string;
  readonly maxFacetHits?: number;
}

/** Conjunction of filters; a nested list is a disjunction. */
export type Groups = string | readonly (string | readonly string[])[];

export interface Query {
  readonly indexName: string;
  readonly params?: SearchParams;
  /** Type of the query; `facet` for a search for facet values. Newer clients send such searches as queries. */
  readonly type?: string;
  readonly facet?: string;
  readonly facetQuery?: string;
}

export const groupsOf = (groups: Groups = []): readonly (readonly string[])[] =>
  (typeof groups === "string" ? [groups] : groups).map((group) => (typeof group === "string" ? [group] : group));

export const facetsOf = ({ facets = [] }: SearchParams): readonly string[] =>
  typeof facets === "string" ? [facets] : facets;

export const maxValuesIn = ({ maxValuesPerFacet = 100 }: SearchParams): number => maxValuesPerFacet;
