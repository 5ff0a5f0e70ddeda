import { validationError } from "../../errors.js";
import { canonicalFilter, sortedOnce } from "../../filters/canonical-filter.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { filterFields, type FilterFields } from "../../filters/field-names.js";
import { EVERYTHING } from "../../filters/filter.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { parseFacetFilters, type Selections } from "../facets/facet-filters.js";
import { queryOf, type SearchBody } from "../request-schema.js";
import type { ChainRequest } from "./state.js";

/** The parts of a parsed request that the cursor chain stores, see `SearchRequest`. */
interface Read {
  readonly typed: string | null;
  readonly limit: number;
  readonly sort: { readonly key: string };
  readonly diversify_categories: boolean;
}

export const chainRequest = (body: SearchBody, { typed, limit, sort, diversify_categories }: Read): ChainRequest => ({
  query: typed,
  limit,
  sort: sort.key,
  filters: body.filters ?? null,
  facet_filters: body.facet_filters ?? null,
  projection: body.projection ?? null,
  ...(diversify_categories && { diversify_categories }),
});

/**
 * Completes the body of a later page with the values of the first request of the cursor chain. Values that are sent again must be
 * unchanged.
 * @throws {ServiceError} validation_error naming the field that differs
 */
export function inheritBody(chain: ChainRequest, body: SearchBody, configuration: StorefrontConfiguration): SearchBody {
  const { query, limit, sort, filters, facet_filters, projection, diversify_categories } = chain;
  if (body.limit !== undefined && body.limit !== limit) throw differs("limit");
  const given = queryOf(body);
  if (given !== null && given !== query) throw differs("query");
  if (body.sort !== undefined && body.sort[0] !== sort) throw differs("sort");
  const fields = filterFields(configuration.aliases);
  if (body.filters && filterText(body.filters, fields) !== filterText(filters, fields)) throw differs("filters");
  if (body.facet_filters) {
    const selected = (map: object | null) =>
      selectionsText(parseFacetFilters((map ?? {}) as Readonly<Record<string, unknown>>, configuration.facets));
    if (selected(body.facet_filters) !== selected(facet_filters)) throw differs("facet_filters");
  }
  return {
    ...body,
    query,
    limit,
    sort: [sort],
    filters: filters as SearchBody["filters"] & object,
    facet_filters: facet_filters as SearchBody["facet_filters"] & object,
    context: { ...body.context, category_diversification: diversify_categories === true },
    ...(body.projection === undefined && projection !== null ? { projection } : {}),
  };
}

const differs = (field: string) =>
  validationError(field, `\`${field}\` must be the same as on the first page; omit it, or start without a cursor`);

const filterText = (expression: object | null, fields: FilterFields) =>
  canonicalFilter(expression === null ? EVERYTHING : parseFilter(expression, "filters", fields));

const selectionsText = (selections: Selections): string =>
  JSON.stringify(
    sortedOnce(
      Array.from(selections, ([key, selection]) => [
        key,
        sortedOnce<unknown>(selection.kind === "values" ? selection.values : selection.ranges),
      ]),
    ),
  );
