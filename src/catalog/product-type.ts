import {
  type HeadPosition,
  JOINING_WORDS,
  type Language,
  LANGUAGES,
  wordsOfAll,
  withAmpersands,
} from "../languages/index.js";
import { categoryLabel, categoryPath, type FieldValues } from "./fields.js";

export const headPosition = (language: Language): HeadPosition => LANGUAGES[language].headPosition;

/** After these begins what a product goes with, and no longer what it is. */
const COMPATIBILITY_WORDS = wordsOfAll("compatibilityWords");

/** Whether a word begins what something goes with: "for" in "battery for notebook". */
const isCompatibilityWord = (word: string): boolean => COMPATIBILITY_WORDS.has(word.toLowerCase());

const FEATURE_WORDS = wordsOfAll("featureWords");

/** Whether a word ends the name of a thing: what follows is what it has, or what it goes with. */
export const endsName = (word: string): boolean => isCompatibilityWord(word) || FEATURE_WORDS.has(word.toLowerCase());

/** How titles say that something goes with a kind, as pairs of neighbours are indexed: "fornotebook". */
export const compatibilityPhrases = (productType: string): string[] =>
  [...COMPATIBILITY_WORDS].filter((word) => /^\p{L}+$/u.test(word)).map((word) => `${word}${productType}`);

