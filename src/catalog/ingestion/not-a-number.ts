const NOT_A_NUMBER = /-?(?:NaN|Infinity)\b/y;

/**
 * Replaces the numbers that JSON does not have but many exporters write (NaN, Infinity, -Infinity) by one that is read
 * as infinite, which `flatten` counts as lost: one bad value does not cost the product. Texts inside quotes stay as they
 * are. Takes time in proportion to the text, whatever it holds.
 */
export function withNumbers(text: string): string {
  if (!text.includes("NaN") && !text.includes("Infinity")) return text;
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    NOT_A_NUMBER.lastIndex = at;
    const first = character === "-" ? text[at + 1] : character;
    const second = first === "N" ? "a" : first === "I" ? "n" : undefined;
    if (second !== undefined && text[character === "-" ? at + 2 : at + 1] === second && NOT_A_NUMBER.test(text)) {
      parts.push(text.slice(copied, at), "1e999");
      at = copied = NOT_A_NUMBER.lastIndex;
    } else {
      at += 1;
    }
  }
  return parts.join("") + text.slice(copied);
}

/** The position behind the string that begins at `start`; the end of the text when it does not end. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}
