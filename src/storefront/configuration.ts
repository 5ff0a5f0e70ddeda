import { DEFAULT_EVENTS, type EventRules } from "./events-configuration.js";
import type { FieldType } from "./field-types.js";
import { DEFAULT_POPULARITY, type PopularityRules } from "./popularity-configuration.js";
import { DEFAULT_PLACEMENTS, DEFAULT_PROFILES, type Placement, type Profile } from "./recommendation-configuration.js";
import type { Rule } from "./rules-configuration.js";
import { DEFAULT_SEARCH, type SearchRules } from "./search-configuration.js";
import { DEFAULT_SUGGEST, type SuggestRules } from "./suggest-configuration.js";
import { DEFAULT_RANKING, DEFAULT_TASTE, type RankingWeights, type TasteRules } from "./taste-configuration.js";

/**
 * What a merchandiser changes, one document per storefront (design: configuration). Its published JSON Schema is
 * `configuration-schema.ts`; a document is only ever used after it has passed that schema and `checkConfiguration`.
 * Fields are leaf names of the feed ("designer", "attributes.text.type").
 */
export interface StorefrontConfiguration {
  /** Analysis language of titles and descriptions; a change takes effect with the next soft_replace. */
  readonly language: Language;
  /** ISO 4217, informational: prices are returned as the feed has them. */
  readonly currency?: string;
  readonly sort_keys: readonly SortKey[];
  /** Key of the sort used when a request names none. */
  readonly default_sort: string;
  readonly facets: readonly Facet[];
  /** Item field name in projections → leaf of the feed, beside the built-in ones (`name` is the feed's `title`). */
  readonly aliases: Readonly<Record<string, string>>;
  /** How much a match in each text counts. */
  readonly field_weights: FieldWeights;
  readonly availability: Availability | null;
  /** The leaf that says whom a product is made for; null: found by itself. A change takes effect with the next soft_replace. */
  readonly department: string | null;
  /**
   * Leaf → what its values are. A leaf that is not here keeps what it is in the catalogue, and a new one becomes what most
   * of its values are.
   */
  readonly field_types: Readonly<Record<string, FieldType>>;
  readonly redirects: readonly Redirect[];
  readonly ingestion: IngestionRules;
  /** Whether pages and trackers must prove who is logged in; see `signed-user.ts`. */
  readonly signed_user_ids: boolean;
  readonly events: EventRules;
  readonly taste: TasteRules;
  readonly ranking: RankingWeights;
  readonly search: SearchRules;
  readonly suggest: SuggestRules;
  readonly popularity: PopularityRules;
  /** By the name that requests give. */
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly placements: Readonly<Record<string, Placement>>;
  /** How merchandisers steer; of those that contradict each other the first one holds. */
  readonly rules: readonly Rule[];
}

export const LANGUAGES = [
  "arabic", "bulgarian", "catalan", "cjk", "czech", "danish", "dutch", "english", "finnish", "french", "german",
  "greek", "hindi", "hungarian", "indonesian", "irish", "italian", "latvian", "lithuanian", "norwegian", "persian",
  "portuguese", "romanian", "russian", "spanish", "swedish", "thai", "turkish",
] as const; // prettier-ignore

/** The engine's built-in language analyzers. */
export type Language = (typeof LANGUAGES)[number];

export type SortKey = FeaturedSort | FieldSort;

/** The storefront's own ranking; personalized where taste is known. */
export interface FeaturedSort {
  readonly key: string;
  readonly label: string;
  readonly by: "featured";
}

/** A deterministic order by one leaf; products without a value come last, ties break on the product identifier. */
export interface FieldSort {
  readonly key: string;
  readonly label: string;
  readonly by: "field";
  readonly field: string;
  readonly order: "asc" | "desc";
}

export type Facet = ListFacet | TreeFacet | RangeFacet;

interface FacetBase {
  readonly key: string;
  readonly label: string;
  readonly field: string;
  readonly collapsed: boolean;
}

