/** Length of each buffer for a row of the edit distance table. All calls reuse the same three buffers. */
const ROOM = 256;
const rows = [new Uint8Array(ROOM), new Uint8Array(ROOM), new Uint8Array(ROOM)] as const;

const TWO_EDITS_FROM = 8;

/** Returns the maximum number of edits between a typed word and the intended word. */
export const mostEdits = (typed: string): number => (typed.length >= TWO_EDITS_FROM ? 2 : 1);

/**
 * Returns the number of edits (insertion, deletion, substitution, or swap of adjacent letters) between two texts, by
 * optimal string alignment; undefined if more than `most`.
 * @param typed up to 200 characters
 */
export function editDistance(typed: string, text: string, most: number): number | undefined {
  const edits = text.length > typed.length + most ? undefined : editsOfPrefixes(typed, text, most)?.[text.length];
  return edits === undefined || edits > most ? undefined : edits;
}

/**
 * Finds the prefix of a text that is most similar to the typed text. Returns undefined if all prefixes differ by more than `most` edits.
 * @param typed up to 200 characters
 * @returns the length of the most similar prefix and its number of edits
 */
export function nearPrefix(typed: string, text: string, most: number): { edits: number; length: number } | undefined {
  const edits = editsOfPrefixes(typed, text, most);
  return edits && nearest(edits, typed.length, Math.min(text.length, typed.length + most), most);
}

/**
 * Returns the edit distance between the typed text and each prefix of `text` whose length differs by at most `most`. Only table cells
 * within `most` of the diagonal are computed (Ukkonen 1985), because each typed letter requires comparisons with all suggestions.
 * @returns an array that is valid until the next call; undefined if all prefixes differ by more than `most` edits
 */
function editsOfPrefixes(typed: string, text: string, most: number): Uint8Array | undefined {
  const columns = Math.min(text.length, typed.length + most);
  if (columns < typed.length - most) return undefined;
  let [before, above, current] = rows as readonly [Uint8Array, Uint8Array, Uint8Array];
  const outside = most + 1;
  for (let column = 0; column <= Math.min(columns, most); column += 1) above[column] = column;
  if (most + 1 <= columns) above[most + 1] = outside;
  for (let row = 1; row <= typed.length; row += 1) {
    const first = Math.max(1, row - most);
    const last = Math.min(columns, row + most);
    current[first - 1] = first === 1 && row <= most ? row : outside;
    let least = current[first - 1] as number;
    const letter = typed.charCodeAt(row - 1);
    for (let column = first; column <= last; column += 1) {
      const other = text.charCodeAt(column - 1);
      let edits = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (letter === other ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && letter === text.charCodeAt(column - 2) && typed.charCodeAt(row - 2) === other;
      if (isSwapped) edits = Math.min(edits, (before[column - 2] as number) + 1);
      current[column] = Math.min(edits, outside);
      least = Math.min(least, edits);
    }
    if (last + 1 <= columns) current[last + 1] = outside;
    if (least > most) return undefined;
    [before, above, current] = [above, current, before];
  }
  return above;
}

/**
 * Returns the prefix with the fewest edits. Among prefixes with equally many edits, returns the prefix whose length is closest to the
 * length of the typed text.
 */
function nearest(edits: Uint8Array, typed: number, columns: number, most: number) {
  let best: { edits: number; length: number } | undefined;
  for (let length = Math.max(0, typed - most); length <= Math.min(columns, typed + most); length += 1) {
    const own = edits[length] as number;
    const isBetter =
      best === undefined ||
      own < best.edits ||
      (own === best.edits && Math.abs(length - typed) < Math.abs(best.length - typed));
    if (own <= most && isBetter) best = { edits: own, length };
  }
  return best;
}
