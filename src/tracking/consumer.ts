import type { ShopperEvent } from "./event.js";

/** How events are handed to a consumer. */
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
