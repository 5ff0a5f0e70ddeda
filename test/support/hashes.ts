import { textHash } from "../../src/lib/text-hash.js";

/** Returns the hashes of product identifiers, as in the matches that the engine returns. */
export const hashesOf = (ids: readonly string[]): Float64Array => Float64Array.from(ids, textHash);

const KNOWN = new Map(
  [...Array.from("abcdefghijklmnopqrstuvwxyz"), ...Array.from({ length: 10 }, (_, at) => `p${at}`)].map((id) => [
    textHash(id),
    id,
  ]),
);

/** Product identifiers by hash, for the identifiers "a" to "z" and "p0" to "p9". */
export const namesOf = (hashes: Float64Array): string[] => Array.from(hashes, (hash) => KNOWN.get(hash) ?? "?");

/**
 * Result text of the engine script that returns all matches of a listing.
 * @param bases scores of the products, in the same order; empty if the products have no scores
 */
export function matchedText(ids: readonly string[], bases: readonly number[] = []): string {
  const bits = new Int32Array(Float32Array.from(bases).buffer);
  return ids.map((id, at) => `${textHash(id)} ${bases.length === 0 ? "" : `${bits[at]} `}`).join("");
}
