import { NOTHING_LEARNED, type Learned } from "../../catalog/learned.js";
import type { DeviceTag } from "../device-tag.js";
import type { StoredPosition } from "../../tracking/tail.js";
import type { Interest } from "../visited.js";

/** The signals learned about a product from behaviour, as sums that decay over time and are current at `as_of`. Plain JSON, about 1 kB. */
export interface ProductSignals {
  readonly client_id: string;
  readonly product_identifier: string;
  /** Time up to which the sums have decayed, in milliseconds since 1970. */
  readonly as_of: number;
  /** The sum of device actions, weighted by `popularity.event_weights` and decaying with the half-life of popularity. */
  readonly interest: number;
  /** Number of devices that interacted with the product, decaying with the half-life of popularity. */
  readonly usually: number;
  /** Number of devices that recently interacted with the product, decaying with a short half-life. */
  readonly lately: number;
  readonly counted: Counted;
  /** Recent device actions that are already counted, so that repeated actions of a device count once. */
  readonly deeds: readonly DeviceAction[];
  /** The values for the product's document. The document already contains these values unless `pending` is set. */
  readonly learned: Learned;
  readonly pending: boolean;
  /** Time of the next update if no other events arrive, in milliseconds since 1970. Null if no update is due. */
  readonly revisit_at: number | null;
}

export type DeviceAction = readonly [device: DeviceTag, interest: Interest];

/** The last counted sequence number by month. This number prevents events from being counted twice. */
export type Counted = Readonly<Record<string, number>>;

export const emptySignals = (client_id: string, product_identifier: string): ProductSignals => ({
  client_id,
  product_identifier,
  as_of: 0,
  interest: 0,
  usually: 0,
  lately: 0,
  counted: {},
  deeds: [],
  learned: NOTHING_LEARNED,
  pending: false,
  revisit_at: null,
});

/** Returns whether the list contains at least two different devices. */
export const isSeveralDevices = (devices: readonly DeviceTag[]): boolean =>
  devices.some((device) => device !== devices[0]);

export const isCounted = (counted: Counted, { month, number }: StoredPosition): boolean =>
  number <= (counted[month] ?? -1);

/** @param read events that were read from the event store */
export function countedUpTo(counted: Counted, read: readonly { readonly position: StoredPosition }[]): Counted {
  const after: Record<string, number> = { ...counted };
  for (const { position } of read) after[position.month] = Math.max(after[position.month] ?? -1, position.number);
  return after;
}
