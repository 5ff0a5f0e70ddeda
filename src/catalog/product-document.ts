import type { Learned } from "./learned.js";
import type { Scalar } from "./fields.js";
import type { Dimension } from "./measures.js";

export type Json = Scalar | null | readonly Json[] | { readonly [key: string]: Json };

/** The `product_data` of one line as received; both identifiers have been validated as strings. */
export type ProductData = Readonly<Record<string, Json>> & {
  readonly product_identifier: string;
  readonly variant_identifier: string;
};

/** A stored variant: the received data and whether the variant is active. */
export interface SourceVariant {
  readonly variant_identifier: string;
  readonly active: boolean;
  /** Digest of the variant's line (`digestOf`), to detect unchanged lines without reading `data`. */
  readonly digest: string;
  readonly data: ProductData;
  /**
   * Set if the line had no variant id. The variant then represents the whole product. It is active only while no other
   * variant is active.
   */
  readonly is_whole_product?: true;
  /** Versions of the feed lines, see `ingestion/versions.ts`. Absent if no line of the variant had a version. */
  readonly versions?: VariantVersions;
}

/** A counter of the shop, or an RFC 3339 time in UTC with nanoseconds, so that string order equals time order. */
export type Version = number | string;

/** The versions of the feed lines that a variant's state results from. */
export interface VariantVersions {
  /** Version of the variant's last insert or deletion. */
  readonly last?: Version;
  /** Updates that are newer than `last`, oldest first. */
  readonly updates?: readonly VersionedUpdate[];
  /** The variant's data before `updates` were applied. Absent if the variant has no updates or is inactive. */
  readonly whole?: ProductData;
}

export interface VersionedUpdate {
  readonly version: Version;
  readonly changes: readonly { readonly path: string; readonly value: Json }[];
}

/**
 * The `_source` of a product. All other index content (text, sort values, taste tokens, nested variants) is derived
 * from it and not stored, see `index-templates/catalog.json`.
 */
export interface ProductSource {
  readonly product_identifier: string;
  readonly active: boolean;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly updated_at: string;
  readonly source: readonly SourceVariant[];
}

/** The document sent to the engine: the stored source and the fields derived from it. */
export interface ProductDocument extends ProductSource {
  /**
   * Digest of the active variants, see `productDigest`. Stored as a doc value, to detect unchanged products without
   * reading their source.
   */
  readonly digest: string;
  /** Distinct texts of active variants, normalized by `searchText`. */
  readonly text: {
    readonly title: readonly string[];
    readonly designer: readonly string[];
    readonly categories: readonly string[];
    readonly description: readonly string[];
    readonly other: readonly string[];
    /** Codes such as part numbers and EANs, which are searchable in other spellings too. */
    readonly joined: readonly string[];
    /** Head nouns of the titles and declared product types, see `product-type.ts`. */
    readonly heads: readonly string[];
    readonly product_types: readonly string[];
    /** Product names from the titles. Names of features and compatible products are excluded. */
    readonly things: readonly string[];
    /** Last parts of compounds in titles, see `endingsOf`; only in languages with compounds. */
    readonly endings?: readonly string[];
    readonly phrases: readonly string[];
  };
  /**
   * Distinct values of active variants, for sorts without a variant filter (ascending uses the minimum, descending the
   * maximum). Absent if no variant has a value.
   */
  readonly sort: {
    readonly price?: readonly number[];
    readonly released_at?: readonly string[];
    readonly title?: readonly string[];
  };
  /**
   * Listing prior, the unpersonalized rank, see `priorOf`: the release time or the time first seen (seconds since
   * 1970), increased by popularity.
   */
  readonly prior: number;
  /** Hash of the product id, see `textHash`. Searches return their matches as hashes. */
  readonly hash: number;
  /** Logarithm of the price, see `taste-tokens.ts`. Absent if no active variant has a price. */
  readonly log_price?: number;
  /** Measures of active variants, see `measures.ts`. */
  readonly measures: Readonly<Partial<Record<Dimension, readonly number[]>>>;
  /** "field=value" tokens of active variants, from which the taste of a viewer is learned (see `taste-tokens.ts`). */
  readonly taste: readonly string[];
  /** The signals learned from behaviour; `heat` is part of `prior`. */
  readonly learned: Omit<Learned, "heat">;
  /** Active variants of the product. Inactive variants are omitted, so that queries need no condition for them. */
  readonly variants: readonly NestedVariant[];
}

/** `data` has one property per field, named by its dotted path. Category values are expanded to all their ancestors. */
export interface NestedVariant {
  readonly data: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

/** The variant that represents a product in reports: the first active one, or the first. */
export const reportedVariant = ({ source }: Pick<ProductSource, "source">): SourceVariant | undefined =>
  source.find(({ active }) => active) ?? source[0];

/** The first non-empty text of a field with one or several values; null if it has no text. */
export const firstText = (value: Json | undefined): string | null =>
  [value].flat().find((one): one is string => typeof one === "string" && one !== "") ?? null;
