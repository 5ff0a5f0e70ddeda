import { MAX_TAGS, type DeviceTag } from "../device-tag.js";
import { bestOf, type Order } from "./arrays.js";

const SEVERAL = -1;

/** Which products several devices stand behind, in what is being summed up, and which one alone. */
export class DeviceSupport {
  /** By product: 0, the tag of the one device, or SEVERAL. */
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

  /** The best products, but first those that several devices stand behind. */
  bestOf(products: readonly number[], limit: number, order: Order): number[] {
    const hasMinimumSupport = products.filter((product) => this.hasSupport(product));
    const isSingleDevice = products.filter((product) => !this.hasSupport(product));
    return [...bestOf(hasMinimumSupport, limit, order), ...bestOf(isSingleDevice, limit, order)].slice(0, limit);
  }

  /** Forgets all. @param products numbers that may be backed are below */
  clear(products: number): void {
    for (const product of this.products) this.backers[product] = 0;
    this.products.length = 0;
    if (products > this.backers.length) this.backers = new Int32Array(2 * products);
  }
}

/** Tells whether a device is met for the first time since `clear`: a device counts once, however many sessions it makes. */
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

/** The devices that were heard last: a device that is among them adds nothing, however many sessions it makes. */
export class LatestDevices {
  private readonly latest: DeviceTag[];

  /** @param before oldest first */
  constructor(
    private readonly size: number,
    before: readonly DeviceTag[] = [],
  ) {
    this.latest = before.slice(-size);
  }

  /** @returns whether the device was not among them; now it is */
  admit(tag: DeviceTag): boolean {
    if (this.latest.includes(tag)) return false;
    if (this.latest.length === this.size) this.latest.shift();
    this.latest.push(tag);
    return true;
  }

  forget(tags: ReadonlySet<DeviceTag>): void {
    this.latest.splice(0, this.latest.length, ...this.latest.filter((tag) => !tags.has(tag)));
  }

  /** Oldest first. */
  tags(): readonly DeviceTag[] {
    return [...this.latest];
  }
}
