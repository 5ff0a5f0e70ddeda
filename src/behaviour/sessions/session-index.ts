import { SESSION_PAUSE_MS } from "../visited.js";
import { indexFrom, NONE } from "./arrays.js";
import { shopperId } from "../../tracking/shopper-id.js";
import { deviceTags, type DeviceTag, type TagDevice } from "../device-tag.js";
import { SeenDevices } from "./several-devices.js";
import { EndedSessions, MIN_CAPACITY, SLOT_BYTES, type EndOfSession } from "./ended-sessions.js";
import { MAX_VISITS, RUNNING_BYTES, RunningSessions } from "./running-sessions.js";
import { newStorefrontSessions, PRODUCT_BYTES, ProductNumbers, type StorefrontSessions } from "./product-numbers.js";
import { Trail } from "./return-rates.js";

export interface SessionLimits {
  /** Sessions of all storefronts together; the oldest leave first. */
  readonly maxSessions: number;
  /** Memory for them; what is less than a few kilobytes is taken as that. */
  readonly maxBytes: number;
}

/** Told of one session: its visits are `items[start]` … `items[start + visits − 1]`, oldest first. */
export type SessionVisitor = (
  items: Int32Array,
  start: number,
  visits: number,
  /** Milliseconds since 1970: its last visit. */
  at: number,
  /** Tells it from every other session for as long as nothing is added. */
  key: number,
  tag: DeviceTag,
) => void;

/** As many as a million sessions a day have within a pause. */
const MAX_RUNNING = 32_768;
/** Of the bytes: most are for sessions that have ended. */
const RUNNING_SHARE = 1 / 8;
/** The share for products: 1.1 million products of all storefronts with the default memory. */
const PRODUCTS_SHARE = 3 / 8;
/** A session of one visit has no two products that go together. */
export const MIN_VISITS = 2;
/** This many times the requested sessions are read, so that a device with most of them does not displace the others. */
const LOOKED = 8;

/**
 * The sessions of all storefronts, most recent first by product. Running ones are in it as far as they have come; they
 * move to the ring of ended ones when their device begins another, when they had no event for a pause, when they are
 * full, or when others need the room. What it holds follows from the visits in their order alone: no clock, and no
 * matter in which batches they come.
 */
export class SessionIndex {
  readonly products = new ProductNumbers();
  readonly storefronts = new Map<string, StorefrontSessions>();
  readonly ended: EndedSessions;
  private readonly trail = new Trail();
  private readonly met = new SeenDevices();
  private forgotten = 0;
  /** The number of sessions removed because there was no room for their products. */
  crowdedOut = 0;
  private readonly maxSessions: number;
  private readonly maxProducts: number;
  private readonly running: RunningSessions;

  /** @param tagDevice the device tags, for an index that only one process uses */
  constructor(
    { maxSessions, maxBytes }: SessionLimits,
    private readonly tagDevice: TagDevice = deviceTags(new Uint8Array(0)),
  ) {
    const rows = Math.max(1, Math.floor((maxBytes * RUNNING_SHARE) / RUNNING_BYTES));
    this.maxSessions = maxSessions;
    this.maxProducts = Math.floor((maxBytes * PRODUCTS_SHARE) / PRODUCT_BYTES);
    this.running = new RunningSessions(Math.min(MAX_RUNNING, maxSessions, rows));
    const left = maxBytes * (1 - RUNNING_SHARE - PRODUCTS_SHARE);
    this.ended = new EndedSessions(Math.max(MIN_CAPACITY, Math.floor(left / SLOT_BYTES)));
  }

  get sessions(): number {
    return this.running.count + this.ended.count;
  }

  get bytes(): number {
    return this.ended.bytes + this.running.count * RUNNING_BYTES + this.products.count * PRODUCT_BYTES;
  }

  /** Undefined before its first visit. */
  storefront(clientId: string): StorefrontSessions | undefined {
    return this.storefronts.get(clientId);
  }