/** How short capitals are that qualify what stands before them ("mouse USB") as often as they name it ("notebook PC"). */
const ACRONYM = /^[\p{Lu}/+-]{2,5}$/u;
const TRIMMED = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const OPENS = /^[([{"“«]/u;
const CLOSES = /[,;:)\]}"”»–—-]$/u;
const MARKS = /[®™©]/gu;

/** Titles are looked at as far as this; a product says what it is before. */
const MAX_WORDS = 64;
const MAX_LENGTH = 2_000;
/** Longer ones are no words; trimming them takes time that grows with the square of their length. */
const MAX_WORD_LENGTH = 100;

/**
 * The words that say what a product is, by the shape of its title: the head of each name in it, up to where it begins to
 * say what the product goes with. Names end at punctuation, at words with digits, at conjunctions and at colours; a brand
 * at the start is no part of them. Acronyms at the end are read both ways: "Notebook PC" is a PC and a notebook.
 * @param brand the product's own
 * @param qualifiers lower-case words that never name a product, such as its colours
 */
export function headsOfTitle(
  title: string,
  brand: string | undefined,
  qualifiers: ReadonlySet<string>,
  position: HeadPosition,
): string[] {
  return headsOfNames(thingsInTitle(title, brand, qualifiers), position);
}

/** The same of the names in a title, each as its words. */
export function headsOfNames(names: readonly (readonly string[])[], position: HeadPosition): string[] {
  const heads = new Set<string>();
  for (const name of names) {
    if (position === "first") {
      heads.add((name[0] as string).toLowerCase());
      continue;
    }
    for (let end = name.length - 1; end >= 0; end -= 1) {
      const word = name[end] as string;
      heads.add(word.toLowerCase());
      if (!ACRONYM.test(word)) break;
    }
  }
  return [...heads];
}

/** The names in a title of the thing itself, each as its words: of what it has, or goes with, none. */
export const thingsInTitle = (
  title: string,
  brand: string | undefined,
  qualifiers: ReadonlySet<string>,
): (readonly string[])[] => namesInTitle(thingIn(title), brand, qualifiers);

/** A title as far as it names the thing: a "Bookcase with glass doors" is no door. */
function thingIn(title: string): string {
  const words = title.slice(0, MAX_LENGTH).split(/\s+/, MAX_WORDS);
  const end = words.findIndex((word, at) => at > 0 && FEATURE_WORDS.has(word.toLowerCase()));
  return (end === -1 ? words : words.slice(0, end)).join(" ");
}

/** The names in a title, each as its words, up to where it begins to say what the product goes with. */
export const namesInTitle = (
  title: string,
  brand: string | undefined,
  qualifiers: ReadonlySet<string>,
): (readonly string[])[] => namesOf(withoutBrand(title.slice(0, MAX_LENGTH), brand), qualifiers);

/** Shorter ones end too many words by chance. */
const MIN_ENDING = 4;
/** What stands before a thing in a compound: a word of its own, which has a vowel ("Schwein" is no "Wein"). */
const QUALIFIES = /^\p{L}*[aeiouyäöüåæøáéíóúőű]\p{L}*$/iu;
const MIN_QUALIFIER = 3;

/**
 * What a compound may be a kind of: all that it ends with behind something that may be a word. "vollmilch" → "lmilch", "milch",
 * "ilch". Which of them is a word is known when somebody types it.
 * @param short endings of fewer letters that are words
 */
export function endingsOf(word: string, short?: ReadonlySet<string>): string[] {
  const letters = Array.from(word.toLowerCase());
  if (word.length > MAX_WORD_LENGTH) return [];
  return letters.flatMap((_, at) => {
    if (at < MIN_QUALIFIER) return [];
    if (letters.length - at < MIN_ENDING && short?.has(letters.slice(at).join("")) !== true) return [];
    return QUALIFIES.test(letters.slice(0, at).join("")) ? [letters.slice(at).join("")] : [];
  });
}

/** The head of a value that names a kind ("Drip coffee maker", "Notebook"). */
function headOfName(name: string, position: HeadPosition): string | undefined {
  const parts = name.split(/\s+/).filter((word) => word !== "");
  return (position === "first" ? parts[0] : parts.at(-1))?.toLowerCase();
}

/** FieldValues in which feeds state what a product is, by the last part of their names. */
const DECLARES_KIND = /(?:^|\.)(?:product_?)?(?:type|kind)$/i;

export const declaresProductType = (field: string): boolean => DECLARES_KIND.test(field);

/** Longer values describe. */
const MAX_DECLARED_LENGTH = 40;

/** The heads of what the feed itself says that a product is. */
export function declaredProductTypes(variants: readonly FieldValues[], position: HeadPosition): string[] {
  const productTypes = new Set<string>();
  for (const fields of variants) {
    for (const [field, values] of fields) {
      if (!declaresProductType(field)) continue;
      for (const value of values) {
        if (typeof value !== "string" || value.length > MAX_DECLARED_LENGTH) continue;
        const head = headOfName(value, position);
        if (head !== undefined) productTypes.add(head);
      }
    }
  }
  return [...productTypes];
}

/** What things of a category are called, however deep it is: jackets, of "Suits: Suit Jackets". */
export const categoryHeads = (category: string, position: HeadPosition): string[] =>
  headsOfTitle(categoryLabel(category), undefined, NO_QUALIFIERS, position);

/** The heads of the names of its categories, at all levels: a sneaker below "Shoes: Sneakers" is a shoe, too. */
export function productTypesOfCategory(variants: readonly FieldValues[], position: HeadPosition): string[] {
  const paths = new Set<string>();
  for (const fields of variants) {
    for (const category of fields.get("categories") ?? [])
      for (const path of categoryPath(String(category))) paths.add(path);
  }
  return [...new Set([...paths].flatMap((path) => categoryHeads(path, position)))];
}

const NO_QUALIFIERS: ReadonlySet<string> = new Set();

function namesOf(title: string, qualifiers: ReadonlySet<string>): string[][] {
  const names: string[][] = [];
  let name: string[] = [];
  const end = () => {
    if (name.length > 0) names.push(name);
    name = [];
  };
  for (const raw of withAmpersands(title).replace(MARKS, "").split(/\s+/, MAX_WORDS)) {
    const lower = raw.toLowerCase();
    if (isCompatibilityWord(lower) && (names.length > 0 || name.length > 0)) break;
    const word = raw.length > MAX_WORD_LENGTH ? "" : raw.replace(TRIMMED, "");
    const isName =
      word.length > 1 && !/\p{N}/u.test(word) && !JOINING_WORDS.has(lower) && !qualifiers.has(word.toLowerCase());
    if (!isName || OPENS.test(raw)) end();
    if (isName) name.push(word);
    if (CLOSES.test(raw)) end();
  }
  end();
  return names;
}

function withoutBrand(title: string, brand: string | undefined): string {
  const isFirst = brand !== undefined && brand !== "" && title.toLowerCase().startsWith(`${brand.toLowerCase()} `);
  return isFirst ? title.slice(brand.length) : title;
}
