import type { Learned } from "./learned.js";
import type { Scalar } from "./fields.js";
import type { Dimension } from "./measures.js";

export type Json = Scalar | null | readonly Json[] | { readonly [key: string]: Json };

/** One line's `product_data`, as received. Identifiers are strings by the time it is one. */
export type ProductData = Readonly<Record<string, Json>> & {
  readonly product_identifier: string;
  readonly variant_identifier: string;
};

/** One variant as it is kept: what was received, and whether it is sold. */
export interface SourceVariant {
  readonly variant_identifier: string;
  readonly active: boolean;
  /** Of the line that it was received with (`digestOf`): finds an unchanged line without reading `data`. */
  readonly digest: string;
  readonly data: ProductData;
  /** Its line named no variant: it is the product as a whole, and sold only while no other variant is. */
  readonly is_whole_product?: true;
  /** Absent from variants that never had a line with a version, see `ingestion/versions.ts`. */
  readonly versions?: VariantVersions;
}

/** What a shop counts, or a time: RFC 3339 in UTC with nine digits of a second, so that texts compare as times do. */
export type Version = number | string;

/** The versions of the lines that made a variant what it is. */
export interface VariantVersions {
  /** Of its last whole line or deletion. */
  readonly last?: Version;
  /** Newer updates, the oldest first. */
  readonly updates?: readonly VersionedUpdate[];
  /** Its data without those updates; absent where there are none, and from inactive variants, which are without anyway. */
  readonly whole?: ProductData;
}

export interface VersionedUpdate {
  readonly version: Version;
  readonly changes: readonly { readonly path: string; readonly value: Json }[];
}

/**
 * The `_source` of a product. Everything else in the index (text, sort values, taste tokens, nested variants) is
 * derived from it and indexed only, see `index-templates/catalog.json`.
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
   * Of what it sells, see `productDigest`: only a doc value, which finds an unchanged product without reading its
   * source.
   */
  readonly digest: string;
  /** Texts of active variants as `searchText` has them, each distinct value once. */
  readonly text: {
    readonly title: readonly string[];
    readonly designer: readonly string[];
    readonly categories: readonly string[];
    readonly description: readonly string[];
    readonly other: readonly string[];
    /** Codes among the other texts, which are also found by other spellings: part numbers, EANs. */
    readonly joined: readonly string[];
    /** Words that say what the product is, see `product-type.ts`: read from its titles, and stated in its data. */
    readonly heads: readonly string[];
    readonly product_types: readonly string[];
    /** The names in its titles of the thing itself, without what it has or goes with. */
    readonly things: readonly string[];
    /** What compounds in its titles end with, see `endingsOf`; only in languages that write them. */
    readonly endings?: readonly string[];
    readonly phrases: readonly string[];
  };
  /**
   * Distinct values over active variants, for sorts that no variant filter touches (ascending takes the least,
   * descending the greatest); absent where no variant has one.
   */
  readonly sort: {
    readonly price?: readonly number[];
    readonly released_at?: readonly string[];
    readonly title?: readonly string[];
  };
  /**
   * The rank of the product for everyone, see `priorOf`: when it was released, else first seen (seconds since 1970),
   * and later the more popular it is.
   */
  readonly prior: number;
  /** The hash of the identifier, see `textHash`: matches of a listing or search are returned as hashes. */
  readonly hash: number;
  /** See `taste-tokens.ts`; absent where no active variant has a price. */
  readonly log_price?: number;
  /** What active variants measure, see `measures.ts`. */
  readonly measures: Readonly<Partial<Record<Dimension, readonly number[]>>>;
  /** "field=value" over active variants: the taste that a view of the product shows, see `taste-tokens.ts`. */
  readonly taste: readonly string[];
  /** The signals learned from behaviour; `heat` is part of `prior`. */
  readonly learned: Omit<Learned, "heat">;
  /** The active variants only: what is not sold is not indexed, so no query has to ask. */
  readonly variants: readonly NestedVariant[];
}

/** `data` has one property a leaf, named by its dotted path; category values are expanded to all their ancestors. */
export interface NestedVariant {
  readonly data: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

/** The variant that a product is told by: its first active one, else its first. */
export const reportedVariant = ({ source }: Pick<ProductSource, "source">): SourceVariant | undefined =>
  source.find(({ active }) => active) ?? source[0];

/** The first text of a field of feeds, which may have one or several; null where there is none. */
export const firstText = (value: Json | undefined): string | null =>
  [value].flat().find((one): one is string => typeof one === "string" && one !== "") ?? null;
