import type { HalfLives } from "../../storefront/taste-configuration.js";

/** The owner type of a taste: a browser, or a logged-in shopper across all browsers. */
export type TasteKind = "device" | "user";

/** The learned taste of one device or user. The document has at most 12 KB, and is always read and written as a whole. */
export interface TasteDocument {
  readonly client_id: string;
  readonly kind: TasteKind;
  /** Time of the latest event counted in the document, in milliseconds since 1970; 0 if no event is counted. */
  readonly as_of: number;
  /** Products that the shopper has shown interest in, latest first. */
  readonly products: readonly ProductInterest[];
  /**
   * Number of impressions by product as of `as_of`, highest first. The numbers decay with the half-life of impressions. Empty for users.
   */
  readonly shown: readonly (readonly [id: string, times: number])[];
  /**
   * Whether a page on this device has reported which products were visible. If so, only reported products count as impressions, instead of
   * all products of a response.
   */
  readonly reports_views?: true;
  /** Orders of the shopper, latest first. They provide the products for refund events without products. */
  readonly orders: readonly Order[];
  /**
   * Keys of the latest received events, oldest first. A key consists of a hash of the event id and the time at which the event was
   * received, see `withLearned`.
   */
  readonly events: readonly string[];
  /**
   * Time in milliseconds since 1970 up to which `events` may be incomplete: events received up to this time may be counted in the document
   * without being listed in `events`.
   */
  readonly events_until: number;
  /** Taste tokens that the shopper has muted. */
  readonly muted: readonly string[];
  /** Time in milliseconds since 1970 up to which events are forgotten. Events up to this time are ignored and not counted again. */
  readonly forgotten_at: number | null;
  /**
   * Time in milliseconds since 1970 at which the shopper was erased. Events before this time are not stored. The
   * field is absent unless the shopper was erased.
   */
  readonly erased_at?: number;
}

export interface ProductInterest {
  readonly id: string;
  /** Time of the latest event for the product, in milliseconds since 1970. */
  readonly at: number;
  /** Identifier of the variant viewed last, if the event contained one. */
  readonly variant?: string;
  readonly tokens: readonly string[];
  /** Logarithm of the price, see `ProductDocument.log_price`; absent for products without a price. */
  readonly log_price?: number;
  /** Interest in the product: the sum of event weights. The sum is 0 or below after the product was removed from the cart or returned. */
  readonly interest: number;
}

export interface Order {
  readonly id: string;
  readonly at: number;
  /** Products of the order, or null if only the refund is known. */
  readonly products: readonly OrderedProduct[] | null;
  /** Time of the refund in milliseconds since 1970; null if the order was not refunded. */
  readonly refunded_at: number | null;
}

export interface OrderedProduct {
  readonly id: string;
  readonly variant?: string;
  readonly tokens: readonly string[];
  readonly log_price?: number;
}

/**
 * Maximum numbers of entries in a taste document. The oldest entries are removed first, except for impressions, where the products with the
 * fewest impressions are removed first.
 */
export const BOUNDS = {
  products: 30,
  shown: 80,
  orders: 5,
  products_an_order: 20,
  events: 64,
  muted: 100,
} as const;

export const emptyTaste = (client_id: string, kind: TasteKind, forgotten_at: number | null = null): TasteDocument => ({
  client_id,
  kind,
  as_of: 0,
  forgotten_at,
  products: [],
  shown: [],
  orders: [],
  events: [],
  events_until: 0,
  muted: [],
});

const HOUR = 3_600_000;

/** Returns the half-life of impressions in milliseconds. */
export const impressionHalfLife = ({ impression_hours }: Pick<HalfLives, "impression_hours">): number =>
  impression_hours * HOUR;
