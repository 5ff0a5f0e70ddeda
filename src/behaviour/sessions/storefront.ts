import type { DeviceTag } from "../device-tag.js";
import { LatestDevices } from "./backing.js";
import { createReturnRates, type ReturnCounts, type ReturnRates } from "./return-rates.js";

/** One device is at most one in so many of those that teach how often shoppers come back. */
const LATEST_DEVICES = 64;

/** What the index keeps of one storefront beside its sessions. */
export interface Storefront {
  /** Numbers of its products by identifier. */
  readonly products: Map<string, number>;
  /** Rows of running sessions by device. */
  readonly devices: Map<string, number>;
  readonly returns: ReturnRates;
  /** Whose sessions returns were learnt from last. */
  readonly lately: LatestDevices;
  /** Its sessions, running ones included. */
  sessions: number;
}

/** @param returns what was counted of it before @param lately whose sessions that was of, the last ones */
export const newStorefront = (returns?: ReturnCounts, lately: readonly DeviceTag[] = []): Storefront => ({
  products: new Map(),
  devices: new Map(),
  returns: createReturnRates(returns),
  lately: new LatestDevices(LATEST_DEVICES, lately),
  sessions: 0,
});
