import type { HalfLives } from "../../storefront/taste-configuration.js";

/** Whose taste: a browser's, or that of a shopper who is logged in, over all browsers. */
export type TasteKind = "device" | "user";

/** The learned taste of one device or user: small, read and written as a whole. */
export interface TasteDocument {
  readonly client_id: string;
  readonly kind: TasteKind;
  /** Milliseconds since 1970: the latest event learnt from. 0: none. */
  readonly as_of: number;
  /** Latest first. */
  readonly products: readonly ProductInterest[];
  /** Product → how often it was shown, as of `as_of`, most often first; halves with the half-life of impressions. Devices only. */
  readonly shown: readonly (readonly [id: string, times: number])[];
  /**
   * Whether pages on this device have ever reported which lists were seen: then responses alone do not count as
   * impressions.
   */
  readonly reports_views?: true;
  /** Transactions, latest first, for refunds that name no products. */
  readonly orders: readonly Order[];
  /** Of the events received latest, oldest first: a hash of its id and when it was received, as `withLearned` writes them. */
  readonly events: readonly string[];
  /** Milliseconds since 1970: what has been received until then may have been learnt without standing in `events`. */
  readonly events_until: number;
  /** Tokens that the shopper does not want to be used. */
  readonly muted: readonly string[];
  /** Milliseconds since 1970: what happened until then has been forgotten and is not learnt again. */
  readonly forgotten_at: number | null;
  /**
   * Milliseconds since 1970: all that was known of the device or user was erased then. What happened until then is not even
   * stored. Never later than `forgotten_at`; absent unless it was erased.
   */
  readonly erased_at?: number;
}

export interface ProductInterest {
  readonly id: string;
  /** Milliseconds since 1970: the latest event about it. */
  readonly at: number;
  /** The variant that was viewed last, where the event named it. */
  readonly variant?: string;
  readonly tokens: readonly string[];
  /** See `ProductDocument.log_price`; absent where there is no price. */
  readonly log_price?: number;
  /** The sum of event weights; 0 or below once it was taken back (out of the cart, to the shop). */
  readonly interest: number;
}

export interface Order {
  readonly id: string;
  readonly at: number;
  /** Null while only its refund is known. */
  readonly products: readonly OrderedProduct[] | null;
  /** Milliseconds since 1970. */
  readonly refunded_at: number | null;
}

export interface OrderedProduct {
  readonly id: string;
  readonly variant?: string;
  readonly tokens: readonly string[];
  readonly log_price?: number;
}

/** Bounds of a document: what is oldest goes first; of what was shown, what was shown least. */
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

/** Milliseconds after which it counts half that a product was shown. */
export const impressionHalfLife = ({ impression_hours }: Pick<HalfLives, "impression_hours">): number =>
  impression_hours * HOUR;