export interface ListFacet extends FacetBase {
  readonly type: "list";
  /** `single` tells the storefront to offer one value at a time; the service accepts several all the same. */
  readonly selection_mode: "multi" | "single";
  /** By number of products (most first), by value (ascending), or in natural order ("XS", "S", "XL", "38", "40", "100"). */
  readonly order: FacetOrder;
  /** Value → text shown to shoppers; what is not named is shown as it is, true and false as yes and no in the storefront's language. */
  readonly value_labels?: Readonly<Record<string, string>>;
}

export type FacetOrder = "count" | "value" | "natural";

/** A hierarchical field ("Clothing: Knitwear"): values below the ones that they begin with. */
export interface TreeFacet extends FacetBase {
  readonly type: "tree";
  readonly selection_mode: "multi" | "single";
  /** Of the values below one and the same. */
  readonly order: FacetOrder;
}

export interface RangeFacet extends FacetBase {
  readonly type: "range";
  readonly selection_mode: "multi" | "single";
  /** Inclusive on both sides, like the filters they become. Empty: the service proposes round ranges from the values found. */
  readonly ranges: readonly FacetRange[];
}

export interface FacetRange {
  readonly min?: number;
  readonly max?: number;
  readonly label?: string;
}

export interface FieldWeights {
  readonly title: number;
  readonly designer: number;
  readonly categories: number;
  readonly description: number;
  readonly other: number;
}

/** A variant is in stock when `field` has one of the values `in_stock`, or no value at all. */
export interface Availability {
  readonly field: string;
  readonly in_stock: readonly (string | number | boolean)[];
  /** `hide` leaves such variants out everywhere; `bury` puts products without any variant in stock last in `featured` and in text results. */
  readonly out_of_stock: "hide" | "bury";
  /**
   * With `bury`, in orders by a field: `bury` puts products without a value in stock behind the others there, too; `keep` (the
   * default) leaves them where their value is.
   */
  readonly sorted?: "bury" | "keep";
}

/** Sends a shopper who typed one of `queries` (compared without case and surrounding blanks) to `url`. */
export interface Redirect {
  readonly queries: readonly string[];
  readonly url: string;
}

export interface IngestionRules {
  /** A soft_replace that would deactivate more than this share (0–1) of the active products fails; null: no guard. */
  readonly max_deactivated_share: number | null;
  /** Leaves beyond this many are counted in the report and only returned, not filterable. */
  readonly max_leaves: number;
}

/** What a client gets that was added without a configuration: a shop works before anyone configures anything. */
export const DEFAULT_CONFIGURATION: StorefrontConfiguration = {
  language: "english",
  sort_keys: [
    { key: "featured", label: "Featured", by: "featured" },
    { key: "price_asc", label: "Price: low to high", by: "field", field: "price", order: "asc" },
    { key: "price_desc", label: "Price: high to low", by: "field", field: "price", order: "desc" },
    { key: "newest", label: "Newest", by: "field", field: "released_at", order: "desc" },
    { key: "name_asc", label: "Name", by: "field", field: "title", order: "asc" },
  ],
  default_sort: "featured",
  facets: [
    list("categories", "Category"),
    list("designer", "Designer"),
    list("color", "Color"),
    { ...list("sizes", "Size"), order: "natural" },
    {
      key: "price",
      label: "Price",
      type: "range",
      field: "price",
      selection_mode: "multi",
      collapsed: false,
      ranges: [],
    },
  ],
  aliases: {},
  field_weights: { title: 4, designer: 3, categories: 2, description: 1, other: 0.5 },
  availability: null,
  department: null,
  field_types: {},
  redirects: [],
  ingestion: { max_deactivated_share: null, max_leaves: 10_000 },
  signed_user_ids: false,
  events: DEFAULT_EVENTS,
  taste: DEFAULT_TASTE,
  ranking: DEFAULT_RANKING,
  search: DEFAULT_SEARCH,
  suggest: DEFAULT_SUGGEST,
  popularity: DEFAULT_POPULARITY,
  profiles: DEFAULT_PROFILES,
  placements: DEFAULT_PLACEMENTS,
  rules: [],
};

function list(field: string, label: string): ListFacet {
  return { key: field, label, type: "list", field, selection_mode: "multi", collapsed: false, order: "count" };
}
