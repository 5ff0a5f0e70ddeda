import { textHash } from "./text-hash.js";

/**
 * Numbers distinct strings from 0 and stores them in typed arrays: the garbage collector visits a few objects, whatever the number of
 * strings.
 */
export class InternedStrings {
  /** The UTF-16 units of all strings. */
  private units = new Uint16Array(1_024);
  private ends = new Uint32Array(64);
  private hashes = new Float64Array(64);
  /** Open addressing: a number plus 1, or 0 for an empty slot. At most half of the slots are in use. */
  private slots = new Int32Array(256);
  private count = 0;

  get size(): number {
    return this.count;
  }

  get bytes(): number {
    return this.units.byteLength + this.ends.byteLength + this.hashes.byteLength + this.slots.byteLength;
  }

  /** The number of a string; -1 if it was not added. */
  numberOf(text: string): number {
    return (this.slots[this.slotOf(text, textHash(text))] as number) - 1;
  }

  /** The number of the first string with this hash, see `textHash`; -1 if no string has it. */
  withHash(hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.slots[slot] as number;
      if (known === 0 || this.hashes[known - 1] === hash) return known - 1;
    }
  }

  /** Adds a string, unless it was added before. @returns its number */
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

  /** @throws RangeError for a number that no string has */
  textOf(number: number): string {
    if (number < 0 || number >= this.count) throw new RangeError(`${number} of ${this.count} strings`);
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

  /** The slot that has the string, or the empty one where it belongs. */
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

/** The array, or a longer copy of it that has room for `length` elements. */
export function grown<A extends Growable>(array: A, length: number): A {
  if (array.length >= length) return array;
  const longer = new (array.constructor as new (length: number) => A)(
    Math.max(length, array.length + (array.length >> 1)),
  );
  longer.set(array);
  return longer;
}
