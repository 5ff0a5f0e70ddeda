import type { EventType, ShopperEvent } from "../event.js";

export type RejectionReason =
  | "bad_payload"
  | "bad_base64"
  | "bad_json"
  | "bad_entities"
  | "bad_identifier"
  | "no_client"
  | "no_device"
  | "no_product"
  | "too_many_products"
  | "incomplete_event";

export interface Rejected {
  readonly outcome: "rejected";
  readonly reason: RejectionReason;
}

/** The result of decoding one payload. `ignored` are kinds of events that mean nothing here, page pings among them. */
export type Decoded =
  | {
      readonly outcome: "event";
      readonly event: ShopperEvent;
      readonly month: string;
      /** See `Arrival.happened_at`. */
      readonly happened_at?: number;
    }
  | { readonly outcome: "anonymous"; readonly type: EventType }
  | Ignored
  | Rejected;

export interface Ignored {
  readonly outcome: "ignored";
}

export const rejectedPayload = (reason: RejectionReason): Rejected => ({ outcome: "rejected", reason });
