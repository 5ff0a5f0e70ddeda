/** Fields of a stored response that reports use. */
export interface SampledResponse {
  readonly query_id: string;
  /** Device id. */
  readonly client_id: string;
  readonly user_query: string | null;
  /** Identifiers of the returned products in display order. */
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

/** Fields of a stored event that reports use. */
export interface SampledEvent {
  readonly action_name: string;
  /** Device id. */
  readonly client_id: string;
  /** Id of the response that led to the event; "" if unknown. */
  readonly query_id: string;
  readonly timestamp: string;
  /** Distinct identifiers of products or variants. */
  readonly products: readonly string[];
}

export const EVENT_FIELDS: readonly string[] = [
  ...["action_name", "client_id", "query_id", "timestamp", "event_attributes.products.id"],
];

/** A search query that a shopper typed on a device. */
export interface TypedSearch {
  readonly client_id: string;
  readonly user_query: string;
  readonly timestamp: string;
}

/** Maximum time between a click and a purchase or cart event that is attributed to the click. */
export const ATTRIBUTION_MS = 24 * 3_600_000;
/** Maximum time between a query and a different query that counts as a reformulation of the first query. */
export const RETYPED_MS = 120_000;
