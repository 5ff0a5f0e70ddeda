import { createReturnRates, type ReturnCounts, type ReturnRates } from "./return-rates.js";

/** The part of the index that belongs to one storefront, besides its sessions. */
export interface StorefrontSessions {
  /** Numbers of its products by identifier. */
  readonly products: Map<string, number>;
  /** Rows of running sessions by device. */
  readonly devices: Map<string, number>;
  readonly returns: ReturnRates;
  /** Its sessions, running ones included. */
  sessions: number;
}

/** @param returns what was counted of it before */
export const newStorefrontSessions = (returns?: ReturnCounts): StorefrontSessions => ({
  products: new Map(),
  devices: new Map(),
  returns: createReturnRates(returns),
  sessions: 0,
});
