import type { DeviceTag } from "../device-tag.js";
import { LatestDevices } from "./several-devices.js";
import { type ReturnCounts, ReturnRates } from "./return-rates.js";

/** One device is at most one in so many of those that teach how often shoppers come back. */
const LATEST_DEVICES = 64;

/** The part of the index that belongs to one storefront, besides its sessions. */
export interface StorefrontSessions {
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
export const newStorefrontSessions = (
  returns?: ReturnCounts,
  lately: readonly DeviceTag[] = [],
): StorefrontSessions => ({
  products: new Map(),
  devices: new Map(),
  returns: new ReturnRates(returns),
  lately: new LatestDevices(LATEST_DEVICES, lately),
  sessions: 0,
});
