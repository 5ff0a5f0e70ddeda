/** Letters that do not come apart into a plain letter and an accent, as the engine's `asciifolding` writes them. */
const FOLDED: Readonly<Record<string, string>> = {
  æ: "ae", œ: "oe", ø: "o", ß: "ss", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ŧ: "t", ŋ: "n", ĸ: "q", ſ: "s",
  "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-",
}; // prettier-ignore

/**
 * A title as the normalizer `title_order` of the catalogue's template makes it. Only needed to decide which of a
 * product's variants gave it its place, so rare scripts may differ from the engine.
 */
export function titleOrder(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\0-\x7f]/gu, (letter) => FOLDED[letter] ?? letter);
}
