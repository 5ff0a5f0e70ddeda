import { MAX_TAGS, type DeviceTag } from "../device-tag.js";
import { bestOf, type Order } from "./arrays.js";

const SEVERAL = -1;

/** Records for each product whether sessions of one device or of several devices contain the product. */
export class DeviceSupport {
  /** Devices whose sessions contain a product, by product number: 0 for no device, the tag of a single device, or `SEVERAL`. */
  private backers = new Int32Array(1_024);
  private readonly products: number[] = [];

  back(product: number, tag: DeviceTag): void {
    const before = this.backers[product]!;
    if (before === 0) this.products.push(product);
    if (before !== tag && before !== SEVERAL) this.backers[product] = before === 0 ? tag : SEVERAL;
  }

  hasSupport(product: number): boolean {
    return this.backers[product] === SEVERAL;
  }

  /** Returns the best products. Products in the sessions of several devices come first. */
  bestOf(products: readonly number[], limit: number, order: Order): number[] {
    const supported = products.filter((product) => this.hasSupport(product));
    const unsupported = products.filter((product) => !this.hasSupport(product));
    return [...bestOf(supported, limit, order), ...bestOf(unsupported, limit, order)].slice(0, limit);
  }

  /**
   * Resets the device support of all products.
   * @param products the exclusive upper bound of the product numbers that may be added
   */
  clear(products: number): void {
    for (const product of this.products) this.backers[product] = 0;
    this.products.length = 0;
    if (products > this.backers.length) this.backers = new Int32Array(2 * products);
  }
}

/** Tracks the devices seen since `clear`, so that a device counts once however many sessions it has. */
export class SeenDevices {
  private readonly rounds = new Int32Array(MAX_TAGS + 1);
  private round = 1;

  clear(): void {
    this.round += 1;
  }

  isFirst(tag: DeviceTag): boolean {
    if (this.rounds[tag] === this.round) return false;
    this.rounds[tag] = this.round;
    return true;
  }
}

/** The latest devices whose sessions were counted. Further sessions of these devices are not counted. */
export class LatestDevices {
  private readonly latest: DeviceTag[];

  /** @param before device tags to start with, oldest first */
  constructor(
    private readonly size: number,
    before: readonly DeviceTag[] = [],
  ) {
    this.latest = before.slice(-size);
  }

  /**
   * Adds a device.
   * @returns `false` if the device was already among the latest devices
   */
  admit(tag: DeviceTag): boolean {
    if (this.latest.includes(tag)) return false;
    if (this.latest.length === this.size) this.latest.shift();
    this.latest.push(tag);
    return true;
  }

  forget(tags: ReadonlySet<DeviceTag>): void {
    this.latest.splice(0, this.latest.length, ...this.latest.filter((tag) => !tags.has(tag)));
  }

  /** Returns the device tags, oldest first. */
  tags(): readonly DeviceTag[] {
    return [...this.latest];
  }
}
