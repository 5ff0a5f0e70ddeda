import { textHash } from "./text-hash.js";

/**
 * Assigns consecutive numbers, starting at 0, to distinct strings, and stores the strings in typed arrays. The garbage collector visits
 * only a few objects, regardless of the number of strings.
 */
export class InternedStrings {
  /** The UTF-16 units of all strings. */
  private units = new Uint16Array(1_024);
  private ends = new Uint32Array(64);
  private hashes = new Float64Array(64);
  /**
   * Hash table with open addressing. A slot contains the number of a string plus 1, or 0 if the slot is empty. At most half of the slots
   * are in use.
   */
  private slots = new Int32Array(256);
  private count = 0;

  get size(): number {
    return this.count;
  }

  get bytes(): number {
    return this.units.byteLength + this.ends.byteLength + this.hashes.byteLength + this.slots.byteLength;
  }

  /** Returns the number of a string, or -1 if the string was not added. */
  numberOf(text: string): number {
    return (this.slots[this.slotOf(text, textHash(text))] as number) - 1;
  }

  /** Returns the number of the first string with this hash (see `textHash`), or -1. */
  withHash(hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.slots[slot] as number;
      if (known === 0 || this.hashes[known - 1] === hash) return known - 1;
    }
  }

  /**
   * Adds a string, unless it was added before.
   * @returns the number of the string
   */
  add(text: string): number {
    const hash = textHash(text);
    const slot = this.slotOf(text, hash);
    const known = this.slots[slot] as number;
    if (known !== 0) return known - 1;
    const number = this.count;
    this.append(text, hash);
    this.slots[slot] = number + 1;
    if (this.count * 2 > this.slots.length) this.rehash();
    return number;
  }

  /** @throws {RangeError} if no string has this number */
  textOf(number: number): string {
    if (number < 0 || number >= this.count)
      throw new RangeError(`expected a number from 0 to ${this.count - 1}, got ${number}`);
    const [start, end] = [this.startOf(number), this.ends[number] as number];
    return String.fromCharCode.apply(null, this.units.subarray(start, end) as unknown as number[]);
  }

  private startOf(number: number): number {
    return number === 0 ? 0 : (this.ends[number - 1] as number);
  }

  private append(text: string, hash: number): void {
    const start = this.startOf(this.count);
    this.units = grown(this.units, start + text.length);
    for (let at = 0; at < text.length; at += 1) this.units[start + at] = text.charCodeAt(at);
    this.ends = grown(this.ends, this.count + 1);
    this.hashes = grown(this.hashes, this.count + 1);
    this.ends[this.count] = start + text.length;
    this.hashes[this.count] = hash;
    this.count += 1;
  }

  /** Returns the hash table slot that contains a string, or the empty slot in which the string can be stored. */
  private slotOf(text: string, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.slots[slot] as number;
      if (known === 0 || (this.hashes[known - 1] === hash && this.isAt(known - 1, text))) return slot;
    }
  }

  private isAt(number: number, text: string): boolean {
    const start = this.startOf(number);
    if ((this.ends[number] as number) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) if (this.units[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.count; number += 1) {
      let slot = (this.hashes[number] as number) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

type Growable = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Returns the array if it has at least `length` elements, otherwise a longer copy. */
export function grown<A extends Growable>(array: A, length: number): A {
  if (array.length >= length) return array;
  const longer = new (array.constructor as new (length: number) => A)(
    Math.max(length, array.length + (array.length >> 1)),
  );
  longer.set(array);
  return longer;
}
