import type { HalfLives } from "../../storefront/taste-configuration.js";

/** The owner type of a taste: a browser, or a logged-in shopper across all browsers. */
export type TasteKind = "device" | "user";

/** The learned taste of one device or user. Small, and always read and written as a whole. */
export interface TasteDocument {
  readonly client_id: string;
  readonly kind: TasteKind;
  /** Time of the latest learned event, in milliseconds since 1970. 0 without events. */
  readonly as_of: number;
  /** Products that the shopper has shown interest in, latest first. */
  readonly products: readonly ProductInterest[];
  /** Number of impressions by product as of `as_of`, highest first. It decays with the half-life of impressions. Devices only. */
  readonly shown: readonly (readonly [id: string, times: number])[];
  /**
   * Whether a page on this device has reported visible lists. If it has, responses alone do not count as impressions.
   */
  readonly reports_views?: true;
  /** Transactions, latest first. They resolve refunds that name no products. */
  readonly orders: readonly Order[];
  /** The latest received events, oldest first: a hash of the event id and the time of arrival, as written by `withLearned`. */
  readonly events: readonly string[];
  /**
   * Time in milliseconds since 1970. Events received up to this time may have been learned without being listed in
   * `events`.
   */
  readonly events_until: number;
  /** Tokens that the shopper has muted. */
  readonly muted: readonly string[];
  /**
   * Time in milliseconds since 1970 up to which events are forgotten. Events before this time are not learned again.
   */
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
  /** The variant viewed last, if the event named it. */
  readonly variant?: string;
  readonly tokens: readonly string[];
  /** See `ProductDocument.log_price`; absent for products without a price. */
  readonly log_price?: number;
  /** The sum of event weights. 0 or below after the product was removed from the cart or returned. */
  readonly interest: number;
}

export interface Order {
  readonly id: string;
  readonly at: number;
  /** Products of the order, or null if only the refund is known. */
  readonly products: readonly OrderedProduct[] | null;
  /** Time in milliseconds since 1970. */
  readonly refunded_at: number | null;
}

export interface OrderedProduct {
  readonly id: string;
  readonly variant?: string;
  readonly tokens: readonly string[];
  readonly log_price?: number;
}

/** Size limits of a document. The oldest entries are removed first; for impressions, the products shown least. */
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
