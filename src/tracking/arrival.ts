import type { ShopperEvent } from "./event.js";

/** An event on its way into the store. */
export interface Arrival {
  readonly event: ShopperEvent;
  /** Where it is stored, "2026-11": the same however often and late the event is reported again. */
  readonly month: string;
  /** Unique to this reporting, and stored with the event: tells our own write, whose answer got lost, from a repetition. */
  readonly token: string;
}
