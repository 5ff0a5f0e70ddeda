/** What a value outside of strings begins with: a quote, or a number as JSON or a careless exporter writes it. */
const LITERAL = /"|-?(?:NaN|Infinity)\b|-?\d[\d.eE+-]*/g;

/**
 * Replaces the numbers that JSON does not have but many exporters write (NaN, Infinity, -Infinity) by one that is read
 * as infinite, which `flatten` counts as lost: one bad value does not cost the product.
 */
export const withNumbers = (text: string): string =>
  text.includes("NaN") || text.includes("Infinity")
    ? replaced(text, (number) => (/[NI]/.test(number) ? "1e999" : number))
    : text;

/** Puts integers that a double cannot hold into quotes, so that they keep all their digits. */
export const withExactIntegers = (text: string): string =>
  replaced(text, (number) => (isRounded(number) ? `"${number}"` : number));

/** 2^53 has sixteen digits. Numbers beyond the range of doubles are counted as lost instead. */
const isRounded = (number: string): boolean =>
  /^-?\d{16,}$/.test(number) && Number.isFinite(Number(number)) && BigInt(number) !== BigInt(Number(number));

/** The text with other numbers. Strings stay as they are. Takes time in proportion to the text, whatever it holds. */
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

/** The position behind the string that begins at `start`; the end of the text when it does not end. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}
