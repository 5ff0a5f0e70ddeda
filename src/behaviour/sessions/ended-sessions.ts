import type { DeviceTag } from "../device-tag.js";
import { indexFrom, NONE } from "./arrays.js";
import { MAX_VISITS } from "./running-sessions.js";

/** Size of a slot of the ring buffer in bytes. A slot contains a product number and a link. */
export const SLOT_BYTES = 8;
/** Minimum number of slots of the ring buffer, so that the longest session fits at any position. */
export const MIN_CAPACITY = 2 * (MAX_VISITS + 1);

/** Session times are stored with a resolution of one minute. */
export const MINUTE_MS = 60_000;
/** Number of low bits in a session header that store the number of slots of the session. The higher bits store the device tag. */
const SLOT_BITS = 7;
const SLOT_MASK = (1 << SLOT_BITS) - 1;

export interface EndOfSession {
  /** The time of the last visit, in milliseconds since 1970. */
  readonly at: number;
  readonly tag: DeviceTag;
}

/** Value that fills the end of the arrays if the next session does not fit there. This value is read as a session without visits. */
const PADDING = 0;

/**
 * Ended sessions in the order in which they ended, in a ring of two flat arrays. The newest session overwrites the oldest.
 *
 * A session consists of a header slot and one slot for each visit. In `items`, a visit slot has the product number, which is above 0. A
 * header slot has the negated combination of device tag and number of slots. The negative sign marks the start of a session, so that it is
 * found from any of its slots.
 *
 * In `older`, a visit slot links to the product's slot in the previous session that contains the product (the item index of Serenade, as a
 * linked list). A header slot has the time of the last visit, in minutes since 1970. Only the first visit to a product in a session is
 * linked.
 *
 * The target of a link may have been overwritten. Such a slot is younger than the slot that links to it, belongs to another product, or is
 * no longer in use: see `isPosting`.
 */
export class EndedSessions {
  readonly items: Int32Array;
  readonly older: Int32Array;
  count = 0;
  private head = 0;
  private tail = 0;
  private used = 0;

  /** @param capacity number of slots, at least `MIN_CAPACITY` */
  constructor(private readonly capacity: number) {
    // Unused slots take no memory, because the operating system allocates pages only when first written.
    this.items = new Int32Array(capacity);
    this.older = new Int32Array(capacity);
  }

  get bytes(): number {
    return this.used * SLOT_BYTES;
  }

  /** Returns the number of slots that a session of `visits` visits uses, including the padding at the end of the arrays. */
  slotsFor(visits: number): number {
    const needed = visits + 1;
    const left = this.capacity - this.head;
    return needed <= left ? needed : left + needed;
  }

  hasRoomFor(visits: number): boolean {
    return this.used + this.slotsFor(visits) <= this.capacity;
  }

  /**
   * Appends a session with the products `from[start]` … `from[start + visits − 1]`. The caller must free enough slots first.
   * @param newest the latest slot of each product; updated by this call
   */
  append(from: Int32Array, start: number, visits: number, { at, tag }: EndOfSession, newest: Int32Array): void {
    if (this.head + visits + 1 > this.capacity) this.pad();
    const header = this.head;
    this.items[header] = -((tag << SLOT_BITS) | (visits + 1));
    this.older[header] = Math.floor(at / MINUTE_MS);
    for (let visit = 0; visit < visits; visit += 1) {
      const product = from[start + visit]!;
      const slot = header + 1 + visit;
      this.items[slot] = product;
      this.older[slot] = NONE;
      if (indexFrom(from, product, start) < start + visit) continue;
      this.older[slot] = newest[product]!;
      newest[product] = slot;
    }
    this.advance(visits + 1);
    this.count += 1;
  }

  /**
   * Removes the session that ended first.
   * @param onProduct called for each distinct product of the session
   */
  removeOldest(onProduct: (product: number) => void): void {
    const start = this.tail;
    const slots = this.slotsOf(start);
    this.tail = (start + slots) % this.capacity;
    this.used -= slots;
    if (this.isPadding(start)) {
      if (this.count > 0) this.removeOldest(onProduct);
      return;
    }
    this.count -= 1;
    for (let slot = start + 1; slot < start + slots; slot += 1) {
      const product = this.items[slot]!;
      if (indexFrom(this.items, product, start + 1) === slot) onProduct(product);
    }
  }

  /** The headers of all sessions, in the order in which they ended. Sessions must not be added or removed during the iteration. */
  *headers(): Generator<number> {
    let header = this.tail;
    for (let left = this.used; left > 0;) {
      const slots = this.slotsOf(header);
      if (!this.isPadding(header)) yield header;
      header = (header + slots) % this.capacity;
      left -= slots;
    }
  }

  /**
   * Returns whether a slot in the linked list of a product still contains this product. A newer session may have overwritten the slot.
   * @param from the previous slot in the linked list, or `NONE` for the first slot
   */
  isPosting(slot: number, product: number, from: number): boolean {
    if (slot === NONE || this.items[slot] !== product) return false;
    const age = this.age(slot);
    return age <= this.used && (from === NONE || age > this.age(from));
  }

  /** Returns the header of the session that contains a slot. */
  startOf(slot: number): number {
    let start = slot;
    while (this.items[start]! > 0) start -= 1;
    return start;
  }

  visits(header: number): number {
    return this.slotsOf(header) - 1;
  }

  tagOf(header: number): DeviceTag {
    return -this.items[header]! >> SLOT_BITS;
  }

  retag(header: number, tag: DeviceTag): void {
    this.items[header] = -((tag << SLOT_BITS) | this.slotsOf(header));
  }

  private slotsOf(header: number): number {
    return -this.items[header]! & SLOT_MASK;
  }

  /** The time of the last visit in milliseconds since 1970, rounded down to the minute. */
  endedAt(header: number): number {
    return this.older[header]! * MINUTE_MS;
  }

  private isPadding(header: number): boolean {
    return this.slotsOf(header) === 1 || this.items[header + 1] === PADDING;
  }

  private age(slot: number): number {
    return slot < this.head ? this.head - slot : this.head - slot + this.capacity;
  }

  private pad(): void {
    const left = this.capacity - this.head;
    if (left === 0) return;
    this.items.fill(PADDING, this.head);
    this.items[this.head] = -left;
    this.advance(left);
  }

  private advance(slots: number): void {
    this.head = (this.head + slots) % this.capacity;
    this.used += slots;
  }
}
