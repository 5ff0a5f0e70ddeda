/** The array, or a copy of at least twice its size where `index` would not fit. */
export function grownFor(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < array.length) return array;
  const grown = new Int32Array(Math.max(index + 1, 2 * array.length));
  grown.set(array);
  return grown;
}

/** The first place of a value from `start` on, where it must be. Much quicker than `indexOf` for a few places. */
export function indexFrom(array: Int32Array, value: number, start: number): number {
  let place = start;
  while (array[place] !== value) place += 1;
  return place;
}
