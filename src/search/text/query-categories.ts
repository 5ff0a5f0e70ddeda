import { CATEGORIES_FIELD, indexField, VARIANTS_PATH } from "../../catalog/fields.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { isVisibleField } from "../../filters/visible-fields.js";
import { wilsonBound } from "../../lib/statistics.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { SearchRequest } from "../listing/parse.js";

/*
 * The categories in which things are that are called what a query names, told from the catalogue alone: "milch" is what many dairy
 * products are, and few of all sweets, however many of these taste of it. A category counts by the share of its products of which the
 * query's head is the head (`text.heads`), as `significant_terms` counts it.
 *
 * NDCG@10 of 74 queries on German groceries: .802 → .852; `docs/relevance.md` has the others.
 */

/** Whether the category that a query is after may have a part in the order of its products. */
export const ranksByCategory = (
  { limit, sort }: Pick<SearchRequest, "limit" | "sort">,
  { search, fields }: Pick<StorefrontConfiguration, "search" | "fields">,
): boolean => limit > 0 && isRanked(sort) && search.category_intent > 0 && isVisibleField(fields)(CATEGORIES_FIELD);

/**
 * Whether a catalogue tells which categories queries are after. Not in fashion, nor where products are divided by whom they are for:
 * there "top" would be a bikini top, as all of these are called so, and "ring" a woman's.
 */
export const tellsCategories = ({ fields, taxonomy }: Pick<LiveCatalog, "fields" | "taxonomy">): boolean =>
  taxonomy?.departments === null && !taxonomy.sells_fashion && fields.has(CATEGORIES_FIELD);

/** Fewer products are called so by chance. */
const MIN_PRODUCTS = 3;
/** The engine brings those with the largest shares, among them small ones of which less is sure. */
const MOST_READ = 50;
const MOST = 20;
/** Of the largest share. */
const MIN_SHARE = 0.5;

/** Aggregations, below one that finds what is called so. */
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
        /** Variants that are called so, and all, of this category. */
        readonly doc_count: number;
        readonly bg_count: number;
        readonly products: { readonly doc_count: number };
      }[];
    };
  };
}

/** Those that surely have at least half of the largest share of products that are called so; at most 20, by name. */
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
