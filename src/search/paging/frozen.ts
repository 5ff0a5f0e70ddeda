import { searchRulesFor } from "../text/text-query.js";
import { validationError } from "../../errors.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { Facet } from "../../storefront/facets-configuration.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import { parseFacetFilters, type Selections } from "../facets/facet-filters.js";
import { canonicalFilter, sortedOnce } from "../../filters/canonical-filter.js";
import { parseFilter } from "../../filters/filter-expression.js";
import { closedLeaf, filterFields, type FilterFields } from "../../filters/field-names.js";
import { EVERYTHING } from "../../filters/filter.js";
import { queryOf } from "../listing/parse.js";
import type { Found } from "../listing/retrieve.js";
import type { SearchBody } from "../request-schema.js";
import { areEmpty } from "../rules/rules-in-force.js";
import type { ChainRoot } from "./state.js";

/**
 * The parts of the request and the rules that a chain keeps.
 * @param arm see `Storefront.arm`
 * @param now milliseconds since 1970
 */
export function freeze(
  body: SearchBody,
  { plan, total }: Pick<Found, "plan" | "total">,
  arm: string | null,
  now: number,
): ChainRoot {
  const { request, configuration, personal, tier, all_words, rules, intent, categories, near = [] } = plan;
  return {
    started_at: now,
    total,
    tier,
    all_words,
    personal,
    rules: areEmpty(rules) ? null : rules,
    intent,
    ...(categories.length === 0 ? {} : { categories }),
    ...(near.length === 0 ? {} : { near }),
    ...(arm === null ? {} : { arm }),
    request: {
      query: request.typed,
      limit: request.limit,
      filters: body.filters ?? null,
      facet_filters: body.facet_filters ?? null,
      projection: body.projection ?? null,
      ...(request.unpriced && { unpriced: request.unpriced }),
    },
    ranking: {
      sort: request.sort,
      field_weights: configuration.field_weights,
      search: request.typed === null ? null : searchRulesFor(request.query ?? "", configuration),
      availability: configuration.availability,
      facets: configuration.facets.filter(({ key }) => request.selections.has(key)),
    },
  };
}

/**
 * The rules a chain goes on with: what ranks is as it was when the chain started, all else is today's. A field that pages have
 * ceased to see is one that there is not.
 */
export function frozenConfiguration(root: ChainRoot, configuration: StorefrontConfiguration): StorefrontConfiguration {
  const { sort: sorted, search, facets: selected, ...sections } = root.ranking;
  const sees = seesLeaf(configuration.fields);
  const seen = <T extends object>(one: T): T =>
    "field" in one && !sees(String(one.field)) ? { ...one, field: closedLeaf(String(one.field)) } : one;
  const sort = seen(sorted);
  const facets = selected.map(seen);
  const frozen = new Set(facets.map(({ key }) => key));
  return {
    ...configuration,
    ...sections,
    sort_keys: [sort],
    default_sort: sort.key,
    search: search ?? configuration.search,
    facets: withFrozen(configuration.facets, facets, frozen),
  };
}

function withFrozen(current: readonly Facet[], facets: readonly Facet[], frozen: ReadonlySet<string>): Facet[] {
  const byKey = new Map(facets.map((facet) => [facet.key, facet]));
  const gone = facets.filter(({ key }) => !current.some((facet) => facet.key === key));
  return [...current.map((facet) => (frozen.has(facet.key) ? (byKey.get(facet.key) ?? facet) : facet)), ...gone];
}

/**
 * The body of a later page with everything that it leaves out and the chain has. What it does say must say the same.
 * @param configuration as `frozenConfiguration` made it
 * @throws ServiceError validation_error naming the field that differs
 */
export function inheritBody(root: ChainRoot, body: SearchBody, configuration: StorefrontConfiguration): SearchBody {
  const { query, limit, filters, facet_filters, projection } = root.request;
  if (body.limit !== undefined && body.limit !== limit) throw differs("limit");
  const given = queryOf(body);
  if (given !== null && given !== query) throw differs("query");
  if (body.sort !== undefined && body.sort[0] !== root.ranking.sort.key) throw differs("sort");
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
    sort: [root.ranking.sort.key],
    filters: filters as SearchBody["filters"] & object,
    facet_filters: facet_filters as SearchBody["facet_filters"] & object,
    ...(body.projection === undefined && projection !== null ? { projection } : {}),
  };
}

const differs = (field: string) =>
  validationError(field, `\`${field}\` must stay as it was on the first page; leave it out or start without a cursor`);

const filterText = (expression: object | null, fields: FilterFields) =>
  canonicalFilter(expression === null ? EVERYTHING : parseFilter(expression, "filters", fields));

function selectionsText(selections: Selections): string {
  const texts = [...selections].map(([key, selection]) => {
    switch (selection.kind) {
      case "values":
        return JSON.stringify([key, sortedOnce(selection.values.map((value) => JSON.stringify(value)))]);
      case "ranges":
        return JSON.stringify([
          key,
          sortedOnce(selection.ranges.map(({ min, max }) => JSON.stringify([min ?? null, max ?? null]))),
        ]);
    }
  });
  return sortedOnce(texts).join();
}
