import type { Json, ProductData, ProductSource } from "../../catalog/product-document.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import { fieldSortOf } from "../../storefront/sorts-configuration.js";
import type { Plan } from "./plan.js";
import { inStock } from "../conditions.js";
import { writeObject, type JsonText } from "../../lib/json-text.js";
import { EVERYTHING, fieldsOf, type Filter } from "../../filters/filter.js";
import type { Projection } from "../projection.js";
import { bannersIn } from "../rules/rules-in-force.js";
import { redirectFor } from "../rules/scope.js";
import type { SearchRequest } from "./parse.js";
import { loweredWords } from "../../lib/folded.js";
import { wordsOf } from "../text/words.js";
import { variantChooser } from "../../catalog/matching/variant-choice.js";
import type { Item, SearchMeta, SearchResult, Warning } from "../response-schema.js";
import type { LeafTypes } from "../../catalog/leaves.js";
import { isAnswerable } from "../facets/facet-filters.js";
import { PRICE_LEAF, shownName } from "../../filters/field-names.js";

/** One page, whether it was the first of its chain or any later one. */
export interface Page {
  readonly recommendation_id: string;
  readonly expires_in: number;
  readonly page: number;
  readonly has_more: boolean;
  readonly total: number;
  /** The place of its first product, from 1, counted over all pages. */
  readonly first_position: number;
  /** Identifiers of its products. */
  readonly delivered: readonly string[];
  /** Its products: an array of `Item`. */
  readonly items: JsonText;
}

/** What is answered. */
export interface Answer {
  readonly plan: Plan;
  readonly page: Page;
  /** An array of `FacetResult`. */
  readonly facets: JsonText;
  /** The arm whose configuration ranked it: see `Storefront.arm`. */
  readonly arm: string | null;
  /** False while nothing has been ingested: then no field is known, and none is a mistake. */
  readonly has_catalog: boolean;
}

/** The settings that choose the variant. */
interface ShowingSections extends Pick<StorefrontConfiguration, "availability" | "fields"> {
  readonly search: Pick<StorefrontConfiguration["search"], "named_variant">;
}

/** Products as they are shown: each as the variant of it that fits the request best. */
export function shownItems(
  {
    request,
    configuration,
    catalog,
    conditions,
    rules,
  }: Pick<Plan, "request" | "catalog" | "conditions" | "rules"> & { readonly configuration: ShowingSections },
  products: readonly ProductSource[],
): Item[] {
  const sort = fieldSortOf(request.sort);
  const preference = {
    matching: conditions.matching,
    preferred: [configuration.availability === null ? EVERYTHING : inStock(configuration.availability)],
    ...(request.query !== null && configuration.search.named_variant
      ? { typed: new Set(loweredWords(request.query)), sees: seesLeaf(configuration.fields) }
      : {}),
    ...(sort === null ? {} : { sort }),
  };
  const choose = variantChooser(preference, catalog.leaves);
  const kept = new Map(rules.pins.map(({ product, target }) => [product, target]));
  return products.map((product) => {
    const target = kept.get(product.product_identifier);
    const chosen =
      target === undefined
        ? choose
        : variantChooser({ ...preference, preferred: [...preference.preferred, target] }, catalog.leaves);
    const variant = chosen(product);
    return itemOf(variant.data, product.product_identifier, variant.variant_identifier, request.projection);
  });
}

/** The same as JSON, by identifier. */
export const writeItems = (plan: Parameters<typeof shownItems>[0], products: readonly ProductSource[]) =>
  new Map(shownItems(plan, products).map((item) => [item.product_identifier, JSON.stringify(item)]));

/** How many pages of `limit` products there are; 0 for a request that wants no products. */
const lastPage = (total: number, limit: number): number => (limit === 0 ? 0 : Math.ceil(total / limit));

/** Puts the response together. @returns a `SearchResult` */
export function searchResult(answer: Answer): JsonText {
  const { plan, page, facets } = answer;
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
    meta: metaOf(answer),
  } satisfies Record<keyof SearchResult, unknown>);
}

export function itemOf(
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

function metaOf({ plan, page, has_catalog }: Answer): SearchMeta {
  const { request, configuration, catalog, tier, all_words, suggestion, near = [], degraded } = plan;
  const redirect = request.typed === null ? undefined : redirectFor(request.typed, configuration.redirects);
  const banners = bannersIn(plan.rules, configuration.rules);
  const warnings = !has_catalog ? [] : warningsOf(request, configuration, catalog.leaves);
  return {
    ...(tier !== "strict" && page.total > all_words ? { query_relaxed: true, all_words } : {}),
    ...(near.length > 0 && page.total > 0 ? { found_by_meaning: true } : {}),
    ...(request.query !== null && wordsOf(request.query).isShortened ? { query_shortened: true } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(request.price === null ? {} : { price: request.price }),
    ...(redirect === undefined ? {} : { redirect }),
    ...(banners.length === 0 ? {} : { banners }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(degraded.length === 0 ? {} : { degraded }),
  };
}

/** A misspelt field would otherwise be an empty page without a reason. */
function warningsOf(request: SearchRequest, configuration: StorefrontConfiguration, leaves: LeafTypes): Warning[] {
  const warnings = unknownFields(request.filter, leaves);
  for (const facet of configuration.facets) {
    if (request.selections.has(facet.key) && !isAnswerable(facet, leaves)) {
      warnings.push(unknownField(facet.field, `the facet filter "${facet.key}" matches nothing`));
    }
  }
  if (request.unpriced) {
    const message = "hardly a product has a price; the one in `query` filters nothing";
    warnings.push({ code: "price_ignored", field: PRICE_LEAF, message });
  }
  const sort = fieldSortOf(request.sort);
  if (sort !== null && !leaves.has(sort.field)) {
    warnings.push(unknownField(sort.field, `the sort "${sort.key}" orders by product identifier only`));
  }
  return warnings;
}

/** Of a filter by itself. */
export const unknownFields = (filter: Filter, leaves: LeafTypes): Warning[] =>
  fieldsOf(filter)
    .filter((field) => !leaves.has(field))
    .map((field) => unknownField(field, "in filters it has no value anywhere"));

const unknownField = (field: string, consequence: string): Warning => ({
  code: "unknown_field",
  field: shownName(field),
  message: `the catalogue has no usable field "${shownName(field)}"; ${consequence}`,
});
