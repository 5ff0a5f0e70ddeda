import type { DeviceTag } from "../device-tag.js";
import { indexFrom, NONE } from "./arrays.js";
import type { StorefrontSessions } from "./product-numbers.js";

/** Estimated memory of a running session in bytes. */
export const RUNNING_BYTES = 1_000;

/** Maximum number of visits of a session. A full session ends, and the next visit starts a new session. */
export const MAX_VISITS = 64;

/**
 * Running sessions, with a row of `MAX_VISITS` slots each. Each slot of a product is linked to the product's next newer and next older
 * slot, so that a session is removed without a search. Rows are linked in the order of their last events.
 */
export class RunningSessions {
  readonly items: Int32Array;
  /**
   * Linked list of the running sessions with a product. For each slot, the array contains the product's slot in the previous session, or
   * `NONE` at the end.
   */
  readonly older: Int32Array;
  private readonly newer: Int32Array;
  private readonly lengths: Int32Array;
  /** Time of each session's last visit, in milliseconds since 1970. */
  private readonly lastVisits: Float64Array;
  /** Time at which each session's last event was received, in milliseconds since 1970. */
  private readonly arrivals: Float64Array;
  /** 1 if an event other than a product view reported the latest visit. A following view of the product is then not a new visit. */
  private readonly awaitsView: Uint8Array;
  /** 1 for sessions from which return rates are learned, otherwise 0. */
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

  /** @param capacity maximum number of sessions */
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

  /** The session whose last event is the oldest, or `NONE`. */
  get mostIdle(): number {
    return this.idlest;
  }

  visits(row: number): number {
    return this.lengths[row]!;
  }

  lastVisit(row: number): number {
    return this.lastVisits[row]!;
  }

  /** The time at which the session's last event arrived, in milliseconds since 1970. */
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

  /**
   * Begins a session in a free row. The caller must ensure that a row is free.
   * @returns the number of the row
   */
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
   * Adds a visit to a session. The row of the session must have a free slot.
   * @param how `isNew`: whether this is the first visit of the session to the product; `isView`: whether the event is a product view
   * @param newest the latest visit of each product; updated by this call
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
   * Updates the times of a session, and moves it to the front of the list ordered by last activity.
   * @param at the time of the event, in milliseconds since 1970
   * @param receivedAt the time at which the event arrived, in milliseconds since 1970
   */
  touch(row: number, at: number, receivedAt: number): void {
    this.lastVisits[row] = Math.max(at, this.lastVisits[row]!);
    this.arrivals[row] = receivedAt;
    if (this.busiest === row) return;
    this.unlinkRow(row);
    this.linkRow(row);
  }

  /** Returns whether a product view repeats the visit that the previous event has already reported. Must be called once for each view. */
  takesForVisit(row: number, product: number): boolean {
    const last = this.items[this.startOf(row) + this.visits(row) - 1];
    if (this.awaitsView[row] === 0 || last !== product) return false;
    this.awaitsView[row] = 0;
    return true;
  }

  /**
   * Removes a session and frees its row.
   * @param newest the latest slot of each product
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
