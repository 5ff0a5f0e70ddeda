/**
 * Computes the similarity of two rankings: the share of common products at each depth, averaged over all depths down to
 * the end of the longer ranking. Equal rankings have similarity 1, disjoint ones 0. Top positions count most. Source:
 * Webber, Moffat and Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28(4), 2010.
 * @param one distinct identifiers, best first
 */
export function averageOverlap(one: readonly string[], other: readonly string[]): number {
  const depth = Math.max(one.length, other.length);
  if (depth === 0) return 1;
  const [mine, theirs] = [new Set<string>(), new Set<string>()];
  let common = 0;
  let sum = 0;
  for (let at = 0; at < depth; at += 1) {
    const [left, right] = [one[at], other[at]];
    if (left !== undefined) mine.add(left);
    if (right !== undefined) theirs.add(right);
    if (left !== undefined && theirs.has(left)) common += 1;
    if (right !== undefined && right !== left && mine.has(right)) common += 1;
    sum += common / (at + 1);
  }
  return sum / depth;
}