  /**
   * A device visits a product.
   * @param at milliseconds since 1970
   * @param receivedAt by this service's clock, which decides when a session had no event for a pause: what is
   *   imported may be of any time
   * @param isView false for an event that may come beside the view of the same product, a click or a purchase: it is no visit
   *   again, and neither is the view that follows at once
   */
  visit(clientId: string, deviceId: string, product: string, at: number, receivedAt = at, isView = true): void {
    const { running, products } = this;
    const storefront = this.openStorefront(clientId);
    this.endIdle(receivedAt);
    const row = this.rowFor(storefront, clientId, deviceId, at);
    const known = storefront.products.get(product);
    const isNew = known === undefined || !running.has(row, known);
    running.touch(row, at, receivedAt);
    if (!isNew && (!isView || running.takesForVisit(row, known))) return;
    const visits = running.visits(row);
    if (visits > 0 && running.teachesReturns(row) && storefront.returns.isDue()) {
      this.trail.read(running.items, running.startOf(row), visits);
      storefront.returns.learn(this.trail, known ?? NONE);
    }
    const number = known ?? products.open(storefront, product);
    if (isNew) products.add(number);
    running.visit(row, number, { isNew, isView }, products.newestRunning);
    this.removeForProducts();
  }

  /**
   * Ends the running session of a device, and forgets that it was that device's.
   * @param until milliseconds since 1970: a session that has gone on since then stays as it is
   */
  forget(clientId: string, deviceId: string, until = Infinity): void {
    const row = this.storefronts.get(clientId)?.devices.get(deviceId);
    if (row !== undefined && this.running.lastVisit(row) <= until) this.end(row, this.nobodysTag());
  }

  /** A tag that no device's identifier leads to. */
  private nobodysTag(): DeviceTag {
    this.forgotten += 1;
    return this.tagDevice(`nobody ${this.forgotten}`);
  }

  /** Replaces these tags of ended sessions by unused ones. */
  forgetTags(tags: ReadonlySet<DeviceTag>): void {
    for (const { lately } of this.storefronts.values()) lately.forget(tags);
    const others = new Map([...tags].map((tag) => [tag, this.nobodysTag()]));
    for (const header of this.ended.headers()) {
      const other = others.get(this.ended.tagOf(header));
      if (other !== undefined) this.ended.retag(header, other);
    }
  }

  /** The visits of a device's running session, oldest first; none where it has none. */
  runningSession(clientId: string, deviceId: string): string[] {
    const row = this.storefronts.get(clientId)?.devices.get(deviceId);
    if (row === undefined) return [];
    const start = this.running.startOf(row);
    const visits = this.running.items.subarray(start, start + this.running.visits(row));
    return Array.from(visits, (product) => this.products.name(product));
  }

  *runningDevices(): Generator<readonly [clientId: string, deviceId: string]> {
    for (const [clientId, { devices }] of this.storefronts)
      for (const device of devices.keys()) yield [clientId, device];
  }

  endAll(): void {
    while (this.running.mostIdle !== NONE) this.end(this.running.mostIdle);
  }

  /**
   * Adds a session that has ended, of products `items[start]` … `items[start + visits − 1]`, at least two visits.
   */
  addEnded(storefront: StorefrontSessions, items: Int32Array, start: number, visits: number, end: EndOfSession): void {
    const { ended, products } = this;
    while (this.sessions >= this.maxSessions && ended.count > 0) this.removeOldest();
    this.append(items, start, visits, end);
    storefront.sessions += 1;
    for (let position = start; position < start + visits; position += 1) {
      if (indexFrom(items, items[position]!, start) === position) products.add(items[position]!);
    }
  }

  /** Removes the oldest sessions until there are no more products than there is room for. */
  removeForProducts(): void {
    while (this.products.count > this.maxProducts && this.ended.count > 0) {
      this.removeOldest();
      this.crowdedOut += 1;
    }
  }

