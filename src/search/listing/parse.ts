import type { FieldTypes } from "../../catalog/fields.js";
import { validationError } from "../../errors.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { SortKey } from "../../storefront/sorts-configuration.js";
import type { Facet } from "../../storefront/facets-configuration.js";
import { catalogView } from "../catalog-view.js";
import { PRICE_FIELD } from "../../filters/field-names.js";
import { facetKeys, parseFacetFilters, type Selections } from "../facets/facet-filters.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { allOf, EVERYTHING, type Filter } from "../../filters/filter.js";
import { readPrice } from "../text/price-words.js";
import { parseProjection, type Projection } from "../projection.js";
import { withoutSizeWord } from "../text/size-words.js";
import { DEFAULT_FACET_VALUES, DEFAULT_LIMIT, queryOf, type SearchBody } from "../request-schema.js";
import type { PriceWish } from "../response-schema.js";

export interface SearchRequest {
  readonly device_id: string;
  readonly user_id: string | null;
  /** The query as typed, trimmed; null for a listing. */
  readonly typed: string | null;
  /** Keys of rules whose queries are synonyms of this query, from `meantKeys`. */
  readonly meant?: readonly string[];
  /**
   * The words to search for. A price (which becomes a filter) and a word such as "size" before a size are removed. Null if no word is left.
   */
  readonly query: string | null;
  /** Price limits in the query by which products are filtered. Null if the query sets no price filter. */
  readonly price: PriceWish | null;
  /** Set if the query contains a price that is ignored, because too few products have a price. */
  readonly unpriced?: true;
  readonly limit: number;
  /**
   * The requested page number. If products are sorted by a field, the number selects the page. Otherwise the number is only repeated in the
   * response.
   */
  readonly page: number;
  readonly sort: SortKey;
  readonly filter: Filter;
  readonly selections: Selections;
  /** The facets to count, without duplicates, in the order of the response. */
  readonly facets: readonly Facet[];
  readonly max_values: number;
  readonly projection: Projection;
  /** Whether neighbouring products should have different categories; applies to the featured sort. */
  readonly diversify_categories: boolean;
  /** Filters as sent, for `applied_filters` in the response. */
  readonly applied: { readonly filters: object | null; readonly facet_filters: object };
}

/**
 * Parses a request and checks everything that the JSON schema cannot express.
 * @param fieldNames fields of the catalogue; undefined before the first feed, when any field may be projected
 * @param frozen the projection of the cursor chain that the request continues. The projection was checked when the chain started, and stays
 * valid if the catalogue has changed since then.
 * @param unpriced true if too few products have a price; price words are then removed from the query, but do not filter products
 * @throws {ServiceError} validation_error naming the field
 */
export function parseSearchRequest(
  body: SearchBody,
  configuration: StorefrontConfiguration,
  fieldNames: FieldTypes | undefined,
  frozen?: readonly string[],
  unpriced = false,
): SearchRequest {
  const limit = body.limit ?? DEFAULT_LIMIT;
  const typed = queryOf(body);
  const { query, price: named } = readTyped(typed, configuration);
  const view = catalogView(configuration, fieldNames, frozen);
  const { fields } = view;
  const isUnpriced = unpriced || !view.isVisible(PRICE_FIELD);
  const price = isUnpriced ? null : named;
  const filter = body.filters ? parseFilter(body.filters, "filters", fields) : EVERYTHING;
  const sort = sortKey(body.sort?.[0] ?? configuration.default_sort, configuration.sort_keys);
  return {
    device_id: body.user.device_id,
    user_id: body.user.user_id ?? null,
    typed,
    query,
    price,
    ...(isUnpriced && named !== null ? { unpriced: isUnpriced } : {}),
    limit,
    page: body.pagination?.page ?? 1,
    sort,
    filter: price === null ? filter : allOf([filter, { kind: "within", field: PRICE_FIELD, ...price }]),
    selections: parseFacetFilters(body.facet_filters ?? {}, configuration.facets, fields.typeOf),
    facets: body.facets ? wantedFacets(body.facets.keys ?? [ALL_FACETS], configuration.facets) : [],
    max_values: body.facets?.max_values ?? DEFAULT_FACET_VALUES,
    projection: parseProjection(body.projection, view),
    diversify_categories: body.context?.category_diversification ?? false,
    applied: { filters: body.filters ?? null, facet_filters: body.facet_filters ?? {} },
  };
}

function readTyped(
  typed: string | null,
  { language, search }: Pick<StorefrontConfiguration, "language" | "search">,
): { readonly query: string | null; readonly price: PriceWish | null } {
  if (typed === null) return { query: typed, price: null };
  const { query, price = null } = search.price_words ? readPrice(typed, language) : { query: typed };
  return { query: query === null ? null : withoutSizeWord(query, language), price };
}

function sortKey(key: string, known: readonly SortKey[]): SortKey {
  const found = known.find((candidate) => candidate.key === key);
  if (found !== undefined) return found;
  throw validationError(
    "sort",
    `unknown sort key; expected one of ${known.map((sort) => `\`${sort.key}\``).join(", ")}`,
  );
}

const ALL_FACETS = "*";

function wantedFacets(keys: readonly string[], known: readonly Facet[]): Facet[] {
  const wanted = new Set<Facet>();
  for (const key of keys) {
    if (key === ALL_FACETS) {
      for (const facet of known) wanted.add(facet);
      continue;
    }
    const facet = known.find((candidate) => candidate.key === key);
    if (facet === undefined)
      throw validationError("facets.keys", `unknown facet key; expected one of ${facetKeys(known)}`);
    wanted.add(facet);
  }
  return [...wanted];
}
