import type { Json, ProductData, ProductSource, SourceVariant } from "../../catalog/product-document.js";
import type { Redirect, StorefrontConfiguration } from "../../storefront/configuration.js";
import { isVisibleField } from "../../filters/visible-fields.js";
import { type FieldSort, fieldSortOf } from "../../storefront/sorts-configuration.js";
import type { Plan } from "./plan.js";
import { inStock } from "../conditions.js";
import { writeObject, type JsonText } from "../../lib/json-text.js";
import { EVERYTHING, fieldsOf, type Filter } from "../../filters/filter.js";
import type { Projection } from "../projection.js";
import { bannersIn } from "../rules/active-rules.js";
import type { SearchRequest } from "./parse.js";
import { loweredWords } from "../../lib/folded.js";
import { termKey } from "../text/synonyms.js";
import { wordsOf } from "../text/words.js";
import { simplified } from "../../catalog/matching/filter-match.js";
import { productMatcher, variantChooser } from "../../catalog/matching/variant-choice.js";
import type { Item, RedirectResult, SearchMeta, SearchResult, Warning } from "../response-schema.js";
import type { FieldTypes } from "../../catalog/fields.js";
import { isAnswerable } from "../facets/facet-filters.js";
import { PRICE_FIELD, shownName } from "../../filters/field-names.js";

export interface Page {
  readonly recommendation_id: string;
  readonly expires_in: number;
  readonly page: number;
  readonly has_more: boolean;
  readonly total: number;
  /** The position of the page's first product, counted from 1 over all pages. */
  readonly first_position: number;
  /** Identifiers of the page's products. */
  readonly delivered: readonly string[];
  /** The page's products, as a JSON array of `Item` objects. */
  readonly items: JsonText;
}

export interface ResponseBody {
  readonly plan: Plan;
  readonly page: Page;
  /** The counted facets, as a JSON array of `FacetResult` objects. */
  readonly facets: JsonText;
  /** The experiment arm whose configuration ranked the products, see `Storefront.arm`. */
  readonly arm: string | null;
  /** Whether the shop has a catalogue. Before the first feed, no field is known, so unknown fields cause no warnings. */
  readonly has_catalog: boolean;
}

/** Inputs that select the variant and the fields of an item. */
export interface Showing {
  readonly configuration: Pick<StorefrontConfiguration, "availability" | "fields"> & {
    readonly search: Pick<StorefrontConfiguration["search"], "named_variant">;
  };
  readonly fields: FieldTypes;
  /** The filter that variants must match. */
  readonly matching: Filter;
  /** Words of the shopper's query. A variant that these words name is preferred. */
  readonly words: string;
  readonly sort?: FieldSort | null;
  readonly projection: Projection;
}

interface Wanted {
  /** A filter that the selected variant should match. */
  readonly target?: Filter | undefined;
  /** The identifier of the preferred variant. */
  readonly variant?: string | undefined;
  /** Whether all other matching variants are returned as well. */
  readonly withOthers?: boolean;
}

/**
 * Builds a function that converts a product to items: the wanted variant if this variant matches, otherwise the best match for the request.
 * The list is empty if the product has no active variant.
 */
export function itemsFor(showing: Showing): (product: ProductSource, wanted?: Wanted) => Item[] {
  const { configuration, fields: fieldNames, words, sort = null, projection } = showing;
  const { availability, fields, search } = configuration;
  const matching = simplified(showing.matching, fieldNames);
  const stock = availability === null ? EVERYTHING : simplified(inStock(availability), fieldNames);
  const chooser = (...targets: readonly Filter[]) =>
    variantChooser(
      {
        matching,
        preferred: [stock, ...targets],
        ...(words !== "" && search.named_variant
          ? { typed: new Set(loweredWords(words)), isVisible: isVisibleField(fields) }
          : {}),
        ...(sort === null ? {} : { sort }),
      },
      fieldNames,
    );
  const choose = chooser();
  const hasMatching = productMatcher(matching, fieldNames);
  const isMatching = (variant: SourceVariant) => hasMatching({ source: [variant] });
  return (product, { target, variant, withOthers = false } = {}) => {
    const active = product.source.filter((one) => one.active);
    if (active.length === 0) return [];
    const wanted = variant && active.find((one) => one.variant_identifier === variant && isMatching(one));
    const best = wanted || (target === undefined ? choose : chooser(target))(product);
    const others = withOthers ? active.filter((one) => one !== best && isMatching(one)) : [];
    return [best, ...others].map(({ data, variant_identifier }) =>
      itemOf(data, product.product_identifier, variant_identifier, projection),
    );
  };
}

