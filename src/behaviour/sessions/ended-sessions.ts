import type { DeviceTag } from "../device-tag.js";
import { indexFrom, NONE } from "./arrays.js";
import { MAX_VISITS } from "./running-sessions.js";

/** Bytes of a slot: a product's number, and a link. */
export const SLOT_BYTES = 8;
/** Slots that the longest session fits in, wherever the ring's end is. */
export const MIN_CAPACITY = 2 * (MAX_VISITS + 1);

/** Times of sessions are kept to the minute. */
export const MINUTE_MS = 60_000;
/** Of a header, the bits that say how many slots a session takes; above them is the device's tag. */
const SLOT_BITS = 7;
const SLOT_MASK = (1 << SLOT_BITS) - 1;

export interface EndOfSession {
  /** Milliseconds since 1970: its last visit. */
  readonly at: number;
  readonly tag: DeviceTag;
}

/** A session of no visits that fills the end of the arrays, where the next session did not fit. */
const PADDING = 0;

/**
 * Sessions that are over, in the order in which they ended, in a ring of two flat arrays: the newest overwrites the oldest.
 *
 * A session is a header slot and a slot for each visit. `items` has the product's number, which is above 0; a header has
 * minus the number of slots that the session takes and the device's tag, so the start of a session is found from any of its
 * slots. `older` has
 * the product's slot in the session before (Serenade's index from item to most recent sessions, as a linked list); a
 * header has the time of the last visit, in minutes since 1970. Only the first visit to a product in a session is linked.
 *
 * A link may lead to a slot that has been overwritten since. Such a slot is younger than the one it is linked from, or
 * belongs to another product, or is no longer in use: see `isPosting`.
 */
export class EndedSessions {
  readonly items: Int32Array;
  readonly older: Int32Array;
  count = 0;
  private head = 0;
  private tail = 0;
  private used = 0;

  /** @param capacity slots, at least `MIN_CAPACITY` */
  constructor(private readonly capacity: number) {
    // The operating system gives memory to pages when they are first written to.
    this.items = new Int32Array(capacity);
    this.older = new Int32Array(capacity);
  }

  get bytes(): number {
    return this.used * SLOT_BYTES;
  }

  /** Has to be made room for: the slots that a session of so many visits takes, what is left over at the end included. */
  slotsFor(visits: number): number {
    const needed = visits + 1;
    const left = this.capacity - this.head;
    return needed <= left ? needed : left + needed;
  }

  hasRoomFor(visits: number): boolean {
    return this.used + this.slotsFor(visits) <= this.capacity;
  }

  /**
   * Appends a session of products `from[start]` … `from[start + visits − 1]`. There must be room.
   * @param newest by product its latest slot, which becomes the one written here
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

  /** Forgets the session that ended first. @param onProduct is called for each product of it */
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

  /** The headers of all sessions, the one that ended first first. Nothing may be added or removed meanwhile. */
  *headers(): Generator<number> {
    let header = this.tail;
    for (let left = this.used; left > 0;) {
      const slots = this.slotsOf(header);
      if (!this.isPadding(header)) yield header;
      header = (header + slots) % this.capacity;
      left -= slots;
    }
  }

  /** Whether a slot, met after `from` in the list of a product, still is one of that product's. @param from NONE: the first */
  isPosting(slot: number, product: number, from: number): boolean {
    if (slot === NONE || this.items[slot] !== product) return false;
    const age = this.age(slot);
    return age <= this.used && (from === NONE || age > this.age(from));
  }

  /** The header of the session that a slot belongs to. */
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

  /** When it ended, in milliseconds since 1970, to the minute. */
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
