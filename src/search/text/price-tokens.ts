import { folded } from "../../lib/folded.js";

/** A token of a text: a number as written, a word, a single character of a script without spaces, or any other character. */
export interface Token {
  readonly kind: "number" | "word" | "character" | "other";
  /** The text for comparisons: words in lower case without accents, and one spelling for dashes and apostrophes. */
  readonly text: string;
  /** Offsets of the token in the text. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether the token follows the previous one without whitespace. */
  readonly isGlued: boolean;
}

/** Scripts that are written without spaces between words. */
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]";
const TOKEN = new RegExp(`(\\d+(?:[.,'’]\\d+)*)|(${UNSPACED})|((?:(?!${UNSPACED})[\\p{L}\\p{M}])+)|\\S`, "gu");

/** Splits a text into tokens, in time linear in the text length. */
export function tokensOf(text: string): Token[] {
  let last = 0;
  return [...text.matchAll(TOKEN)].map(([raw, number, character, word], at) => {
    return token(raw, number ? "number" : character ? "character" : word ? "word" : "other", at);
  });

  function token(raw: string, kind: Token["kind"], at: number): Token {
    const start = text.indexOf(raw, last);
    const isGlued = at > 0 && start === last;
    last = start + raw.length;
    return { kind, text: compared(raw, kind), start, end: last, isGlued };
  }
}

function compared(raw: string, kind: Token["kind"]): string {
  switch (kind) {
    case "word":
      return folded(raw);
    case "number":
      return raw.replaceAll("’", "'");
    case "character":
    case "other":
      return raw
        .normalize("NFKC")
        .replace(/[–—−]/u, "-")
        .replace("’", "'")
        .replace(/[〜～]/u, "~");
  }
}

/**
 * Numbers with thousands separators: "1,250", "1.250.000,50". Three digits follow each separator. Optional decimals
 * follow a different separator.
 */
const GROUPED = /^[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/;
/** Numbers with Indian digit groups: "1,25,000". */
const IN_LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d{1,2})?$/;
/** Decimal numbers: "12,50". Three decimals are allowed if the number cannot have a thousands separator: "0.500". */
const DECIMAL = /^\d+(?:[.,]\d{1,3})?$/;
const MAX_DIGITS = 12;

/** The value of a number; undefined for texts such as "1.2.3". @param apostrophes whether apostrophes separate thousands */
export function numberOf(text: string, apostrophes: boolean): number | undefined {
  if (text.length > 2 * MAX_DIGITS || (text.includes("'") && !apostrophes)) return undefined;
  const isGrouped = GROUPED.test(text) || IN_LAKHS.test(text);
  if (!isGrouped && !DECIMAL.test(text)) return undefined;
  const separator = isGrouped ? /[.,'](?=\d{3}|\d{2},)/g : /(?!)/g;
  const plain = text.replace(separator, "").replace(",", ".");
  return plain.replace(".", "").length > MAX_DIGITS ? undefined : Number(plain);
}
