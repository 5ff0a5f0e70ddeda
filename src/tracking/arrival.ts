import type { ShopperEvent } from "./event.js";

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
