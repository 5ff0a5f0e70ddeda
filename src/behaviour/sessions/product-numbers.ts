import type { DeviceTag } from "../device-tag.js";
import { LatestDevices } from "./several-devices.js";
import { type ReturnCounts, ReturnRates } from "./return-rates.js";
import { grownFor, NONE } from "./arrays.js";

/** Estimated memory per product in bytes. */
export const PRODUCT_BYTES = 200;

/**
 * Maps the products of all storefronts to small numbers, starting at 1, and links the products to their sessions. A number is freed for
 * reuse as soon as no session contains the product.
 */
export class ProductNumbers {
  /** Number of sessions by product number, including running sessions. */
  sessions = new Int32Array(1_024);
  /**
   * Slot of a product's latest visit in the ring buffer of ended sessions, by product number. The slot becomes invalid when the session is
   * overwritten.
   */
  newestEnded = new Int32Array(1_024);
  /** Slot of a product in the latest running session with the product, by product number, or `NONE`. */
  newestRunning = new Int32Array(1_024);
  private readonly names: string[] = [""];
  private readonly owners: (StorefrontSessions | undefined)[] = [undefined];
  private readonly free: number[] = [];

  get count(): number {
    return this.names.length - 1 - this.free.length;
  }

  /** The exclusive upper bound of the product numbers in use. */
  get end(): number {
    return this.names.length;
  }

  name(product: number): string {
    return this.names[product] as string;
  }

  /** Returns the storefront of a product, or undefined for an unused product number. */
  ownerOf(product: number): StorefrontSessions | undefined {
    return this.owners[product];
  }

  /** Adds one session to the count of a product. */
  add(product: number): void {
    this.sessions[product]! += 1;
  }

  /** Assigns a number to a product that is in no session yet. */
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

  /** Subtracts one session from the session count of a product. At 0 sessions, the product number becomes free for another product. */
  remove(product: number): void {
    this.sessions[product]! -= 1;
    if (this.sessions[product] !== 0) return;
    this.ownerOf(product)?.products.delete(this.name(product));
    this.names[product] = "";
    this.owners[product] = undefined;
    this.free.push(product);
  }
}

/**
 * Number of latest devices to remember per storefront. Return rates ignore further sessions of a remembered device, so that no single
 * device dominates the rates.
 */
const LATEST_DEVICES = 64;

/** The data of one storefront in the session index, without the sessions. */
export interface StorefrontSessions {
  /** Product numbers by identifier. */
  readonly products: Map<string, number>;
  /** Row numbers of the running sessions, by device. */
  readonly devices: Map<string, number>;
  readonly returns: ReturnRates;
  /** Devices whose sessions most recently changed the return rates. */
  readonly lately: LatestDevices;
  /** Number of sessions, including running sessions. */
  sessions: number;
}

/**
 * @param returns saved counts of the return rates to continue from
 * @param lately devices whose sessions most recently changed the return rates
 */
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
