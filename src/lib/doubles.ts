const bits = new DataView(new ArrayBuffer(8));

/** Returns the smallest double greater than a finite double. */
export function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/** Returns the greatest double smaller than a finite double. */
export const nextBelow = (value: number): number => -nextAbove(-value);
