import type { Json, ProductData, ProductSource } from "../../catalog/product-document.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import { fieldSortOf } from "../../storefront/sorts-configuration.js";
import type { SearchPlan } from "../ranked.js";
import { inStock } from "../conditions.js";
import { writeObject, type JsonText } from "../../lib/json-text.js";
import { EVERYTHING } from "../../filters/filter.js";
import type { Projection } from "../projection.js";
import { redirectFor } from "../rules/redirect.js";
import type { SearchRequest } from "./parse.js";
import { loweredWords } from "../../lib/folded.js";
import type { TextTier } from "../text/text-rules.js";
import { wordsOf } from "../text/words.js";
import { variantChooser } from "../../catalog/matching/variant-choice.js";
import { warningsOf } from "../warnings.js";
import type { Degradation, Item, SearchMeta, SearchResult } from "../response-schema.js";

export interface Answered {
  readonly request: SearchRequest;
  readonly configuration: StorefrontConfiguration;
  readonly catalog: Pick<LiveCatalog, "leaves" | "multi_variant">;
  readonly plan: SearchPlan;
  readonly tier: TextTier;
  /** The number of products with all words; only used where the query does not require them. */
  readonly all_words: number;
  readonly page: AnsweredPage;
  /** An array of `Item`, and one of `FacetResult`. */
  readonly items: JsonText;
  readonly facets: JsonText;
  readonly degraded: readonly Degradation[];
  /** The query that was probably meant, where no product has all words. */
  readonly suggestion?: string | undefined;
  /** The words that were looked for in place of those typed, which no product has. */
  readonly corrected?: string | undefined;
  /** The arm whose configuration ranked it: see `Storefront.arm`. */
  readonly arm: string | null;
  /** False while nothing has been ingested: then no field is known, and none is a mistake. */
  readonly has_catalog: boolean;
}

/** One page, whether it was the first of its chain or any later one. */
export interface AnsweredPage {
  readonly recommendation_id: string;
  readonly expires_in: number;
  readonly page: number;
  readonly has_more: boolean;
  readonly total: number;
  /** The place of its first product, from 1, counted over all pages. */
  readonly first_position: number;
  /** Identifiers of its products. */
  readonly delivered: readonly string[];
}

/** Products as they are shown: each as the variant of it that fits the request best. */
export function shownItems(
  { request, configuration, catalog, plan }: Pick<Answered, "request" | "configuration" | "catalog" | "plan">,
  products: readonly ProductSource[],
): Item[] {
  const sort = fieldSortOf(request.sort);
  const choose = variantChooser(
    {
      matching: plan.conditions.matching,
      preferred: configuration.availability === null ? EVERYTHING : inStock(configuration.availability),
      ...(request.query !== null && configuration.search.named_variant
        ? { typed: new Set(loweredWords(request.query)), sees: seesLeaf(configuration.fields) }
        : {}),
      ...(sort === null ? {} : { sort }),
    },
    catalog.leaves,
  );
  return products.map((product) => {
    const variant = choose(product);
    return itemOf(variant.data, product.product_identifier, variant.variant_identifier, request.projection);
  });
}

/** The same as JSON, by identifier. */
export const writeItems = (ranked: Parameters<typeof shownItems>[0], products: readonly ProductSource[]) =>
  new Map(shownItems(ranked, products).map((item) => [item.product_identifier, JSON.stringify(item)]));

/** How many pages of `limit` products there are; 0 for a request that wants no products. */
const lastPage = (total: number, limit: number): number => (limit === 0 ? 0 : Math.ceil(total / limit));

/** Puts the response together. @returns a `SearchResult` */
export function searchResult(answered: Answered): JsonText {
  const { request, page, items, facets } = answered;
  return writeObject({
    recommendation_id: page.recommendation_id,
    expires_in: page.expires_in,
    pagination: { page: page.page, has_more: page.has_more, last_page: lastPage(page.total, request.limit) },
    items,
    count: page.delivered.length,
    total: page.total,
    facets,
    applied_filters: request.applied,
    meta: metaOf(answered),
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

function metaOf({
  request,
  configuration,
  catalog,
  has_catalog,
  tier,
  all_words,
  page,
  degraded,
  suggestion,
}: Answered): SearchMeta {
  const redirect = request.typed === null ? undefined : redirectFor(request.typed, configuration.redirects);
  const warnings = !has_catalog ? [] : warningsOf(request, configuration, catalog.leaves);
  return {
    ...(tier !== "strict" && page.total > all_words ? { query_relaxed: true, all_words } : {}),
    ...(request.query !== null && wordsOf(request.query).isShortened ? { query_shortened: true } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(request.price === null ? {} : { price: request.price }),
    ...(redirect === undefined ? {} : { redirect }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(degraded.length === 0 ? {} : { degraded }),
  };
}
