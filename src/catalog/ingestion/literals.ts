/** Matches the start of a string, or a number, including invalid numbers such as NaN, which faulty exporters write. */
const LITERAL = /"|-?(?:NaN|Infinity)\b|-?\d[\d.eE+-]*/g;

/**
 * Replaces NaN, Infinity and -Infinity, which many exporters write, with a number that is parsed as infinite. `flatten` reports a warning
 * for such values, so one invalid value does not reject the product.
 */
export const withNumbers = (text: string): string =>
  text.includes("NaN") || text.includes("Infinity")
    ? replaced(text, (number) => (/[NI]/.test(number) ? "1e999" : number))
    : text;

/** Quotes integers that a double cannot represent exactly, so that they keep all their digits. */
export const withExactIntegers = (text: string): string =>
  replaced(text, (number) => (isRounded(number) ? `"${number}"` : number));

/**
 * Whether a JavaScript number cannot represent an integer exactly (2^53 has sixteen digits). Numbers beyond the range
 * of doubles are reported separately.
 */
const isRounded = (number: string): boolean =>
  /^-?\d{16,}$/.test(number) && Number.isFinite(Number(number)) && BigInt(number) !== BigInt(Number(number));

/** Replaces the numbers outside of strings. Runs in linear time for any text. */
function replaced(text: string, replace: (number: string) => string): string {
  const parts: string[] = [];
  let copied = 0;
  LITERAL.lastIndex = 0;
  for (let match = LITERAL.exec(text); match !== null; match = LITERAL.exec(text)) {
    const [literal] = match;
    if (literal === '"') {
      LITERAL.lastIndex = endOfString(text, match.index);
      continue;
    }
    parts.push(text.slice(copied, match.index), replace(literal));
    copied = LITERAL.lastIndex;
  }
  return parts.join("") + text.slice(copied);
}

/** Returns the position after the string that begins at `start`, or the end of the text for an unterminated string. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}
