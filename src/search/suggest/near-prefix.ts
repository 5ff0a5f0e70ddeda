/**
 * How a text nearly begins: the least edits (a letter too many, missing or wrong, or two swapped) between what was typed and
 * any beginning of it, by optimal string alignment. Undefined when it takes more than `most`.
 * @returns the edits and how long that beginning is
 */
export function nearPrefix(typed: string, text: string, most: number): { edits: number; length: number } | undefined {
  const columns = Math.min(text.length, typed.length + most);
  if (columns < typed.length - most) return undefined;
  let before: number[] = [];
  let above = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= columns; column += 1) {
      const same = typed[row - 1] === text[column - 1];
      let edits = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && typed[row - 1] === text[column - 2] && typed[row - 2] === text[column - 1];
      if (swapped) edits = Math.min(edits, (before[column - 2] as number) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return undefined;
    before = above;
    above = current;
  }
  let best: { edits: number; length: number } | undefined;
  above.forEach((edits, length) => {
    const isBetter =
      best === undefined ||
      edits < best.edits ||
      (edits === best.edits && Math.abs(length - typed.length) < Math.abs(best.length - typed.length));
    if (edits <= most && isBetter) best = { edits, length };
  });
  return best;
}
