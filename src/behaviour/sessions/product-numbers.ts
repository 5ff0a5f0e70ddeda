import type { DeviceTag } from "../device-tag.js";
import { LatestDevices } from "./several-devices.js";
import { type ReturnCounts, ReturnRates } from "./return-rates.js";
import { grownFor, NONE } from "./arrays.js";

/** Bytes of a product: its identifier twice, its map entry, and its numbers. */
export const PRODUCT_BYTES = 200;

/**
 * Products of all storefronts as small numbers, from 1, with where their sessions are found. A number is given up, to be
 * used again, as soon as no session has the product any more.
 */
export class ProductNumbers {
  /** By number: sessions that have the product, running ones included. */
  sessions = new Int32Array(1_024);
  /** By number: its slot in the latest session that has ended. Meaningless once that session has left the ring. */
  newestEnded = new Int32Array(1_024);
  /** By number: its slot in the latest running session; NONE without one. */
  newestRunning = new Int32Array(1_024);
  private readonly names: string[] = [""];
  private readonly owners: (StorefrontSessions | undefined)[] = [undefined];
  private readonly free: number[] = [];

  get count(): number {
    return this.names.length - 1 - this.free.length;
  }

  /** Every number in use is below. */
  get end(): number {
    return this.names.length;
  }

  name(product: number): string {
    return this.names[product] as string;
  }

  /** Undefined for a number that is not in use. */
  ownerOf(product: number): StorefrontSessions | undefined {
    return this.owners[product];
  }

  /** Counts one more session. */
  add(product: number): void {
    this.sessions[product]! += 1;
  }

  /** Gives a product that no session has a number. */
  open(owner: StorefrontSessions, name: string): number {
    const product = this.free.pop() ?? this.names.length;
    this.sessions = grownFor(this.sessions, product);
    this.newestEnded = grownFor(this.newestEnded, product);
    this.newestRunning = grownFor(this.newestRunning, product);
    this.names[product] = name;
    this.owners[product] = owner;
    this.sessions[product] = 0;
    this.newestEnded[product] = NONE;
    this.newestRunning[product] = NONE;
    owner.products.set(name, product);
    return product;
  }

  /** Counts one session less. */
  remove(product: number): void {
    this.sessions[product]! -= 1;
    if (this.sessions[product] !== 0) return;
    this.ownerOf(product)?.products.delete(this.name(product));
    this.names[product] = "";
    this.owners[product] = undefined;
    this.free.push(product);
  }
}

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