  clear(): void {
    this.endAll();
    while (this.ended.count > 0) this.removeOldest();
    this.storefronts.clear();
  }

  /**
   * Tells of up to `most` sessions with a product, of each device the latest: running ones first, then those that ended last.
   */
  eachSession(product: number, most: number, visitor: SessionVisitor): void {
    const { running, ended, met } = this;
    met.clear();
    let left = most;
    let looked = 0;
    for (
      let slot = this.products.newestRunning[product]!;
      slot !== NONE && left > 0 && looked < LOOKED * most;
      slot = running.older[slot]!
    ) {
      const row = running.rowOf(slot);
      const tag = running.tagOf(row);
      if (met.isFirst(tag)) {
        visitor(running.items, running.startOf(row), running.visits(row), running.lastVisit(row), -1 - row, tag);
        left -= 1;
      }
      looked += 1;
    }
    let from = NONE;
    let slot = this.products.newestEnded[product]!;
    while (left > 0 && looked < LOOKED * most && ended.isPosting(slot, product, from)) {
      const header = ended.startOf(slot);
      const tag = ended.tagOf(header);
      if (met.isFirst(tag)) {
        visitor(ended.items, header + 1, ended.visits(header), ended.endedAt(header), header, tag);
        left -= 1;
      }
      from = slot;
      slot = ended.older[slot]!;
      looked += 1;
    }
  }

  private openStorefront(clientId: string): StorefrontSessions {
    const known = this.storefronts.get(clientId);
    if (known !== undefined) return known;
    const created = newStorefrontSessions();
    this.storefronts.set(clientId, created);
    return created;
  }

  /** The row of the device's running session, which may be a new one. */
  private rowFor(storefront: StorefrontSessions, clientId: string, deviceId: string, at: number): number {
    const current = storefront.devices.get(deviceId);
    if (current !== undefined) {
      const isOver = Math.abs(at - this.running.lastVisit(current)) > SESSION_PAUSE_MS;
      if (!isOver && this.running.visits(current) < MAX_VISITS) return current;
      this.end(current);
    }
    if (this.running.isFull) this.end(this.running.mostIdle);
    while (this.sessions >= this.maxSessions && this.ended.count > 0) this.removeOldest();
    const tag = this.tagDevice(shopperId({ client_id: clientId, kind: "device", id: deviceId }));
    const row = this.running.begin(storefront, deviceId, tag, storefront.lately.admit(tag));
    storefront.devices.set(deviceId, row);
    storefront.sessions += 1;
    return row;
  }

  private endIdle(now: number): void {
    const { running } = this;
    while (running.mostIdle !== NONE && now - running.lastEventAt(running.mostIdle) > SESSION_PAUSE_MS)
      this.end(running.mostIdle);
  }

  /** Moves a running session to the ended ones. */
  private end(row: number, tag = this.running.tagOf(row)): void {
    const { running, products } = this;
    const storefront = running.ownerOf(row);
    const visits = running.visits(row);
    const start = running.startOf(row);
    storefront.devices.delete(running.deviceOf(row));
    running.remove(row, products.newestRunning);
    if (visits >= MIN_VISITS) {
      this.append(running.items, start, visits, { at: running.lastVisit(row), tag });
    } else {
      storefront.sessions -= 1;
      products.remove(running.items[start]!);
    }
  }

  private append(items: Int32Array, start: number, visits: number, end: EndOfSession): void {
    while (!this.ended.hasRoomFor(visits)) this.removeOldest();
    this.ended.append(items, start, visits, end, this.products.newestEnded);
  }

  private removeOldest(): void {
    let owner: StorefrontSessions | undefined;
    this.ended.removeOldest((product) => {
      owner = this.products.ownerOf(product);
      this.products.remove(product);
    });
    if (owner !== undefined) owner.sessions -= 1;
  }
}
