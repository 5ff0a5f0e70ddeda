import { editDistance } from "../lib/edit-distance.js";

/**
 * The known name that `name` is most likely a slip of: same letters in another case or spelling, or at most a third of its
 * characters (two at most) inserted, dropped, replaced or swapped with their neighbour. Undefined when none is that close.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = folded(name);
  let best: string | undefined;
  let most = Math.min(2, Math.floor(name.length / 3));
  for (const candidate of known) {
    if (most < 0 || Math.abs(candidate.length - name.length) > 3) continue;
    const distance = editDistance(wanted, folded(candidate), most);
    if (distance === undefined) continue;
    best = candidate;
    most = distance - 1;
  }
  return best;
}

/** Longer names are not typing slips of ours, and the comparison costs the product of both lengths. */
const LONGEST = 60;

/** `pageSize`, `page-size` and `page_size` are one name spelt three ways. */
const folded = (name: string) => name.toLowerCase().replaceAll(/[_\-. ]/g, "");
