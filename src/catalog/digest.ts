import { hash } from "node:crypto";
import type { SourceVariant } from "./product-document.js";

/** Returns the first 12 bytes of a text's SHA-1 in base64: 16 characters. */
export const digestOf = (text: string): string => hash("sha1", text, "base64").slice(0, 16);

export const DIGEST_WORDS = 3;

const bytes = Buffer.alloc(4 * DIGEST_WORDS);

export function readDigest(digest: string, into: Uint32Array): void {
  bytes.fill(0);
  bytes.write(digest, "base64");
  for (let word = 0; word < DIGEST_WORDS; word += 1) into[word] = bytes.readUInt32LE(4 * word);
}

export function writtenDigest(words: Uint32Array, at = 0): string {
  for (let word = 0; word < DIGEST_WORDS; word += 1) bytes.writeUInt32LE(words[at + word] ?? 0, 4 * word);
  return bytes.toString("base64");
}

/** Adds a digest to a sum word by word, so that the sum does not depend on the order of the digests. */
export function addDigest(sum: Uint32Array, at: number, digest: Uint32Array): void {
  for (let word = 0; word < DIGEST_WORDS; word += 1) {
    sum[at + word] = ((sum[at + word] ?? 0) + (digest[word] ?? 0)) >>> 0;
  }
}

const one = new Uint32Array(DIGEST_WORDS);
const sum = new Uint32Array(DIGEST_WORDS);

/**
 * Returns the digest of a product: the sum of the digests of its active variants, independent of their order. A feed
 * does not change the product if the digests of its lines have the same sum.
 * @returns a text of 16 Base64 characters
 */
export function productDigest(variants: readonly Pick<SourceVariant, "active" | "digest">[]): string {
  sum.fill(0);
  for (const { active, digest } of variants) {
    if (!active) continue;
    readDigest(digest, one);
    addDigest(sum, 0, one);
  }
  return writtenDigest(sum);
}
