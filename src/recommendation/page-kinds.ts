import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import { tokenValues } from "../catalog/taste-tokens.js";
import { kindsOf, type Taxonomy } from "../catalog/taxonomy.js";
import type { BlockCandidate } from "./block.js";

/** A kind in more blocks than this is the subject of the whole page. */
const MAX_BLOCKS = 2;

/**
 * Lets products of a kind be in no more than two blocks of a page, those that come first. A block whose products are given is
 * left as it is, and counts.
 * @param slots of each its candidates, best first, and whether they are given
 * @param limit products that a slot shows
 */
export function withoutCrowds<T extends Pick<BlockCandidate, "tokens">>(
  slots: readonly { readonly candidates: readonly T[]; readonly isGiven: boolean }[],
  limit: number,
  taxonomy: Pick<Taxonomy, "kind_level" | "roots">,
): (readonly T[])[] {
  const blocks = new Map<string, number>();
  const known = new Map<string, readonly string[]>();
  // Slots have thousands of candidates together, and few categories.
  const kindsOfToken = (token: string) => {
    const kinds = known.get(token) ?? kindsOf(tokenValues([token], CATEGORIES_LEAF), taxonomy);
    known.set(token, kinds);
    return kinds;
  };
  const kindsIn = ({ tokens }: T) => tokens.flatMap(kindsOfToken);
  const count = (shown: readonly T[]): ReadonlySet<string> => {
    const kinds = new Set(shown.flatMap(kindsIn));
    for (const kind of kinds) blocks.set(kind, (blocks.get(kind) ?? 0) + 1);
    return kinds;
  };
  for (const { candidates, isGiven } of slots) if (isGiven) count(candidates.slice(0, limit));
  return slots.map(({ candidates, isGiven }) => {
    if (isGiven) return candidates;
    // A block has to say what comes first in it: what is left of it when that was said already is nothing of its own.
    const first = new Set(candidates.slice(0, limit).flatMap(kindsIn));
    const isFree = (kind: string) => first.has(kind) && (blocks.get(kind) ?? 0) < MAX_BLOCKS;
    const free = candidates.filter((one) => kindsIn(one).every(isFree));
    // Products that other slots take are replaced by more of the same kinds, or the next block would not know which are left.
    const own = count(free.slice(0, limit));
    return free.filter((one) => kindsIn(one).every((kind) => own.has(kind)));
  });
}
