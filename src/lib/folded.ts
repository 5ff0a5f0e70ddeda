/** Text as it is compared without regard to case and spacing: composed (Unicode NFC), lower case, words apart by one blank. */
export const lowered = (text: string): string => text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();

/** The words of the same. */
export const loweredWords = (text: string): string[] =>
  lowered(text)
    .split(" ")
    .filter((word) => word !== "");

/** Letters that Unicode does not take apart into a letter and a mark, as the engine's filter `asciifolding` has them. */
// prettier-ignore
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae", œ: "oe", ß: "ss", ẞ: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", ŧ: "t", ŋ: "n", ĸ: "q",
  ĳ: "ij", ŀ: "l", ſ: "s", ƀ: "b", ɓ: "b", ɗ: "d", ǝ: "e", ə: "a", ɛ: "e", ƒ: "f", ɨ: "i", ƙ: "k", ɔ: "o", ƶ: "z",
  ƃ: "b", ƈ: "c", ɖ: "d", ƌ: "d", ɠ: "g", ǥ: "g", ƕ: "hv", ƚ: "l", ɯ: "m", ɲ: "n", ƞ: "n", ɵ: "o", ƥ: "p", ʀ: "r", ƫ: "t",
  ƭ: "t", ʈ: "t", ʋ: "v", ƴ: "y", ƿ: "w", ȝ: "z", ȡ: "d", ȣ: "ou", ȥ: "z", ȴ: "l", ȵ: "n", ȶ: "t", ȷ: "j", ȸ: "db", ȹ: "qp",
  ⱥ: "a", ȼ: "c", ⱦ: "t", ȿ: "s", ɀ: "z", ʉ: "u", ʌ: "v", ɇ: "e", ɉ: "j", ɋ: "q", ɍ: "r", ɏ: "y", ʼ: "", ς: "σ",
};
const UNDIVIDED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/** Marks of other scripts are parts of letters, as in "й", "が" and "की". */
const ACCENTED = /((?![Ʒʒ])[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/** Text in lower case and without accents, as the engine's analyzer `typed` has it. */
export const foldedLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(ACCENTED, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(UNDIVIDED, (letter) => LETTERS[letter] ?? letter);

/**
 * Text as it is compared without regard to the marks of any script and punctuation either: letters and digits, words apart by one
 * blank.
 */
export const folded = (text: string): string =>
  foldedLetters(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
