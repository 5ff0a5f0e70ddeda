/** A vector as its directions in whole numbers from −127 to 127: a quarter of the bytes, and as good for comparing. */
export type PackedVector = Int8Array;

const MOST = 127;

/** The greatest of its values takes the whole range: those of long vectors are far below 1. */
export function packVector(vector: Float32Array): PackedVector {
  const greatest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = greatest === 0 ? 0 : MOST / greatest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

export const vectorText = (vector: PackedVector): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString("base64");

export const vectorOf = (text: string): PackedVector => Int8Array.from(Buffer.from(text, "base64"));