/** The items of a search result. */
export function shownItems(plan: Plan, products: readonly ProductSource[]): Item[] {
  const { request, configuration, catalog, conditions, rules } = plan;
  const itemsOf = itemsFor({
    configuration,
    fields: catalog.fields,
    matching: conditions.matching,
    words: request.query ?? "",
    sort: fieldSortOf(request.sort),
    projection: request.projection,
  });
  const targets = new Map(rules.pins.map(({ product, target }) => [product, target]));
  return products.flatMap((product) => itemsOf(product, { target: targets.get(product.product_identifier) }));
}

/** Items as JSON, keyed by product identifier. */
export const writeItems = (plan: Plan, products: readonly ProductSource[]) =>
  new Map(shownItems(plan, products).map((item) => [item.product_identifier, JSON.stringify(item)]));

/** The number of pages with `limit` products each; 0 if `limit` is 0. */
const lastPage = (total: number, limit: number): number => (limit === 0 ? 0 : Math.ceil(total / limit));

/** Builds the response to a search request. @returns a `SearchResult` as JSON text */
export function searchResult(response: ResponseBody): JsonText {
  const { plan, page, facets } = response;
  const { request } = plan;
  return writeObject({
    recommendation_id: page.recommendation_id,
    expires_in: page.expires_in,
    pagination: { page: page.page, has_more: page.has_more, last_page: lastPage(page.total, request.limit) },
    items: page.items,
    count: page.delivered.length,
    total: page.total,
    facets,
    applied_filters: request.applied,
    meta: metaOf(response),
  } satisfies Record<keyof SearchResult, unknown>);
}

function itemOf(
  data: ProductData,
  product_identifier: string,
  variant_identifier: string,
  projection: Projection,
): Item {
  const item: { type: "product"; product_identifier: string; variant_identifier: string; [field: string]: Json } = {
    type: "product",
    product_identifier,
    variant_identifier,
  };
  for (const { name, read } of projection) {
    const value = read(data);
    if (value !== undefined) item[name] = value;
  }
  return item;
}

function metaOf({ plan, page, has_catalog }: ResponseBody): SearchMeta {
  const { request, configuration, catalog, tier, all_words, suggestion, near = [], degraded } = plan;
  const redirect = request.typed === null ? undefined : redirectFor(request.typed, configuration.redirects);
  const banners = bannersIn(plan.rules, configuration.rules);
  const warnings = !has_catalog ? [] : warningsOf(request, configuration, catalog.fields);
  return {
    ...(tier !== "strict" && page.total > all_words ? { query_relaxed: true, all_words } : {}),
    ...(near.length > 0 && page.total > 0 ? { semantic_search: true } : {}),
    ...(request.query !== null && wordsOf(request.query).isShortened ? { query_shortened: true } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(request.price === null ? {} : { price: request.price }),
    ...(redirect === undefined ? {} : { redirect }),
    ...(banners.length === 0 ? {} : { banners }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(degraded.length === 0 ? {} : { degraded }),
  };
}

export function redirectFor(query: string, redirects: readonly Redirect[]): RedirectResult | undefined {
  if (redirects.length === 0) return undefined;
  const typed = termKey(query);
  const found = redirects.find(({ queries }) => queries.some((one) => termKey(one) === typed));
  return found === undefined ? undefined : { url: found.url };
}

/** Returns warnings that explain why a response is empty, for example because a field name is misspelt. */
function warningsOf(request: SearchRequest, configuration: StorefrontConfiguration, fields: FieldTypes): Warning[] {
  const warnings = unknownFields(request.filter, fields);
  for (const facet of configuration.facets) {
    if (request.selections.has(facet.key) && !isAnswerable(facet, fields)) {
      warnings.push(unknownField(facet.field, `the facet filter "${facet.key}" matches no product`));
    }
  }
  if (request.unpriced) {
    const message = "almost no product has a price, so the price limit in `query` is ignored";
    warnings.push({ code: "price_ignored", field: PRICE_FIELD, message });
  }
  const sort = fieldSortOf(request.sort);
  if (sort !== null && !fields.has(sort.field)) {
    warnings.push(unknownField(sort.field, `the sort "${sort.key}" orders products by identifier only`));
  }
  return warnings;
}

/** Returns warnings about fields in the filter that no product has. */
export const unknownFields = (filter: Filter, fields: FieldTypes): Warning[] =>
  fieldsOf(filter)
    .filter((field) => !fields.has(field))
    .map((field) => unknownField(field, "filters treat this field as empty"));

const unknownField = (field: string, consequence: string): Warning => ({
  code: "unknown_field",
  field: shownName(field),
  message: `the catalogue has no usable field "${shownName(field)}"; ${consequence}`,
});
