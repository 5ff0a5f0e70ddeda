import { foldedLetters } from "../lib/folded.js";

/*
 * Normalizes the characters of indexed texts and queries, so that the engine's analyzers (`analysis.ts`) only have to
 * split and stem words. Character filters in the engine would increase its CPU time for indexing by 70 %, see decision
 * 0061.
 */

/** Characters that text normalization replaces, with their replacements. Invisible characters and trademark signs are removed. */
// prettier-ignore
const SPELLINGS: readonly (readonly [characters: string, same: string])[] = [
  ["\u00AD\u200B\u200C\u200D\u200E\u200F\u2060\uFEFF\u180E\uFE0E\uFE0F™®©", ""],
  ["\u00A0\u2007\u202F\u3000", " "],
  ["’‘ʼʻ`´ʹ′", "'"],
  ["‐‑‒–—−", "-"],
  ["″“”„«»", '"'],
  ["×", "x"], ["²", "2"], ["³", "3"], ["µ", "u"], ["ё", "е"], ["Ё", "Е"], ["⁄", "/"],
  ["½", " 1/2"], ["¼", " 1/4"], ["¾", " 3/4"], ["⅓", " 1/3"], ["⅔", " 2/3"], ["⅛", " 1/8"], ["⅜", " 3/8"], ["⅝", " 5/8"],
  ["⅞", " 7/8"],
];
const SAME = new Map(SPELLINGS.flatMap(([characters, same]) => Array.from(characters, (one) => [one, same] as const)));

const SPECIAL = new RegExp(`[${[...SAME.keys()].join("")}]`, "gu");
/** Full-width letters, digits and signs, and half-width Japanese and Korean characters. */
const OF_WIDTH = /[\uFF01-\uFFDC]+/gu;
const ONLY_ASCII = /^[\x20-\x7e]*$/;
/** Characters at which analyzers split words. Analyzers treat characters beyond U+FFFF, such as emojis, as parts of words. */
export const PUNCTUATION = /[^\p{L}\p{N}\p{M}\u{10000}-\u{10FFFF}]+/gu;

/** Matches possessive endings, whose apostrophe is removed: "Levi's" becomes "Levis". */
const POSSESSIVE = /(?<=\p{L})'s(?![\p{L}\p{N}\p{M}])/giu;
const PLUS_PLUS = /(?<=\p{L})\+\+(?![+\p{M}])/gu;
const SHARP = /(?<![\p{L}\p{N}])([cf])#(?!\p{M})/giu;
/** Inch marks and words for inch after a digit. A quotation mark after a digit counts as an inch mark. */
const INCHES =
  /(?<=\d)(?:\s*(?:"|'')|-?in(?![\p{L}\p{N}])|(?:\s*|-)(?:zoll|pouces?|pulgadas?|pollic[ei]|inch(?:es)?)(?![\p{L}\p{N}]))/giu;
const FEET = /(?<=\d)'(?![\p{L}\p{N}'](?<!x))/gu;

const UNITS =
  "mm|cm|dm|m|km|mg|kg|g|cl|dl|ml|l|kb|mb|gb|tb|mah|ah|wh|kwh|kw|w|kv|v|hz|khz|mhz|ghz|ft|yd|oz|lbs?|inch|pcs?|pk|ct|qt|gal|rpm|psi|px|mp|dpi|lm";
const NUMBER = String.raw`\d(?:[\d.,/-]*\d)?`;
/** Amounts such as "60x120", "5cm", "60x120cm" and "10-15-mm": numbers, separated by "x", with an optional unit. */
const AMOUNT = new RegExp(`^(${NUMBER}(?:x${NUMBER})*?)(?:-?(x|${UNITS}))?([^\\p{L}\\p{N}]*)$`, "iu");
const LONGEST_AMOUNT = 40;
const HAS_DIGIT = /\d/;

/**
 * Normalizes text to one spelling: Unicode NFC, straight apostrophes, hyphens and quotes, "x" for "×", "1/2" for "½",
 * no invisible characters, possessives without apostrophe, amounts separated from their units, and single spaces. Case
 * and accents are preserved. Normalizing twice gives the same result.
 */
export function searchText(text: string): string {
  let same = ONLY_ASCII.test(text) ? text : withOneSpelling(text);
  if (same.includes("&")) same = withAmpersands(same);
  if (same.includes("#")) same = same.replace(SHARP, "$1sharp");
  if (same.includes("++")) same = same.replace(PLUS_PLUS, "plusplus");
  if (same.includes("'")) same = same.replace(POSSESSIVE, "s");
  if (HAS_DIGIT.test(same)) same = same.replace(INCHES, " inch ").replace(FEET, " ft ");
  return same
    .split(/\s+/u)
    .map((word) => (HAS_DIGIT.test(word) && word.length <= LONGEST_AMOUNT ? amountApart(word) : word))
    .filter((word) => word !== "")
    .join(" ");
}

/**
 * Normalizes different Unicode spellings of a text. Composes accents again at the end, because a removed character may
 * have separated a letter from its accent.
 */
const withOneSpelling = (text: string): string =>
  text
    .normalize("NFC")
    .replace(OF_WIDTH, (some) => some.normalize("NFKC"))
    .replace(SPECIAL, (one) => SAME.get(one) ?? one)
    .normalize("NFC");

/** Unescapes ampersands in feeds, even if they are escaped twice: "Salt &amp;amp; Pepper". */
export const withAmpersands = (text: string): string => text.replace(/&(?:(?:amp|#38|#x26);)+/giu, "&");

function amountApart(word: string): string {
  const [, numbers, unit = "", end = ""] = AMOUNT.exec(word) ?? [];
  if (numbers === undefined) return word;
  return `${numbers.replaceAll(/x/giu, " x ")}${unit === "" ? "" : ` ${unit}`}${end}`;
}

/**
 * Returns the words of a text for comparisons that ignore case, accents and punctuation. "O’Neill", "oneill" and "O'NEILL" are the same
 * word, as in fields with the analyzer `typed`.
 */
export const comparableWords = (text: string): string[] =>
  searchText(text)
    .split(" ")
    .map((word) => foldedLetters(word).replace(PUNCTUATION, ""))
    .filter((word) => word !== "");
