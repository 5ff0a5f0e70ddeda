import { folded } from "../../lib/folded.js";

/** A number as it is written, a word, a character of a script without spaces, or any other character. */
export interface Token {
  readonly kind: "number" | "word" | "character" | "other";
  /** As it is compared: words without case and marks, dashes and apostrophes of one kind. */
  readonly text: string;
  /** Offsets in the text, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** No whitespace before it. */
  readonly isGlued: boolean;
}

/** Their words stand next to each other without spaces. */
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]";
const TOKEN = new RegExp(`(\\d+(?:[.,'’]\\d+)*)|(${UNSPACED})|((?:(?!${UNSPACED})[\\p{L}\\p{M}])+)|\\S`, "gu");

/** Cuts a text into tokens, in time linear in its length. */
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

/** "1,250", "1.250.000,50": a separator before exactly three digits, at most once another one before one or two. */
const GROUPED = /^[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/;
/** "1,25,000" */
const IN_LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d{1,2})?$/;
/** "12,50", and what has three digits behind the separator and cannot be grouped: "0.500". */
const DECIMAL = /^\d+(?:[.,]\d{1,3})?$/;
const MAX_DIGITS = 12;

/** The value of a number; undefined where it is no amount: "1.2.3". @param apostrophes whether they separate thousands */
export function numberOf(text: string, apostrophes: boolean): number | undefined {
  if (text.length > 2 * MAX_DIGITS || (text.includes("'") && !apostrophes)) return undefined;
  const isGrouped = GROUPED.test(text) || IN_LAKHS.test(text);
  if (!isGrouped && !DECIMAL.test(text)) return undefined;
  const separator = isGrouped ? /[.,'](?=\d{3}|\d{2},)/g : /(?!)/g;
  const plain = text.replace(separator, "").replace(",", ".");
  return plain.replace(".", "").length > MAX_DIGITS ? undefined : Number(plain);
}
