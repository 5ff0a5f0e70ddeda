/** Normalizes text for comparisons that ignore case and spacing: Unicode NFC, lower case, and single spaces between words. */
export const lowered = (text: string): string => text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();

/** Returns the words of a text in lower case, as normalized by `lowered`. */
export const loweredWords = (text: string): string[] =>
  lowered(text)
    .split(" ")
    .filter((word) => word !== "");

/** Letters that Unicode does not decompose into a letter and a mark, with the replacements of the engine's filter `asciifolding`. */
// prettier-ignore
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae", œ: "oe", ß: "ss", ẞ: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", ŧ: "t", ŋ: "n", ĸ: "q",
  ĳ: "ij", ŀ: "l", ſ: "s", ƀ: "b", ɓ: "b", ɗ: "d", ǝ: "e", ə: "a", ɛ: "e", ƒ: "f", ɨ: "i", ƙ: "k", ɔ: "o", ƶ: "z",
  ƃ: "b", ƈ: "c", ɖ: "d", ƌ: "d", ɠ: "g", ǥ: "g", ƕ: "hv", ƚ: "l", ɯ: "m", ɲ: "n", ƞ: "n", ɵ: "o", ƥ: "p", ʀ: "r", ƫ: "t",
  ƭ: "t", ʈ: "t", ʋ: "v", ƴ: "y", ƿ: "w", ȝ: "z", ȡ: "d", ȣ: "ou", ȥ: "z", ȴ: "l", ȵ: "n", ȶ: "t", ȷ: "j", ȸ: "db", ȹ: "qp",
  ⱥ: "a", ȼ: "c", ⱦ: "t", ȿ: "s", ɀ: "z", ʉ: "u", ʌ: "v", ɇ: "e", ɉ: "j", ɋ: "q", ɍ: "r", ɏ: "y", ʼ: "", ς: "σ",
};
const UNDIVIDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/**
 * Matches letters whose accents are removed: accented Latin and Greek letters. In other scripts, accents are parts of letters, as in "й",
 * "が" and "की".
 */
const ACCENTED = /((?![Ʒʒ])[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/** Returns text in lower case and without accents, as the engine's analyzer `typed` does. */
export const foldedLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(ACCENTED, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(UNDIVIDED, (letter) => LETTERS[letter] ?? letter);

/**
 * Normalizes text for comparisons that ignore punctuation and the accents of any script. The result consists of letters and digits, with
 * single spaces between words.
 */
export const folded = (text: string): string =>
  foldedLetters(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
