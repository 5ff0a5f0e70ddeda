/** What is read of a stored answer. */
export interface SampledResponse {
  readonly query_id: string;
  /** The device. */
  readonly client_id: string;
  readonly user_query: string | null;
  /** In the order in which they were shown. */
  readonly query_response_hit_ids: readonly string[];
  readonly timestamp: string;
  readonly query_attributes: {
    readonly kind: "search" | "query" | "slots";
    readonly profile: string | null;
    readonly listing?: string | null;
    readonly slot?: readonly string[] | null;
    readonly first_position?: number;
  };
}

export const RESPONSE_FIELDS: readonly string[] = [
  ...["query_id", "client_id", "user_query", "query_response_hit_ids", "timestamp"],
  ...["kind", "profile", "listing", "slot", "first_position"].map((name) => `query_attributes.${name}`),
];

/** What is read of an event: its columns. */
export interface SampledEvent {
  readonly action_name: string;
  /** The device. */
  readonly client_id: string;
  /** Of the answer that led to it; "" for none. */
  readonly query_id: string;
  readonly timestamp: string;
  /** Names of products or variants, each once. */
  readonly products: readonly string[];
}

export const EVENT_FIELDS: readonly string[] = [
  ...["action_name", "client_id", "query_id", "timestamp", "event_attributes.products.id"],
];

/** A search that a device typed. */
export interface TypedSearch {
  readonly client_id: string;
  readonly user_query: string;
  readonly timestamp: string;
}

/** A purchase, or a product put into the cart, counts for answers on which the product was clicked so long before. */
export const ATTRIBUTION_MS = 24 * 3_600_000;
/** What is typed so soon after is the same search, tried again. */
export const RETYPED_MS = 120_000;
