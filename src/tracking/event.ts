/** The device of shoppers who have not agreed to be recognised: nothing is stored about it, and nothing read. */
export const ANONYMOUS = "anonymous";

/**
 * An action of a shopper, whatever its source: the one type that taste, sessions and popularity consume. Names of
 * actions are those of the Snowplow ecommerce plugin.
 */
export type ShopperEvent =
  | ProductView
  | ListView
  | ListClick
  | AddToCart
  | RemoveFromCart
  | Transaction
  | Refund
  | CheckoutStep
  | PageView
  | ExperimentExposure;

export type EventType = ShopperEvent["type"];

export interface EventBase {
  /** Given by the sender; the same event reported twice counts once. */
  readonly event_id: string;
  readonly client_id: string;
  /** The browser's long-lived identifier (`domain_userid`, `user.device_id`). Never `anonymous`: that stores nothing. */
  readonly device_id: string;
  readonly user_id: string | null;
  /** The tracker's own, when it names one. */
  readonly session_id: string | null;
  /** Milliseconds since 1970, corrected for the browser's clock; see `event-time.ts`. */
  readonly occurred_at: number;
  /** Milliseconds since 1970, of this service. */
  readonly received_at: number;
  readonly page_url: string | null;
  /** The answer (`recommendation_id`) that led to it, where the storefront says so. */
  readonly recommendation_id: string | null;
  /** False for known bots: stored, never learned from. */
  readonly counts: boolean;
  readonly source: "tracker" | "import";
}

/** A product as the storefront named it. */
export interface EventProduct {
  /** A product or variant identifier of the catalogue. */
  readonly id: string;
  /** Of one piece, in the storefront's currency. */
  readonly price: number | null;
  readonly quantity: number;
  /** From 1, in its list. */
  readonly position: number | null;
  readonly brand: string | null;
  /** Levels separated as in the feed (": "). */
  readonly category: string | null;
}

export interface ProductView extends EventBase {
  readonly type: "product_view";
  readonly product: EventProduct;
}

/** Products that were shown. */
export interface ListView extends EventBase {
  readonly type: "list_view";
  readonly list: string | null;
  readonly products: readonly EventProduct[];
}

export interface ListClick extends EventBase {
  readonly type: "list_click";
  readonly list: string | null;
  readonly product: EventProduct;
}

export interface AddToCart extends EventBase {
  readonly type: "add_to_cart";
  readonly products: readonly EventProduct[];
}

export interface RemoveFromCart extends EventBase {
  readonly type: "remove_from_cart";
  readonly products: readonly EventProduct[];
}

export interface Transaction extends EventBase {
  readonly type: "transaction";
  readonly transaction_id: string;
  readonly revenue: number | null;
  readonly currency: string | null;
  readonly products: readonly EventProduct[];
}

export interface Refund extends EventBase {
  readonly type: "refund";
  readonly transaction_id: string;
  /** Empty: the whole transaction. */
  readonly products: readonly EventProduct[];
}

export interface CheckoutStep extends EventBase {
  readonly type: "checkout_step";
  readonly step: number;
}

export interface PageView extends EventBase {
  readonly type: "page_view";
  readonly title: string | null;
}

/** A shopper was shown one variant of an experiment. */
export interface ExperimentExposure extends EventBase {
  readonly type: "experiment_exposure";
  readonly experiment: string;
  readonly variant: string;
}
