import type { TasteSnapshot } from "../taste/snapshot.js";
import type { Candidate } from "./candidate.js";

/** Where product documents have the products that they are looked at together with, see `Learned.viewed_with`. */
export const VIEWED_WITH_FIELD = "learned.viewed_with";

/**
 * How well candidates go with what the shopper looked at lately, from 0 to 1: the part of the interest in recent products
 * that is in those which others look at together with the candidate. Recent products themselves, and what goes with none
 * of them, are left out.
 */
export function coVisitation(
  { recent }: Pick<TasteSnapshot, "recent">,
  window: readonly Candidate[],
): ReadonlyMap<string, number> {
  const strengths = new Map(recent);
  const total = recent.reduce((sum, [, strength]) => sum + strength, 0);
  const scores = new Map<string, number>();
  for (const { id, viewed_with } of window) {
    if (strengths.has(id)) continue;
    const shared = viewed_with.reduce((sum, other) => sum + (strengths.get(other) ?? 0), 0);
    if (shared > 0) scores.set(id, shared / total);
  }
  return scores;
}
