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
  /** Maximum number of sessions of all storefronts together. The oldest sessions are removed first. */
  readonly maxSessions: number;
  /** Maximum memory for all sessions in bytes. Values below a few kilobytes are raised to a minimum. */
  readonly maxBytes: number;
}

/** Callback for one session. Its visits are `items[start]` … `items[start + visits − 1]`, oldest first. */
export type SessionVisitor = (
  items: Int32Array,
  start: number,
  visits: number,
  /** Time of the last visit, in milliseconds since 1970. */
  at: number,
  /** Identifies the session until the index changes. */
  key: number,
  tag: DeviceTag,
) => void;

/** Maximum number of running sessions: enough for a million sessions a day. */
const MAX_RUNNING = 32_768;
/** Share of the index memory that is reserved for running sessions. The largest share is reserved for ended sessions. */
const RUNNING_SHARE = 1 / 8;
/** Share of the index memory that is reserved for products. With the default memory, the share fits 1.1 million products. */
const PRODUCTS_SHARE = 3 / 8;
/** Minimum number of visits of a stored session. A session of one visit contains no pair of products. */
export const MIN_VISITS = 2;
/**
 * Maximum number of sessions read for each requested session. More sessions are read than requested, because only one session per device is
 * used.
 */
const LOOKED = 8;

/**
 * The sessions of all storefronts, with a list of sessions per product, most recent first. A running session is indexed with its visits so
 * far. It moves to the ring of ended sessions if its device begins a new session, if it was inactive for `SESSION_PAUSE_MS`, if it is full,
 * or if another session needs the space. The contents depend only on the visits and their order, not on a clock or on batch sizes.
 */
export class SessionIndex {
  readonly products = new ProductNumbers();
  readonly storefronts = new Map<string, StorefrontSessions>();
  readonly ended: EndedSessions;
  private readonly trail = new Trail();
  private readonly met = new SeenDevices();
  private forgotten = 0;
  /** Number of sessions removed because the memory for products was full. */
  crowdedOut = 0;
  private readonly maxSessions: number;
  private readonly maxProducts: number;
  private readonly running: RunningSessions;

  /** @param tagDevice creates device tags; must be the same function in all processes that share an index */
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

  /** Returns the session data of a storefront, or undefined before its first visit. */
  storefront(clientId: string): StorefrontSessions | undefined {
    return this.storefronts.get(clientId);
  }

  /**
   * Adds the visit of a device to a product.
   * @param at time in milliseconds since 1970
   * @param receivedAt time at which this service received the event. This time determines whether a session is inactive, because imported
   * events may have any time.
   * @param isView false for an event that may accompany the view of the same product, such as a click or a purchase. Such an event and the
   * view that directly follows it count as one visit.
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
   * Ends the running session of a device and removes the device from it.
   * @param until time in milliseconds since 1970; a session with a later visit is not ended
   */
  forget(clientId: string, deviceId: string, until = Infinity): void {
    const row = this.storefronts.get(clientId)?.devices.get(deviceId);
    if (row !== undefined && this.running.lastVisit(row) <= until) this.end(row, this.unusedTag());
  }

  /** Returns a tag that belongs to no device. */
  private unusedTag(): DeviceTag {
    this.forgotten += 1;
    return this.tagDevice(`unused ${this.forgotten}`);
  }

  /** Anonymizes ended sessions: replaces the given device tags with unused tags. */
  forgetTags(tags: ReadonlySet<DeviceTag>): void {
    for (const { lately } of this.storefronts.values()) lately.forget(tags);
    const others = new Map([...tags].map((tag) => [tag, this.unusedTag()]));
    for (const header of this.ended.headers()) {
      const other = others.get(this.ended.tagOf(header));
      if (other !== undefined) this.ended.retag(header, other);
    }
  }

  /** Returns the visits of a device's running session, oldest first. Empty if the device has no running session. */
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

  /** Adds an ended session that contains the visits `items[start]` … `items[start + visits − 1]`; at least two visits are required. */
  addEnded(storefront: StorefrontSessions, items: Int32Array, start: number, visits: number, end: EndOfSession): void {
    const { ended, products } = this;
    while (this.sessions >= this.maxSessions && ended.count > 0) this.removeOldest();
    this.append(items, start, visits, end);
    storefront.sessions += 1;
    for (let position = start; position < start + visits; position += 1) {
      if (indexFrom(items, items[position]!, start) === position) products.add(items[position]!);
    }
  }

  /** Removes the oldest sessions until the number of products is within its limit. */
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
   * Calls the visitor with up to `most` sessions that contain a product, one per device. Running sessions come first,
   * followed by ended sessions starting with the latest.
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

  /** Returns the row of the device's running session, and begins a session if necessary. */
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

  /** Moves a running session to the ended sessions. */
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
