import { DAY_MS } from "../lib/zone-clock.js";
import { isbot } from "isbot";
import { monthOf, monthsBefore } from "./month.js";

/** The device of shoppers who have not agreed to be recognised: nothing is stored about it, and nothing read. */
export const ANONYMOUS = "anonymous";

/**
 * An action of a shopper, whatever its source: the one type that taste, sessions and popularity consume. Names of
 * actions are those of the Snowplow ecommerce plugin.
 */
export type ShopperEvent = EventBase & EventAction & { readonly products: readonly EventProduct[] };

/** A view and a click are about one product; a refund without products is one of the whole transaction. */
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
  /** Given by the sender; the same event reported twice counts once. */
  readonly event_id: string;
  readonly client_id: string;
  /** The browser's long-lived identifier (`domain_userid`, `user.device_id`). Never `anonymous`: that stores nothing. */
  readonly device_id: string;
  readonly user_id: string | null;
  /** The tracker's own, when it names one. */
  readonly session_id: string | null;
  /** Milliseconds since 1970, corrected for the browser's clock. */
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

/** The event of a type, from those fields that the type has. The caller has checked that the required ones are there. */
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

/** An event on its way into the store. */
export interface Arrival {
  readonly event: ShopperEvent;
  /** Where it is stored, "2026-11": the same however often and late the event is reported again. */
  readonly month: string;
  /**
   * Unique to this reporting, and stored with the event: distinguishes our own write, whose response got lost, from a
   * repetition.
   */
  readonly token: string;
  /**
   * Milliseconds since 1970: when it happened, however long ago, where `occurred_at` is later because it is bounded.
   * What a shopper's tracker has kept for weeks is from before an erasure of last week.
   */
  readonly happened_at?: number;
}

export interface Delivery {
  /** Those that it may have consumed before: the process that stored them may have died before or after it said so. */
  readonly repeated?: ReadonlySet<ShopperEvent>;
  readonly signal?: AbortSignal;
}

/** Something that learns from what shoppers do. */
export interface EventConsumer {
  /** Short and fixed: it labels metrics. */
  readonly name: string;
  /**
   * Gets what is stored, in order of arrival, bots and imports included; resolves when what it changed is readable. An event
   * may come several times, marked as repeated from the second time on, and counts once. After an error that passes
   * (`isPassingError`) all of them come again, marked as repeated; after any other one they do not.
   */
  consume(events: readonly ShopperEvent[], delivery?: Delivery): Promise<void>;
}

/** Something that a shopper left: an event, or an answer that was given. */
export interface Trace {
  readonly client_id: string;
  readonly device_id: string;
  readonly user_id: string | null;
  /** Milliseconds since 1970: when it happened. */
  readonly at: number;
}

/**
 * Whether the device or the user of each trace has been erased since: then it must not be stored. In the order given.
 * @param timeoutMs milliseconds that the engine has for its response
 * @throws EngineUnavailableError when the engine cannot be read; then nothing may be stored either
 */
export type FindErased = (traces: readonly Trace[], timeoutMs: number) => Promise<readonly boolean[]>;

/** All in milliseconds since 1970. */
export interface Clocks {
  /** When it happened, by the clock of the device (`dtm`). */
  readonly created: number | null;
  /** When it was sent, by the same clock (`stm`). */
  readonly sent: number | null;
  /** When it happened, by a clock that the tracker trusts (`ttm`). */
  readonly trueTimestamp: number | null;
  /** When it arrived here. */
  readonly collected: number;
}

export const MAX_AGE_MS = 7 * DAY_MS;

/**
 * When an event happened, by this service's clock: collector time − (sent − created), as Snowplow derives it; a device
 * clock that is wrong is wrong in both, and cancels out. Never in the future, and never more than seven days ago: what a
 * shopper queued longer than that is dated seven days ago.
 */
export const eventTime = (clocks: Clocks): number =>
  Math.max(clocks.collected - MAX_AGE_MS, unboundedEventTime(clocks));

/** The same without the bound of seven days: what decides whether an event is from before an erasure. */
export function unboundedEventTime({ created, sent, trueTimestamp, collected }: Clocks): number {
  const reported = trueTimestamp ?? (created === null || sent === null ? collected : collected - (sent - created));
  return Math.min(collected, reported);
}

/**
 * The month that an event is stored under. The derived time differs a little every time an event is sent again, so at the
 * end of a month it could be stored twice; the device's own time of creation does not differ. It decides as long as it is
 * in this month or the one before, and a clock further off than that does not.
 */
export function storageMonth({ created, collected }: Clocks): string {
  const current = monthOf(collected);
  if (created === null || Math.abs(created - collected) > 62 * DAY_MS) return current;
  const month = monthOf(created);
  return month === monthsBefore(current, 1) ? month : current;
}

/** User agents longer than this are not of browsers; the list's expression is not run over them. */
const LONGEST_USER_AGENT = 2_048;

/** Whether a user agent names itself as a bot, by the kept list of the package `isbot`. */
export const isBot = (userAgent: string | null): boolean =>
  userAgent !== null && isbot(userAgent.slice(0, LONGEST_USER_AGENT));
