/** A vector as its directions in whole numbers from −127 to 127: a quarter of the bytes, and as good for comparing. */
export type PackedVector = Int8Array;

const MOST = 127;
/** In typical values of the vector: where one is far larger, it is so for all texts ("multilingual E5" has one such), and tells nothing. */
const RANGE = 4;

export function packVector(vector: Float32Array): PackedVector {
  const typical = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0) / vector.length);
  const scale = typical === 0 ? 0 : MOST / (RANGE * typical);
  return Int8Array.from(vector, (value) => Math.max(-MOST, Math.min(MOST, Math.round(value * scale))));
}

export const vectorText = (vector: PackedVector): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString("base64");

export const vectorOf = (text: string): PackedVector => Int8Array.from(Buffer.from(text, "base64"));
