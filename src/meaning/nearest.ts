import type { PackedVector } from "./packed-vector.js";

/** A product near a query, and by how many standard deviations it is nearer than the catalogue's products are on average. */
export interface Near {
  readonly id: string;
  readonly likeness: number;
}

/**
 * The vectors of one catalogue. Of each the signs are compared first, as bits: 200,000 products take 6 ms; the 400 that agree most are
 * compared exactly. Nothing has to be built for that, and a product leaves as fast as it came.
 */
export interface VectorTable {
  set(id: string, vector: PackedVector): void;
  delete(id: string): void;
  readonly size: number;
  readonly bytes: number;
  /** Up to `most` products that stand out of the catalogue by `least` standard deviations, the nearest first. */
  nearest(query: PackedVector, most: number, least: number): Near[];
}

/** Of an identifier and its place. */
const OWN_BYTES = 160;
const FIRST_ROWS = 256;
/** So many products tell where the middle of a catalogue is; fewer are all compared exactly. */
const ENOUGH = 1_000;
const COMPARED = 400;
/** So many products tell how near those of a catalogue are to a query. */
const SAMPLE = 500;
const BITS = 32;

export function createVectorTable(dimensions: number): VectorTable {
  const words = Math.ceil(dimensions / BITS);
  let vectors = new Int8Array(FIRST_ROWS * dimensions);
  let lengths = new Float32Array(FIRST_ROWS);
  let signs = new Int32Array(0);
  /** The mean of the first vectors: signs are those of the differences from it. */
  let middle: Float32Array | undefined;
  const ids: string[] = [];
  const rows = new Map<string, number>();

  function grow(): void {
    vectors = longer(vectors, new Int8Array(vectors.length * 2));
    lengths = longer(lengths, new Float32Array(lengths.length * 2));
    signs = longer(signs, new Int32Array(lengths.length * words));
  }

  const rowOf = (row: number): PackedVector => vectors.subarray(row * dimensions, (row + 1) * dimensions);

  function findMiddle(): Float32Array {
    signs = new Int32Array(lengths.length * words);
    const mean = new Float32Array(dimensions);
    for (let row = 0; row < ids.length; row += 1) {
      rowOf(row).forEach((value, place) => (mean[place] = (mean[place] as number) + value / ids.length));
    }
    return mean;
  }

  function writeSigns(row: number): void {
    if (middle !== undefined) signs.set(signsOf(rowOf(row), middle), row * words);
    else if (ids.length === ENOUGH) {
      middle = findMiddle();
      for (let each = 0; each < ids.length; each += 1) writeSigns(each);
    }
  }

  function likeness(query: PackedVector, row: number): number {
    let product = 0;
    for (let place = 0, at = row * dimensions; place < dimensions; place += 1, at += 1) {
      product += (vectors[at] as number) * (query[place] as number);
    }
    return product / ((lengths[row] as number) || 1);
  }

  /** The rows whose signs agree most with the query's, and some more that agree as much as the last of them. */
  function candidates(query: PackedVector): number[] {
    if (middle === undefined) return ids.map((_, row) => row);
    const own = signsOf(query, middle);
    const differing = differences(signs, own, ids.length);
    const counts = new Uint32Array(words * BITS + 1);
    for (const bits of differing) counts[bits] = (counts[bits] as number) + 1;
    let most = 0;
    for (let rowsUpTo = counts[0] as number; rowsUpTo < COMPARED && most < words * BITS;) {
      most += 1;
      rowsUpTo += counts[most] as number;
    }
    const found: number[] = [];
    differing.forEach((bits, row) => {
      if (bits <= most) found.push(row);
    });
    return found;
  }

  return {
    get size() {
      return ids.length;
    },
    get bytes() {
      return vectors.byteLength + lengths.byteLength + signs.byteLength + ids.length * OWN_BYTES;
    },
    set(id, vector) {
      if (vector.length !== dimensions) return;
      const known = rows.get(id);
      const row = known ?? ids.length;
      if (known === undefined) {
        if (row === lengths.length) grow();
        ids.push(id);
        rows.set(id, row);
      }
      vectors.set(vector, row * dimensions);
      lengths[row] = lengthOf(vector);
      writeSigns(row);
    },
    delete(id) {
      const row = rows.get(id);
      if (row === undefined) return;
      const end = ids.length - 1;
      const last = ids[end] as string;
      vectors.copyWithin(row * dimensions, end * dimensions, (end + 1) * dimensions);
      signs.copyWithin(row * words, end * words, (end + 1) * words);
      lengths[row] = lengths[end] as number;
      ids[row] = last;
      rows.set(last, row);
      ids.pop();
      rows.delete(id);
    },
    nearest(query, most, least) {
      if (query.length !== dimensions || ids.length === 0) return [];
      const step = Math.max(1, Math.floor(ids.length / SAMPLE));
      const sample: number[] = [];
      for (let row = 0; row < ids.length; row += step) sample.push(likeness(query, row));
      const { mean, deviation } = spreadOf(sample);
      if (deviation === 0) return [];
      return candidates(query)
        .map((row) => ({ id: ids[row] as string, likeness: rounded((likeness(query, row) - mean) / deviation) }))
        .filter((near) => near.likeness >= least)
        .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
        .slice(0, most);
    },
  };
}

/** Chains of pages carry it. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

function longer<T extends Int8Array | Int32Array | Float32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

const lengthOf = (vector: PackedVector): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

function signsOf(vector: PackedVector, middle: Float32Array): Int32Array {
  const signs = new Int32Array(Math.ceil(vector.length / BITS));
  vector.forEach((value, place) => {
    const word = Math.floor(place / BITS);
    if (value > (middle[place] as number)) signs[word] = (signs[word] as number) | (1 << (place % BITS));
  });
  return signs;
}

/** In how many bits each of the first rows differs from a given one. */
function differences(signs: Int32Array, own: Int32Array, count: number): Uint16Array {
  const differing = new Uint16Array(count);
  for (let row = 0, at = 0; row < count; row += 1) {
    let bits = 0;
    for (let word = 0; word < own.length; word += 1, at += 1)
      bits += ones((signs[at] as number) ^ (own[word] as number));
    differing[row] = bits;
  }
  return differing;
}

/** How many bits are set, counted in all bytes at once. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function spreadOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}
