import { textBytes } from "../lib/cache.js";
import { fnv1a } from "../lib/text-hash.js";

/** Many strings as two objects, whatever their number: every collection of the heap looks at each object that there is. */
export interface PackedStrings {
  /** One behind the other. */
  readonly text: string;
  /** Where each of them ends in the text. */
  readonly ends: Uint32Array;
}

export function packStrings(strings: readonly string[]): PackedStrings {
  const ends = new Uint32Array(strings.length);
  let end = 0;
  strings.forEach((one, at) => {
    end += one.length;
    ends[at] = end;
  });
  return { text: strings.join(""), ends };
}

/** @throws RangeError where there are not so many */
export function stringAt({ text, ends }: PackedStrings, at: number): string {
  const end = ends[at];
  if (end === undefined) throw new RangeError(`${at} of ${ends.length} strings`);
  return text.slice(at === 0 ? 0 : ends[at - 1], end);
}

export const unpackStrings = (packed: PackedStrings): string[] =>
  Array.from(packed.ends, (_, at) => stringAt(packed, at));

/** Lists of strings, such as the tokens of each of many products: each different string once. */
export interface PackedLists {
  readonly names: PackedStrings;
  /** Of each name its hash times MAX_NAMES, plus its place among the names: sorted. Numbers are sorted in a tenth of the time. */
  readonly index: Float64Array;
  /** The lists one behind the other, as places in `names`. */
  readonly members: Uint16Array | Uint32Array;
  /** Where each list ends among the members. */
  readonly ends: Uint32Array;
}

export function packLists(lists: readonly (readonly string[])[]): PackedLists {
  const names = [...new Set(lists.flat())];
  const places = new Map(names.map((name, at) => [name, at]));
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const members = names.length <= 0x1_00_00 ? new Uint16Array(count) : new Uint32Array(count);
  const ends = new Uint32Array(lists.length);
  let end = 0;
  lists.forEach((list, at) => {
    for (const name of list) {
      members[end] = places.get(name) as number;
      end += 1;
    }
    ends[at] = end;
  });
  const index = Float64Array.from(names, (name, at) => hashOf(name) * MAX_NAMES + at).sort();
  return { names: packStrings(names), index, members, ends };
}

/** A hash of 32 bits and a place fit into a number exactly. */
const MAX_NAMES = 2 ** 21;

const hashOf = (text: string): number => fnv1a(text) >>> 0;

/** Where a string is among the names of lists; -1 where no list has it. */
export function findName({ names, index }: Pick<PackedLists, "names" | "index">, wanted: string): number {
  const from = hashOf(wanted) * MAX_NAMES;
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((index[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < index.length; at += 1) {
    const place = (index[at] as number) - from;
    if (place >= MAX_NAMES) return -1;
    if (stringAt(names, place) === wanted) return place;
  }
  return -1;
}

/** The strings of one list. */
export function listAt({ names, members, ends }: PackedLists, at: number): string[] {
  const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
  return Array.from(members.subarray(start, ends[at]), (place) => stringAt(names, place));
}

/** Sums the worths of each list's members, where only some strings have a worth. */
export function sumsOf(lists: PackedLists, worths: Iterable<readonly [string, number]>): Float64Array {
  const { names, members, ends } = lists;
  const sums = new Float64Array(ends.length);
  const worthOf = new Float64Array(names.ends.length);
  for (const [name, worth] of worths) {
    const place = findName(lists, name);
    if (place !== -1) worthOf[place] = worth;
  }
  let start = 0;
  for (let list = 0; list < ends.length; list += 1) {
    const end = ends[list] as number;
    let sum = 0;
    for (let at = start; at < end; at += 1) sum += worthOf[members[at] as number] as number;
    sums[list] = sum;
    start = end;
  }
  return sums;
}

/** About how many bytes of memory the packed strings take. */
export const packedBytes = ({ text, ends }: PackedStrings): number => textBytes(text) + ends.byteLength;

export const packedListsBytes = ({ names, index, members, ends }: PackedLists): number =>
  packedBytes(names) + index.byteLength + members.byteLength + ends.byteLength;
