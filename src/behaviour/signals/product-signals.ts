import { NOTHING_LEARNED, type Learned } from "../../catalog/learned.js";
import type { DeviceTag } from "../device-tag.js";
import type { Interest } from "./visits.js";
import type { EventPosition } from "../../tracking/tail.js";

/** The signals learned about a product from behaviour: decaying sums as of `as_of`. Plain JSON, 1 to 6 kB. */
export interface ProductSignals {
  readonly client_id: string;
  readonly product_identifier: string;
  /** Milliseconds since 1970. */
  readonly as_of: number;
  /** In the units of `popularity.event_weights`, with its half-life. */
  readonly interest: number;
  /** Visits, with the half-life of popularity and with a short one. */
  readonly usually: number;
  readonly lately: number;
  readonly viewed: Association;
  readonly bought: Association;
  readonly counted: Counted;
  /** The last actions of devices that the sums contain. */
  readonly deeds: readonly DeviceAction[];
  /** The values for the product's document, which it already has unless `pending` is set. */
  readonly learned: Learned;
  readonly pending: boolean;
  /** When it has to be looked at again even if nothing happens, milliseconds since 1970; null: never. */
  readonly revisit_at: number | null;
}

/** On how many occasions (visits, or visits with a purchase) a product was met, and with which others; both fade. */
export interface Association {
  readonly occasions: number;
  readonly together: readonly CoVisit[];
  /** Occasions since its indicators were last worked out; these do not fade. */
  readonly news: number;
}

/** Of the devices, those that put both together last. */
export type CoVisit = readonly [product: string, occasions: number, devices: readonly DeviceTag[]];

/** The last action of a device: its tag, and the kind of action. */
export type DeviceAction = readonly [device: DeviceTag, what: Interest | "visit"];

/** Up to where events are in the sums: a number for each month. What is read twice is counted once. */
export type Counted = Readonly<Record<string, number>>;

/** How many occasions there were in all, of one storefront. */
export interface StorefrontSignals {
  readonly client_id: string;
  readonly as_of: number;
  readonly visits: number;
  readonly purchases: number;
  readonly counted: Counted;
}

const NO_ASSOCIATION: Association = { occasions: 0, together: [], news: 0 };

export const emptySignals = (client_id: string, product_identifier: string): ProductSignals => ({
  client_id,
  product_identifier,
  as_of: 0,
  interest: 0,
  usually: 0,
  lately: 0,
  viewed: NO_ASSOCIATION,
  bought: NO_ASSOCIATION,
  counted: {},
  deeds: [],
  learned: NOTHING_LEARNED,
  pending: false,
  revisit_at: null,
});

export const emptyStorefront = (client_id: string): StorefrontSignals => ({
  client_id,
  as_of: 0,
  visits: 0,
  purchases: 0,
  counted: {},
});

/** Whether several devices have had a part in what is known of a product. */
export const isSeveralDevices = (devices: readonly DeviceTag[]): boolean =>
  devices.some((device) => device !== devices[0]);

export const isCounted = (counted: Counted, { month, number }: EventPosition): boolean =>
  number <= (counted[month] ?? -1);

/** @param positions in order */
export function countedUpTo(counted: Counted, positions: readonly EventPosition[]): Counted {
  const after: Record<string, number> = { ...counted };
  for (const { month, number } of positions) after[month] = Math.max(after[month] ?? -1, number);
  return after;
}
