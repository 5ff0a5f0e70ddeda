import { CATEGORIES_FIELD, indexField, VARIANTS_PATH } from "../../catalog/fields.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { isVisibleField } from "../../filters/visible-fields.js";
import { wilsonBound } from "../../lib/statistics.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { SearchRequest } from "../listing/parse.js";

/*
 * Derives the categories of a query from the catalogue alone. For "milch" these are the categories whose products are mostly milk, not the
 * sweets that only contain milk. A category is rated by the share of its products whose head noun (`text.heads`) is the query's head noun.
 * The engine counts these with `significant_terms`.
 *
 * NDCG@10 of 74 queries on German groceries: .802 → .852. `docs/evaluation.md` lists the results for other catalogues.
 */

/** Whether the category of a query may influence the order of its products. */
export const ranksByCategory = (
  { limit, sort }: Pick<SearchRequest, "limit" | "sort">,
  { search, fields }: Pick<StorefrontConfiguration, "search" | "fields">,
): boolean => limit > 0 && isRanked(sort) && search.category_intent > 0 && isVisibleField(fields)(CATEGORIES_FIELD);

/**
 * Whether categories can be derived from the catalogue. This is disabled for fashion and for shops that group products by target group. In
 * such shops, "top" would mean only bikini tops, because all of these are called "top", and "ring" only rings for women.
 */
export const tellsCategories = ({ fields, taxonomy }: Pick<LiveCatalog, "fields" | "taxonomy">): boolean =>
  taxonomy?.departments === null && !taxonomy.sells_fashion && fields.has(CATEGORIES_FIELD);

/** Minimum number of products per category, to exclude coincidences. */
const MIN_PRODUCTS = 3;
/**
 * Number of categories that the engine returns, largest shares of matching variants first. The number exceeds the number of used categories
 * (`MOST`), because categories with few variants are ranked down later.
 */
const MOST_READ = 50;
const MOST = 20;
/** Minimum share of a category's variants that have the query's head noun, relative to the category with the largest share. */
const MIN_SHARE = 0.5;

/** Aggregations that count variants per category, nested below a filter for products with the query's head noun. */
export const CATEGORIES: Clause = {
  variants: {
    nested: { path: VARIANTS_PATH },
    aggs: {
      categories: {
        significant_terms: {
          field: indexField(CATEGORIES_FIELD),
          size: MOST_READ,
          min_doc_count: MIN_PRODUCTS,
          percentage: {},
        },
        aggs: { products: { reverse_nested: {} } },
      },
    },
  },
};

export interface CountedCategories {
  readonly variants: {
    readonly categories: {
      readonly buckets: readonly {
        readonly key: string;
        /**
         * `doc_count`: number of variants of this category whose head noun is the query. `bg_count`: number of all
         * variants of this category.
         */
        readonly doc_count: number;
        readonly bg_count: number;
        readonly products: { readonly doc_count: number };
      }[];
    };
  };
}

/**
 * Returns at most 20 categories, sorted by name, whose share of variants with the query's head noun is at least half of the largest share.
 * The shares are lower confidence bounds.
 */
export function categoriesIn({ variants }: CountedCategories): string[] {
  const shares = variants.categories.buckets
    .filter(({ products }) => products.doc_count >= MIN_PRODUCTS)
    .map(({ key, doc_count, bg_count }) => ({ key, share: wilsonBound(doc_count, Math.max(bg_count, doc_count)) }))
    .sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1));
  const least = (shares[0]?.share ?? 0) * MIN_SHARE;
  return shares
    .filter(({ share }) => share >= least)
    .slice(0, MOST)
    .map(({ key }) => key)
    .sort();
}
