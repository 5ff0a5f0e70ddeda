import { DAY_MS } from "../lib/zone-clock.js";
import { isbot } from "isbot";
import { monthOf, monthsBefore } from "./month.js";

/** The device id of shoppers who do not consent to tracking. No data is stored or read for this id. */
export const ANONYMOUS = "anonymous";

/**
 * An action of a shopper from any source: the input for taste profiles, sessions and popularity. Action names match the Snowplow ecommerce
 * plugin.
 */
export type ShopperEvent = EventBase & EventAction & { readonly products: readonly EventProduct[] };

/** Product views and list clicks have one product. A refund without products is for the whole transaction. */
type EventAction =
  | { readonly type: "product_view" | "add_to_cart" | "remove_from_cart" }
  | { readonly type: "list_view" | "list_click"; readonly list: string | null }
  | {
      readonly type: "transaction";
      readonly transaction_id: string;
      readonly revenue: number | null;
      readonly currency: string | null;
    }
  | { readonly type: "refund"; readonly transaction_id: string }
  | { readonly type: "checkout_step"; readonly step: number }
  | { readonly type: "page_view"; readonly title: string | null }
  /** A shopper was shown one variant of an experiment. */
  | { readonly type: "experiment_exposure"; readonly experiment: string; readonly variant: string };

export type EventType = ShopperEvent["type"];

export interface EventBase {
  /** Identifier of the event, assigned by the sender. An event that is reported twice counts once. */
  readonly event_id: string;
  readonly client_id: string;
  /**
   * The browser's long-lived identifier (`domain_userid`, `user.device_id`). Never `anonymous`, because events of anonymous shoppers are
   * not stored.
   */
  readonly device_id: string;
  readonly user_id: string | null;
  /** The session id of the tracker, if present. */
  readonly session_id: string | null;
  /** Time of the event in milliseconds since 1970, corrected for errors of the browser's clock. */
  readonly occurred_at: number;
  /** Time of receipt in milliseconds since 1970, by the clock of this service. */
  readonly received_at: number;
  readonly page_url: string | null;
  /** `recommendation_id` of the response that led to the event, if the storefront reports the id. */
  readonly recommendation_id: string | null;
  /** Whether the event is used for learning. False for known bots, whose events are only stored. */
  readonly counts: boolean;
  readonly source: "tracker" | "import";
}

/** A product as reported by the storefront. */
export interface EventProduct {
  /** A product or variant identifier of the catalogue. */
  readonly id: string;
  /** Price per piece, in the storefront's currency. */
  readonly price: number | null;
  readonly quantity: number;
  /** Position in the list, starting at 1. */
  readonly position: number | null;
  readonly brand: string | null;
  /** Category path, with levels separated as in the feed (": "). */
  readonly category: string | null;
}

export interface EventFields {
  readonly products?: readonly EventProduct[];
  readonly list?: string | null;
  readonly transaction_id?: string;
  readonly revenue?: number | null;
  readonly currency?: string | null;
  readonly step?: number;
  readonly title?: string | null;
  readonly experiment?: string;
  readonly variant?: string;
}

/** Creates an event of the given type from its fields. The caller must have checked that the required fields are present. */
export function shopperEvent(base: EventBase, type: EventType, fields: EventFields): ShopperEvent {
  const { products = [], list = null, transaction_id = "", revenue = null, currency = null, title = null } = fields;
  const { step = 0, experiment = "", variant = "" } = fields;
  switch (type) {
    case "product_view":
      return { ...base, type, products: products.slice(0, 1) };
    case "list_click":
      return { ...base, type, list, products: products.slice(0, 1) };
    case "list_view":
      return { ...base, type, list, products };
    case "add_to_cart":
    case "remove_from_cart":
      return { ...base, type, products };
    case "transaction":
      return { ...base, type, transaction_id, revenue, currency, products };
    case "refund":
      return { ...base, type, transaction_id, products };
    case "checkout_step":
      return { ...base, type, step, products: [] };
    case "page_view":
      return { ...base, type, title, products: [] };
    case "experiment_exposure":
      return { ...base, type, experiment, variant, products: [] };
  }
}

