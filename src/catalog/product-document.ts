import type { Learned } from "./learned.js";
import type { Scalar } from "./fields.js";
import type { Dimension } from "./measures.js";

export type Json = Scalar | null | readonly Json[] | { readonly [key: string]: Json };

/** The `product_data` of one line as received; the product and variant identifiers have been validated as strings. */
export type ProductData = Readonly<Record<string, Json>> & {
  readonly product_identifier: string;
  readonly variant_identifier: string;
};

/** A stored variant: the received data and whether the variant is active. */
export interface SourceVariant {
  readonly variant_identifier: string;
  readonly active: boolean;
  /** Digest of the variant's feed line (`digestOf`), to detect unchanged lines without reading `data`. */
  readonly digest: string;
  readonly data: ProductData;
  /**
   * Set if the feed line had no variant id. The variant then represents the whole product. This variant is active only while all other
   * variants of the product are inactive.
   */
  readonly is_whole_product?: true;
  /**
   * Versions of the feed lines that describe the variant, see `ingestion/versions.ts`. Absent if no feed line of the variant had a version.
   */
  readonly versions?: VariantVersions;
}

/** Version of a feed line: a counter of the shop, or an RFC 3339 time in UTC with nanoseconds, so that string order equals time order. */
export type Version = number | string;

/** Versions of the feed lines that led to the current state of a variant. */
export interface VariantVersions {
  /** Version of the variant's last insert or deletion. */
  readonly last?: Version;
  /** Updates of the variant that are newer than the version `last`, oldest first. */
  readonly updates?: readonly VersionedUpdate[];
  /** The variant's data before `updates` were applied. Absent if the variant has no updates or is inactive. */
  readonly whole?: ProductData;
}

export interface VersionedUpdate {
  readonly version: Version;
  readonly changes: readonly { readonly path: string; readonly value: Json }[];
}

/**
 * The `_source` of a product in the index. All other index content (text, sort values, taste tokens, nested variants) is derived from the
 * `_source` and not stored, see `index-templates/catalog.json`.
 */
export interface ProductSource {
  readonly product_identifier: string;
  readonly active: boolean;
  /** Creation time in ISO 8601, in UTC. */
  readonly created_at: string;
  readonly updated_at: string;
  readonly source: readonly SourceVariant[];
}

/** The document sent to the engine: the stored source and the fields derived from it. */
export interface ProductDocument extends ProductSource {
  /**
   * Digest of the active variants, see `productDigest`. Stored as a doc value, to detect unchanged products without reading their source.
   */
  readonly digest: string;
  /** Distinct texts of the product's active variants, normalized by `searchText`. */
  readonly text: {
    readonly title: readonly string[];
    readonly designer: readonly string[];
    readonly categories: readonly string[];
    readonly description: readonly string[];
    readonly other: readonly string[];
    /** Codes such as part numbers and EANs, which searches find in different spellings. */
    readonly joined: readonly string[];
    /** Head nouns of the titles and declared product types, see `product-type.ts`. */
    readonly heads: readonly string[];
    readonly product_types: readonly string[];
    /** Product names from the titles. Names of features and compatible products are excluded. */
    readonly things: readonly string[];
    /** Last parts of the compound words in titles, see `endingsOf`. Present only in languages with compound words. */
    readonly endings?: readonly string[];
    readonly phrases: readonly string[];
  };
  /**
   * Distinct values of active variants, for sorts without a variant filter. Ascending sorts use the minimum, descending sorts the maximum.
   * A field is absent if no active variant has a value.
   */
  readonly sort: {
    readonly price?: readonly number[];
    readonly released_at?: readonly string[];
    readonly title?: readonly string[];
  };
  /**
   * Rank of the product in listings without personalization, see `priorOf`: the release time, or else the creation time (seconds since
   * 1970), increased by popularity.
   */
  readonly prior: number;
  /** Hash of the product id, see `textHash`. Searches return matching products as hashes. */
  readonly hash: number;
  /** Binary logarithm of the lowest price, see `logPriceOf` in `taste-tokens.ts`. Absent if no active variant has a price. */
  readonly log_price?: number;
  /** Physical measures of the active variants by dimension, see `measures.ts`. */
  readonly measures: Readonly<Partial<Record<Dimension, readonly number[]>>>;
  /** Taste tokens "field=value" of the active variants, from which the taste of shoppers is learned (see `taste-tokens.ts`). */
  readonly taste: readonly string[];
  /** Signals about the product that are learned from shopper behaviour. The signal `heat` is part of `prior` instead. */
  readonly learned: Omit<Learned, "heat">;
  /** Active variants of the product. Inactive variants are omitted, so that queries need no condition that excludes inactive variants. */
  readonly variants: readonly NestedVariant[];
}

/**
 * An active variant in the index. `data` has one property per field; the name is the field's dotted path. Categories include all their
 * ancestors.
 */
export interface NestedVariant {
  readonly data: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

/** Returns the variant that represents a product in reports: the first active variant, or the first variant if all are inactive. */
export const reportedVariant = ({ source }: Pick<ProductSource, "source">): SourceVariant | undefined =>
  source.find(({ active }) => active) ?? source[0];

/** The first non-empty text of a field with one or several values; null if the field has no text. */
export const firstText = (value: Json | undefined): string | null =>
  [value].flat().find((one): one is string => typeof one === "string" && one !== "") ?? null;
