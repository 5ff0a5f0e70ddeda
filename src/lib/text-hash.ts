/**
 * Returns the 32-bit FNV-1a hash of the UTF-16 code units of a text.
 * @param basis initial value of the hash; default: the standard FNV offset basis
 */
export function fnv1a(text: string, basis = 0x811c9dc5): number {
  let hash = basis;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/**
 * Returns a hash of 52 bits, which a double represents exactly: 32 bits of FNV-1a over the UTF-16 units, and 20 bits of MurmurHash2's
 * mixing steps. Among a million strings, the probability that two have the same hash is 1 in 9,000. Product documents store the hash, so a
 * change of this function requires a rebuild of all catalogues, which `build-fingerprint.ts` triggers.
 */
export function textHash(text: string): number {
  let high = 0x2f0b4a27;
  for (let at = 0; at < text.length; at += 1) {
    high = Math.imul(high ^ Math.imul(text.charCodeAt(at) + 1, 0x5bd1e995), 0x5bd1e995);
    high ^= high >>> 15;
  }
  const low = fnv1a(text);
  return (high >>> 12) * 0x1_0000_0000 + ((low ^ (low >>> 15)) >>> 0);
}