/** A received event that is about to be stored. */
export interface Arrival {
  readonly event: ShopperEvent;
  /** Month of the index that contains the event, such as "2026-11". Late duplicates of the event have the same month. */
  readonly month: string;
  /**
   * Unique token that is created when the event is received, and stored with the event. If the response to a write is lost, the token
   * distinguishes the written event from a duplicate.
   */
  readonly token: string;
  /**
   * Actual time of an old event in milliseconds since 1970, if `occurred_at` was limited to a later time. Events before an erasure are
   * recognized by the actual time, because trackers may send events weeks later.
   */
  readonly happened_at?: number;
}

export interface Delivery {
  /** Events that consumers may have received before, because the process that stored them may have died before or after the delivery. */
  readonly repeated?: ReadonlySet<ShopperEvent>;
  readonly signal?: AbortSignal;
}

/** A component that learns from shopper events. */
export interface EventConsumer {
  /** Name of the consumer. The name must be short and constant, because it is used as a metric label. */
  readonly name: string;
  /**
   * Consumes stored events in order of arrival, including events of bots and imported events. Resolves once the resulting changes are
   * readable. An event may be delivered several times, but must be counted only once; from the second delivery on, it is marked as
   * repeated. After a temporary error (`isPassingError`), all events are delivered again, marked as repeated. After any other error, events
   * are not delivered again.
   */
  consume(events: readonly ShopperEvent[], delivery?: Delivery): Promise<void>;
}

/** A stored event of a shopper, or a stored response to a shopper. */
export interface Trace {
  readonly client_id: string;
  readonly device_id: string;
  readonly user_id: string | null;
  /** Time of the event or response, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Returns, for each event or response in order, whether its device or user has been erased afterwards. Data of erased shoppers must not be
 * stored.
 * @param timeoutMs timeout of the engine request in milliseconds
 * @throws {EngineUnavailableError} if the engine is unavailable; in this case, the events and responses must not be stored
 */
export type FindErased = (traces: readonly Trace[], timeoutMs: number) => Promise<readonly boolean[]>;

/** Times of an event by different clocks. All times are in milliseconds since 1970. */
export interface Clocks {
  /** Time of the event by the clock of the device (`dtm`). */
  readonly created: number | null;
  /** Time of sending by the clock of the device (`stm`). */
  readonly sent: number | null;
  /** Time of the event by a clock that the tracker trusts (`ttm`). */
  readonly trueTimestamp: number | null;
  /** Time at which this service received the event. */
  readonly collected: number;
}

export const MAX_AGE_MS = 7 * DAY_MS;

/**
 * Returns the time of an event by this service's clock: collector time − (sent − created), as Snowplow derives it. An offset of the device
 * clock is in both values and cancels out. The result is never in the future and at most seven days ago: events queued for longer are dated
 * seven days ago.
 */
export const eventTime = (clocks: Clocks): number =>
  Math.max(clocks.collected - MAX_AGE_MS, unboundedEventTime(clocks));

/**
 * Returns the event time like `eventTime`, but without the limit of seven days. This time determines whether an event precedes an erasure.
 */
export function unboundedEventTime({ created, sent, trueTimestamp, collected }: Clocks): number {
  const claimed = trueTimestamp ?? (created === null || sent === null ? collected : collected - (sent - created));
  return Math.min(collected, claimed);
}

/**
 * Returns the month under which an event is stored. The derived time differs slightly between reports of an event, so that an event at the
 * end of a month could be stored twice. The month is therefore taken from the device's own creation time, which is constant. A creation
 * time outside of the current and the previous month is ignored.
 */
export function storageMonth({ created, collected }: Clocks): string {
  const current = monthOf(collected);
  if (created === null || Math.abs(created - collected) > 62 * DAY_MS) return current;
  const month = monthOf(created);
  return month === monthsBefore(current, 1) ? month : current;
}

/**
 * Maximum length of a user agent in characters. Longer user agents are not from browsers, and would slow down the regular expression that
 * detects bots.
 */
const LONGEST_USER_AGENT = 2_048;

/** Returns whether a user agent identifies itself as a bot, by the list of the package `isbot`. */
export const isBot = (userAgent: string | null): boolean =>
  userAgent !== null && isbot(userAgent.slice(0, LONGEST_USER_AGENT));
