import type { DeviceTag } from "../device-tag.js";
import { indexFrom, NONE } from "./arrays.js";
import type { StorefrontSessions } from "./product-numbers.js";

/** Bytes of a running session: its slots, and the name of its device. */
export const RUNNING_BYTES = 1_000;

/** Visits that a running session holds; it ends when it is full, and another begins. */
export const MAX_VISITS = 64;

/**
 * Sessions that still grow, a row of `MAX_VISITS` slots each. Each product's slots are linked to the product's next newer
 * and next older one, so that a session leaves without a search, and rows are linked in the order of their last visits.
 */
export class RunningSessions {
  readonly items: Int32Array;
  /** By slot: the product's slot in the running session that visited it before that; NONE at the end. */
  readonly older: Int32Array;
  private readonly newer: Int32Array;
  private readonly lengths: Int32Array;
  /** Milliseconds since 1970, as the shopper's events are dated, and as they arrived. */
  private readonly lastVisits: Float64Array;
  private readonly arrivals: Float64Array;
  /** 1 where the latest visit was reported by another event than a view, which may follow. */
  private readonly awaitsView: Uint8Array;
  /** 1 where it is learnt from how the session comes back to products. */
  private readonly teaches: Uint8Array;
  private readonly idler: Int32Array;
  private readonly busier: Int32Array;
  private readonly owners: (StorefrontSessions | undefined)[] = [];
  private readonly devices: (string | undefined)[] = [];
  private readonly tags: Uint16Array;
  private readonly free: number[] = [];
  private idlest = NONE;
  private busiest = NONE;
  private rows = 0;

  /** @param capacity sessions at most */
  constructor(private readonly capacity: number) {
    const slots = () => new Int32Array(capacity * MAX_VISITS);
    [this.items, this.older, this.newer] = [slots(), slots(), slots()];
    this.lengths = new Int32Array(capacity);
    this.awaitsView = new Uint8Array(capacity);
    this.tags = new Uint16Array(capacity);
    this.teaches = new Uint8Array(capacity);
    this.idler = new Int32Array(capacity);
    this.busier = new Int32Array(capacity);
    this.lastVisits = new Float64Array(capacity);
    this.arrivals = new Float64Array(capacity);
  }

  get count(): number {
    return this.rows - this.free.length;
  }

  get isFull(): boolean {
    return this.count === this.capacity;
  }

  /** The session that has been without a visit for longest, NONE when there is none. */
  get mostIdle(): number {
    return this.idlest;
  }

  visits(row: number): number {
    return this.lengths[row]!;
  }

  lastVisit(row: number): number {
    return this.lastVisits[row]!;
  }

  /** Milliseconds since 1970: when an event of it arrived last. */
  lastEventAt(row: number): number {
    return this.arrivals[row]!;
  }

  deviceOf(row: number): string {
    return this.devices[row] as string;
  }

  tagOf(row: number): DeviceTag {
    return this.tags[row]!;
  }

  teachesReturns(row: number): boolean {
    return this.teaches[row] === 1;
  }

  ownerOf(row: number): StorefrontSessions {
    return this.owners[row] as StorefrontSessions;
  }

  rowOf(slot: number): number {
    return Math.floor(slot / MAX_VISITS);
  }

  startOf(row: number): number {
    return row * MAX_VISITS;
  }

  has(row: number, product: number): boolean {
    const start = this.startOf(row);
    const end = start + this.visits(row);
    for (let slot = start; slot < end; slot += 1) if (this.items[slot] === product) return true;
    return false;
  }

  /** Begins a session in a free row. The caller makes sure that there is one. @returns the number of the row */
  begin(owner: StorefrontSessions, device: string, tag: DeviceTag, teachesReturns: boolean): number {
    const row = this.free.pop() ?? this.rows++;
    this.owners[row] = owner;
    this.devices[row] = device;
    this.tags[row] = tag;
    this.teaches[row] = teachesReturns ? 1 : 0;
    this.lengths[row] = 0;
    this.lastVisits[row] = -Infinity;
    this.linkRow(row);
    return row;
  }

  /**
   * Adds a product. There must be a slot left in the row.
   * @param how isNew: the session has not visited it before; isView: it was reported by a view
   * @param newest by product its latest slot
   */
  visit(row: number, product: number, how: { isNew: boolean; isView: boolean }, newest: Int32Array): void {
    const slot = this.startOf(row) + this.lengths[row]!;
    this.items[slot] = product;
    this.lengths[row]! += 1;
    this.awaitsView[row] = how.isView ? 0 : 1;
    if (!how.isNew) return;
    const before = newest[product]!;
    this.older[slot] = before;
    this.newer[slot] = NONE;
    if (before !== NONE) this.newer[before] = slot;
    newest[product] = slot;
  }

  /**
   * Something has happened in the session: it is the busiest now.
   * @param at milliseconds since 1970, as are
   * @param receivedAt the times when it happened and arrived
   */
  touch(row: number, at: number, receivedAt: number): void {
    this.lastVisits[row] = Math.max(at, this.lastVisits[row]!);
    this.arrivals[row] = receivedAt;
    if (this.busiest === row) return;
    this.unlinkRow(row);
    this.linkRow(row);
  }

  /** Whether a view belongs to the visit that another event reported just before. Call it once for each view. */
  takesForVisit(row: number, product: number): boolean {
    const last = this.items[this.startOf(row) + this.visits(row) - 1];
    if (this.awaitsView[row] === 0 || last !== product) return false;
    this.awaitsView[row] = 0;
    return true;
  }

  /**
   * Lets go of a session.
   * @param newest by product its latest slot
   */
  remove(row: number, newest: Int32Array): void {
    const start = this.startOf(row);
    for (let slot = start; slot < start + this.lengths[row]!; slot += 1) {
      const product = this.items[slot]!;
      if (indexFrom(this.items, product, start) !== slot) continue;
      const older = this.older[slot]!;
      const newer = this.newer[slot]!;
      if (older !== NONE) this.newer[older] = newer;
      if (newer === NONE) newest[product] = older;
      else this.older[newer] = older;
    }
    this.unlinkRow(row);
    this.owners[row] = undefined;
    this.devices[row] = undefined;
    this.free.push(row);
  }

  private linkRow(row: number): void {
    this.idler[row] = this.busiest;
    this.busier[row] = NONE;
    if (this.busiest === NONE) this.idlest = row;
    else this.busier[this.busiest] = row;
    this.busiest = row;
  }

  private unlinkRow(row: number): void {
    const idler = this.idler[row]!;
    const busier = this.busier[row]!;
    if (idler === NONE) this.idlest = busier;
    else this.busier[idler] = busier;
    if (busier === NONE) this.busiest = idler;
    else this.idler[busier] = idler;
  }
}
