import { NOTHING_LEARNED, type Learned } from "../../catalog/learned.js";
import type { DeviceTag } from "../device-tag.js";
import type { StoredPosition } from "../../tracking/tail.js";
import type { Interest } from "../visited.js";

/** The signals learned about a product from behaviour: decaying sums as of `as_of`. Plain JSON, about 1 kB. */
export interface ProductSignals {
  readonly client_id: string;
  readonly product_identifier: string;
  /** Milliseconds since 1970. */
  readonly as_of: number;
  /** In the units of `popularity.event_weights`, with its half-life. */
  readonly interest: number;
  /** Devices that met it, with the half-life of popularity and with a short one. */
  readonly usually: number;
  readonly lately: number;
  readonly counted: Counted;
  /** The last actions of devices that the sums contain. */
  readonly deeds: readonly DeviceAction[];
  /** The values for the product's document, which it already has unless `pending` is set. */
  readonly learned: Learned;
  readonly pending: boolean;
  /** When it has to be looked at again even if nothing happens, milliseconds since 1970; null: never. */
  readonly revisit_at: number | null;
}

export type DeviceAction = readonly [device: DeviceTag, interest: Interest];

/** Up to where events are in the sums: a number for each month. What is read twice is counted once. */
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

/** Whether several devices have had a part in what is known of a product. */
export const isSeveralDevices = (devices: readonly DeviceTag[]): boolean =>
  devices.some((device) => device !== devices[0]);

export const isCounted = (counted: Counted, { month, number }: StoredPosition): boolean =>
  number <= (counted[month] ?? -1);

/** @param read in order */
export function countedUpTo(counted: Counted, read: readonly { readonly position: StoredPosition }[]): Counted {
  const after: Record<string, number> = { ...counted };
  for (const { position } of read) after[position.month] = Math.max(after[position.month] ?? -1, position.number);
  return after;
}
