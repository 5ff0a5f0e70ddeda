import { foldedLetters } from "../lib/folded.js";

/*
 * The part of text analysis that works on characters: the same for texts that are indexed and for queries, so that the
 * engine's analyzers (`analysis.ts`) only have to cut words and reduce them to their forms. The engine's character filters
 * for the same rules raise its CPU time of indexing by 70 %, see decision 0061.
 */

/** Characters, and what each of them is the same as. Invisible ones and signs of trademarks are left out. */
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
/** Letters, digits and signs as wide as a Chinese character, and Japanese and Korean ones half as wide. */
const OF_WIDTH = /[\uFF01-\uFFDC]+/gu;
const ONLY_ASCII = /^[\x20-\x7e]*$/;
/** What analyzers cut words at. Characters beyond U+FFFF, such as pictographs, are parts of words for them. */
export const PUNCTUATION = /[^\p{L}\p{N}\p{M}\u{10000}-\u{10FFFF}]+/gu;

/** "Levi's" is "Levis". */
const POSSESSIVE = /(?<=\p{L})'s(?![\p{L}\p{N}\p{M}])/giu;
const PLUS_PLUS = /(?<=\p{L})\+\+(?![+\p{M}])/gu;
const SHARP = /(?<![\p{L}\p{N}])([cf])#(?!\p{M})/giu;
/** Names of inches behind a digit. A quote there is one of them, also where it closes a quotation. */
const INCHES =
  /(?<=\d)(?:\s*(?:"|'')|-?in(?![\p{L}\p{N}])|(?:\s*|-)(?:zoll|pouces?|pulgadas?|pollic[ei]|inch(?:es)?)(?![\p{L}\p{N}]))/giu;
const FEET = /(?<=\d)'(?![\p{L}\p{N}'](?<!x))/gu;

const UNITS =
  "mm|cm|dm|m|km|mg|kg|g|cl|dl|ml|l|kb|mb|gb|tb|mah|ah|wh|kwh|kw|w|kv|v|hz|khz|mhz|ghz|ft|yd|oz|lbs?|inch|pcs?|pk|ct|qt|gal|rpm|psi|px|mp|dpi|lm";
const NUMBER = String.raw`\d(?:[\d.,/-]*\d)?`;
/** "60x120", "5cm", "60x120cm", "10-15-mm": numbers, "x" between them and a unit behind them. */
const AMOUNT = new RegExp(`^(${NUMBER}(?:x${NUMBER})*?)(?:-?(x|${UNITS}))?([^\\p{L}\\p{N}]*)$`, "iu");
const LONGEST_AMOUNT = 40;
const HAS_DIGIT = /\d/;

/**
 * A text with one spelling for what is written in several ways: composed (Unicode NFC), straight apostrophes, hyphens and
 * quotes, "x" for "×", "1/2" for "½", no invisible characters, possessives without apostrophe, amounts apart from their units,
 * words apart by one space. Case and accents stay. Its result for a result is the same text.
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

/** Composed again at the end: an accent may stand behind a character that was left out. */
const withOneSpelling = (text: string): string =>
  text
    .normalize("NFC")
    .replace(OF_WIDTH, (some) => some.normalize("NFKC"))
    .replace(SPECIAL, (one) => SAME.get(one) ?? one)
    .normalize("NFC");

/** Text with ampersands where feeds have them escaped, even twice: "Salt &amp;amp; Pepper". */
export const withAmpersands = (text: string): string => text.replace(/&(?:(?:amp|#38|#x26);)+/giu, "&");

function amountApart(word: string): string {
  const [, numbers, unit = "", end = ""] = AMOUNT.exec(word) ?? [];
  if (numbers === undefined) return word;
  return `${numbers.replaceAll(/x/giu, " x ")}${unit === "" ? "" : ` ${unit}`}${end}`;
}

/**
 * The words of a text as they are compared without regard to case, accents and punctuation: "O’Neill", "oneill" and "O'NEILL"
 * are one word, as in the fields that are analysed by `typed`.
 */
export const comparableWords = (text: string): string[] =>
  searchText(text)
    .split(" ")
    .map((word) => foldedLetters(word).replace(PUNCTUATION, ""))
    .filter((word) => word !== "");
