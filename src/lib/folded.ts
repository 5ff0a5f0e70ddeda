/** Text as it is compared without regard to case and spacing: composed (Unicode NFC), lower case, words apart by one blank. */
export const lowered = (text: string): string => text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();

/** The words of the same. */
export const loweredWords = (text: string): string[] =>
  lowered(text)
    .split(" ")
    .filter((word) => word !== "");

/** Text as it is compared without regard to accents and punctuation either: letters and digits, words apart by one blank. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
