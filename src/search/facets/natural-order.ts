const byNumber = new Intl.Collator("en", { numeric: true });

/** S, M and L with any number of X in front, written out ("XXL") or counted ("2XL"). */
const LETTER_SIZE = /^(?:(\d)X|(X*))([SML])$/i;

/** Far above any number of X. */
const NO_LETTER_SIZE = 100;

/**
 * The order in which people expect values that hold numbers or are sizes: "9" before "10", "XS" before "S" before "M"
 * before "XL"; letter sizes stand before everything else.
 */
export function naturalOrder(a: string, b: string): number {
  return letterSize(a) - letterSize(b) || byNumber.compare(a, b);
}

/** M is 0, each X is a step further from it. */
function letterSize(value: string): number {
  const match = LETTER_SIZE.exec(value);
  if (match === null) return NO_LETTER_SIZE;
  const [, counted, written = "", letter = ""] = match;
  const steps = 1 + (counted === undefined ? written.length : Number(counted));
  switch (letter.toUpperCase()) {
    case "S":
      return -steps;
    case "L":
      return steps;
    default:
      return written === "" && counted === undefined ? 0 : NO_LETTER_SIZE;
  }
}
