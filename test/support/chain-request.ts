import fc from "fast-check";
import { CATEGORIES, COLORS, DESIGNERS, MAX_PRICE, SIZES, WORDS } from "./shop-catalogue.js";

/** First request of a cursor chain. */
export interface ChainRequest {
  readonly query?: string;
  readonly sort?: readonly [SortName];
  readonly filters?: Filters;
  readonly facet_filters?: FacetFilters;
  readonly facets?: { readonly keys: readonly string[] };
  readonly limit: number;
  /** Expected effect of the storefront's rules on the request. Not part of the request body. */
  readonly rules?: RulesOfRequest;
}

export type SortName = "featured" | "price_asc" | "price_desc" | "newest" | "name_asc";

/** Subset of the filter language from which tests generate random filters. */
export type Filters = { readonly [field: string]: Condition } | { readonly $or: readonly Filters[] };
export type Condition =
  string | { readonly $in: readonly string[] } | { readonly $gte?: number; readonly $lte?: number };

export interface FacetFilters {
  readonly color?: string | readonly string[];
  readonly sizes?: readonly string[];
  readonly price?: { readonly min?: number; readonly max?: number };
}

/** Effect of a storefront's rules on one request, computed independently of the service. */
export interface RulesOfRequest {
  /** Filters of hiding rules. Matching variants are not shown. */
  readonly hidden: readonly Filters[];
  /** Pins in configuration order; empty for field sort orders. */
  readonly pins: readonly { readonly product: string; readonly position: number }[];
}

export const isOrdered = ({ sort }: ChainRequest): boolean => sort !== undefined && sort[0] !== "featured";

const price = fc.integer({ min: 0, max: MAX_PRICE });
const condition: fc.Arbitrary<Filters> = fc.oneof(
  fc.constantFrom(...DESIGNERS).map((designer) => ({ designer })),
  fc.constantFrom(...COLORS).map((color) => ({ color })),
  fc.constantFrom("Clothing", ...CATEGORIES).map((categories) => ({ categories })),
  fc.subarray([...COLORS]).map((colors) => ({ color: { $in: colors } })),
  price.map((most) => ({ price: { $lte: most } })),
  price.map((least) => ({ price: { $gte: least } })),
);
const filters: fc.Arbitrary<Filters> = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(([one, other]) => ({ ...one, ...other })),
  fc.array(condition, { minLength: 1, maxLength: 2 }).map(($or) => ({ $or })),
);
const facetFilters: fc.Arbitrary<FacetFilters> = fc.oneof(
  fc.constantFrom(...COLORS).map((color) => ({ color })),
  fc.subarray([...COLORS], { minLength: 1 }).map((color) => ({ color })),
  fc.tuple(fc.subarray([...SIZES], { minLength: 1 }), price).map(([sizes, max]) => ({ sizes, price: { max } })),
);
const queries = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.subarray([...WORDS], { minLength: 2, maxLength: 2 }).map((words) => words.join(" ")) },
);
/** Page sizes from the minimum to the maximum. */
const limits = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.integer({ min: 5, max: 60 }),
  fc.constantFrom(24, 100, 249, 250),
);

/** The three kinds of order that cursor chains must support: relevance, price and featured. */
export const KINDS: readonly Partial<ChainRequest>[] = [{ query: WORDS[0] }, { sort: ["price_asc"] }, {}];

/**
 * Adds a property to the given percentage of requests only, because requests with many conditions find few products.
 */
const present = <K extends string, T>(percent: number, key: K, value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 100 - percent, arbitrary: fc.constant({}) },
    { weight: percent, arbitrary: value.map((drawn) => ({ [key]: drawn }) as Readonly<Record<K, T>>) },
  );

const sorts = fc.constantFrom<SortName>("featured", "price_asc", "price_desc", "newest", "name_asc");

export const chainRequests: fc.Arbitrary<ChainRequest> = fc
  .tuple(
    present(25, "query", queries),
    present(
      60,
      "sort",
      sorts.map((key) => [key] as const),
    ),
    present(30, "filters", filters),
    present(20, "facet_filters", facetFilters),
    present(25, "facets", fc.constant({ keys: ["*"] })),
    limits,
  )
  .map(([query, sort, conditions, selected, facets, limit]) => ({
    ...query,
    ...sort,
    ...conditions,
    ...selected,
    ...facets,
    limit,
  }));
