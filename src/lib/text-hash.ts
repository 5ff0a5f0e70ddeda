/**
 * A hash of 52 bits, which a double stores exactly: 32 bits of FNV-1a over the UTF-16 units, and 20 bits of MurmurHash2's mixing steps.
 * Among a million strings, the probability that two have the same hash is 1 in 9,000. Product documents store it: a change of this
 * function requires that all catalogues are rebuilt (`recipe.ts` sees to that).
 */
export function textHash(text: string): number {
  let [low, high] = [0x811c9dc5, 0x2f0b4a27];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ Math.imul(unit + 1, 0x5bd1e995), 0x5bd1e995);
    high ^= high >>> 15;
  }
  low ^= low >>> 15;
  return (high >>> 12) * 0x1_0000_0000 + (low >>> 0);
}
