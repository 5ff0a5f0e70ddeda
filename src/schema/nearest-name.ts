/**
 * The known name that `name` is most likely a slip of: same letters in another case or spelling, or at most a third of its
 * characters (two at most) inserted, dropped, replaced or swapped with their neighbour. Undefined when none is that close.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = folded(name);
  let best: string | undefined;
  let bestDistance = Math.min(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > 3) continue;
    const distance = editDistance(wanted, folded(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Longer names are not typing slips of ours, and the comparison costs the product of both lengths. */
const LONGEST = 60;

/** `pageSize`, `page-size` and `page_size` are one name spelt three ways. */
const folded = (name: string) => name.toLowerCase().replaceAll(/[_\-. ]/g, "");

/** Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours cost 1 each. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let distance = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        distance = Math.min(distance, at(beforeLast, column - 2) + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
