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

/** Words in titles that introduce a compatible product instead of the product itself, such as "for". */
const COMPATIBILITY_WORDS = wordsOfAll("compatibilityWords");

/** Whether a word introduces a compatible product: "for" in "battery for notebook". */
const isCompatibilityWord = (word: string): boolean => COMPATIBILITY_WORDS.has(word.toLowerCase());

const FEATURE_WORDS = wordsOfAll("featureWords");

/** Whether a word ends the product name within a title. Features or a compatible product follow such a word. */
export const endsName = (word: string): boolean => isCompatibilityWord(word) || FEATURE_WORDS.has(word.toLowerCase());

/** Returns the joined word pairs, as indexed from titles, that mark products made for the given product type: "fornotebook". */
export const compatibilityPhrases = (productType: string): string[] =>
  [...COMPATIBILITY_WORDS].filter((word) => /^\p{L}+$/u.test(word)).map((word) => `${word}${productType}`);

/** Matches a short acronym. The acronym may qualify the preceding word (mouse USB) or name a product (notebook PC). */
const ACRONYM = /^[\p{Lu}/+-]{2,5}$/u;
const TRIMMED = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const OPENS = /^[([{"“«]/u;
const CLOSES = /[,;:)\]}"”»–—-]$/u;
const MARKS = /[®™©]/gu;

/** Maximum number of words, and of characters, that are parsed at the start of a title, where titles state the product type. */
const MAX_WORDS = 64;
const MAX_LENGTH = 2_000;
/** Maximum word length in characters. Longer words are ignored, because removing their punctuation takes quadratic time. */
const MAX_WORD_LENGTH = 100;

/**
 * Returns the head noun of each product name in a title, up to the mention of a compatible product. Names end at punctuation, words with
 * digits, conjunctions and colours. A brand at the start is ignored. If a name ends with an acronym, the preceding word counts too:
 * "Notebook PC" is a PC and a notebook.
 * @param brand the product's brand
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

/** Returns the head nouns of product names. @param names the words of each name */
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

/** Returns the product names in a title, without features and compatible products. A name is a list of words. */
export const thingsInTitle = (
  title: string,
  brand: string | undefined,
  qualifiers: ReadonlySet<string>,
): (readonly string[])[] => namesInTitle(thingIn(title), brand, qualifiers);

/** Returns the part of a title before the features: a "Bookcase with glass doors" is not a door. */
function thingIn(title: string): string {
  const words = title.slice(0, MAX_LENGTH).split(/\s+/, MAX_WORDS);
  const end = words.findIndex((word, at) => at > 0 && FEATURE_WORDS.has(word.toLowerCase()));
  return (end === -1 ? words : words.slice(0, end)).join(" ");
}

/** Returns the product names in a title, up to the mention of a compatible product. A name is a list of words. */
export const namesInTitle = (
  title: string,
  brand: string | undefined,
  qualifiers: ReadonlySet<string>,
): (readonly string[])[] => namesOf(withoutBrand(title.slice(0, MAX_LENGTH), brand), qualifiers);

/** Minimum length of a compound word's last part, in characters. Shorter matches are often coincidental. */
const MIN_ENDING = 4;
/** Matches the first part of a compound word: letters with a vowel. "Sch" does not match, so "Schwein" does not contain "Wein". */
const QUALIFIES = /^\p{L}*[aeiouyäöüåæøáéíóúőű]\p{L}*$/iu;
const MIN_QUALIFIER = 3;

/**
 * Returns the possible last parts of a compound word: "vollmilch" → "lmilch", "milch", "ilch". Parts that are not words are harmless,
 * because no query contains them.
 * @param short known words that are accepted as last part although they are shorter than the minimum length
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

/** Returns the head noun of a product type ("maker" for "Drip coffee maker"). Some languages have the head noun first. */
function headOfName(name: string, position: HeadPosition): string | undefined {
  const parts = name.split(/\s+/).filter((word) => word !== "");
  return (position === "first" ? parts[0] : parts.at(-1))?.toLowerCase();
}

/** Matches the names of fields that contain the product type, such as `product_type`, by the last part of the name. */
const DECLARES_PRODUCT_TYPE = /(?:^|\.)(?:product_?)?(?:type|kind)$/i;

export const declaresProductType = (field: string): boolean => DECLARES_PRODUCT_TYPE.test(field);

/** Maximum length of a declared product type in characters. Longer values are ignored as descriptions. */
const MAX_DECLARED_LENGTH = 40;

/** Returns the head nouns of the product types that the variants contain, for example in a field `type`. */
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

/** Head nouns of a category at any depth: "jackets" for "Suits: Suit Jackets". */
export const categoryHeads = (category: string, position: HeadPosition): string[] =>
  headsOfTitle(categoryLabel(category), undefined, NO_QUALIFIERS, position);

/** Head nouns of a product's categories at all levels: a product in "Shoes: Sneakers" is a sneaker and a shoe. */
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
