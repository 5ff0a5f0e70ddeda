import { namesInTitle, type HeadPosition } from "./kind.js";

/** Titles name the thing early; later names are details ("with cable and bag, 14 inch"). */
const NAMES = 2;
/** Shoppers type a head with one or two words that qualify it. */
const MAX_WORDS = 3;
const LONGEST = 60;
/** Anything else is how data is written, not how people type: "pc(s)". */
const TYPED = /^[\p{L}\p{M}'’&+./ -]+$/u;

/** Whether people type it like that. */
export const isTypable = (phrase: string): boolean => phrase.length <= LONGEST && TYPED.test(phrase);

/**
 * The phrases that shoppers may type for a product, from its title: the head noun of each of its first names, alone and
 * with the words that qualify it ("card", "sd card", "micro sd card"). Lower case, each once.
 * @param brand the product's own
 * @param qualifiers lower-case words that never name a product, such as its colours
 */
export function phrasesOfTitle(
  title: string,
  brand: string | undefined,
  qualifiers: ReadonlySet<string>,
  position: HeadPosition,
): string[] {
  const phrases = new Set<string>();
  for (const name of namesInTitle(title, brand, qualifiers).slice(0, NAMES)) {
    for (let count = 1; count <= Math.min(MAX_WORDS, name.length); count += 1) {
      const words = position === "first" ? name.slice(0, count) : name.slice(-count);
      const phrase = words.join(" ").toLowerCase();
      if (isTypable(phrase)) phrases.add(phrase);
    }
  }
  return [...phrases];
}
