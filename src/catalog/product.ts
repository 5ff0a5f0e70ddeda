import { textHash } from "../lib/text-hash.js";
import type { SeenFields } from "../filters/visible-fields.js";
import { departmentReader } from "./departments.js";
import { productDigest } from "./digest.js";
import type { ProductData, ProductDocument, ProductSource } from "./product-document.js";
import { flatten } from "./flatten.js";
import { type HeadPosition, type Language, LANGUAGES, searchText } from "../languages/index.js";
import {
  productTypesOfCategory,
  declaredProductTypes,
  endingsOf,
  headPosition,
  headsOfNames,
  namesInTitle,
  thingsInTitle,
} from "./product-type.js";
import type { FieldTypes, FieldValues, Scalar } from "./fields.js";
import { shownValues } from "./shown-fields.js";
import { fitFields } from "./field-types.js";
import { measuresOfProduct } from "./measures.js";
import { type Learned, NOTHING_LEARNED } from "./learned.js";
import { logPriceOf, type TasteTokenRules, tasteTokens } from "./taste-tokens.js";

/** Fields that are excluded from the search text `other`: they are indexed separately, or shoppers do not search for them. */
const NOT_OTHER_TEXT = new Set([
  "product_identifier", "title", "designer", "categories", "description", "images", "released_at", "handle",
]); // prettier-ignore

/**
 * Maximum length in characters of a product's search text `other`, combined from fields without separate indexing. Values beyond this
 * length can still be used in filters.
 */
const MAX_OTHER_TEXT_LENGTH = 20_000;

/** Returns the field values of a variant that filters can match, as stored in the engine. */
export function variantFields(data: ProductData, types: FieldTypes): FieldValues {
  return fitFields(flatten(data).fields, types);
}

/** Storefront settings that affect the index documents of products. */
export interface DocumentRules {
  /** Private fields can be filtered on but are not part of any derived text or token. */
  readonly fields: SeenFields;
  readonly taste: TasteTokenRules;
  readonly language: Language;
  readonly popularity: { readonly half_life_days: number };
}

/** Field values of an active variant: `raw` as received, and `fitted` after the conversion to the field types. */
export interface ReadVariant {
  readonly raw: FieldValues;
  readonly fitted: FieldValues;
}

/** Returns a variant's field values, raw and converted. @param raw the flattened fields, if they are already known */
export function readVariant(
  data: ProductData,
  types: FieldTypes,
  raw: FieldValues = flatten(data).fields,
): ReadVariant {
  return { raw, fitted: fitFields(raw, types) };
}

export const readActive = (product: ProductSource, types: FieldTypes): ReadVariant[] =>
  product.source.filter((variant) => variant.active).map((variant) => readVariant(variant.data, types));

/**
 * Derives a product's index document, without nested variants, from its visible fields.
 * @param read the product's active variants, in order
 * @param learned signals learned about the product
 */
export function documentRoot(
  product: ProductSource,
  read: readonly ReadVariant[],
  rules: DocumentRules,
  learned: Learned = NOTHING_LEARNED,
): Omit<ProductDocument, "variants" | "source"> {
  const raw = read.map((variant) => shownValues(variant.raw, rules.fields));
  const variants = read.map((variant) => shownValues(variant.fitted, rules.fields));
  const released = distinct(variants, "released_at").map(String);
  const log_price = logPriceOf(variants, rules.taste);
  const { heat, ...reported } = learned;
  const position = headPosition(rules.language);
  const other = otherText(raw).map(searchText);
  return {
    product_identifier: product.product_identifier,
    hash: textHash(product.product_identifier),
    active: product.active,
    created_at: product.created_at,
    updated_at: product.updated_at,
    digest: productDigest(product.source),
    prior: priorOf(releaseOf(released, product.created_at), heat, rules.popularity.half_life_days),
    text: {
      title: searchTexts(raw, "title"),
      designer: searchTexts(raw, "designer"),
      categories: searchTexts(raw, "categories"),
      description: searchTexts(raw, "description"),
      other,
      joined: other.filter(isCode),
      ...readTitles(raw, rules.language),
      product_types: [
        ...new Set([...declaredProductTypes(raw, position), ...productTypesOfCategory(raw, position)]),
      ].map(searchText),
    },
    sort: {
      ...optional("price", distinct(variants, "price") as number[]),
      ...optional("released_at", released),
      ...optional("title", searchTexts(variants, "title")),
    },
    ...(log_price === undefined ? {} : { log_price }),
    measures: measuresOfProduct(raw, rules.language),
    taste: tasteTokens(variants, rules.taste),
    learned: reported,
  };
}

function distinct(variants: readonly FieldValues[], field: string): Scalar[] {
  const [first] = variants;
  if (variants.length === 1) return [...new Set(first?.get(field) ?? [])];
  return [...new Set(variants.flatMap((fields) => fields.get(field) ?? []))];
}

/** Returns the distinct texts of a field, normalized for indexing. */
const searchTexts = (variants: readonly FieldValues[], field: string): string[] => [
  ...new Set(distinct(variants, field).map((value) => searchText(String(value)))),
];

/** Whether a text is a code such as a part number: one word of 5–64 characters with digits. Shorter words are sizes or years. */
const isCode = (text: string): boolean => SHORTEST_CODE.test(text);
const SHORTEST_CODE = /^(?=.*\d)\S{5,64}$/u;

function optional<K extends string, T>(key: K, values: readonly T[]): Partial<Record<K, readonly T[]>> {
  return values.length === 0 ? {} : ({ [key]: values } as Record<K, readonly T[]>);
}

function otherText(variants: readonly FieldValues[]): string[] {
  const texts = new Set<string>();
  let length = 0;
  for (const fields of variants) {
    for (const [field, values] of fields) {
      if (NOT_OTHER_TEXT.has(field)) continue;
      for (const value of values) {
        if (typeof value !== "string" || texts.has(value)) continue;
        length += value.length;
        if (length > MAX_OTHER_TEXT_LENGTH) return [...texts];
        texts.add(value);
      }
    }
  }
  return [...texts];
}

/** Maximum number of a product's titles to parse. Parsing is the slowest step of indexing, and variants have nearly the same title. */
const MAX_READ_TITLES = 100;

function readTitles(
  variants: readonly FieldValues[],
  language: Language,
): Pick<ProductDocument["text"], "heads" | "things" | "endings" | "phrases"> {
  const { headPosition: position, compounds, capitalNouns } = LANGUAGES[language];
  const { short, compoundParts } = compoundReader(language);
  const heads = new Set<string>();
  const things = new Set<string>();
  const endings = new Set<string>();
  const phrases = new Set<string>();
  for (const fields of variants.slice(0, MAX_READ_TITLES)) {
    const brand = fields.get("designer")?.[0]?.toString();
    const colours = coloursOf(fields);
    for (const value of (fields.get("title") ?? []).slice(0, MAX_READ_TITLES)) {
      const title = String(value);
      const qualifiers = capitalNouns ? new Set([...colours, ...smallWords(title)]) : colours;
      for (const phrase of phrasesOfTitle(title, brand, qualifiers, position, capitalNouns)) phrases.add(phrase);
      const named = thingsInTitle(title, brand, qualifiers);
      for (const name of named) things.add(name.join(" "));
      for (const head of headsOfNames(named, position)) {
        heads.add(head);
        // "H-Milch" is milk, and a "canapé-lit" is a canapé. An English "sofa-bed" is both a sofa and a bed.
        const parts = head.split("-");
        const part = position === "first" ? parts[0] : compounds ? parts.at(-1) : undefined;
        if (part === undefined || part === "") continue;
        for (const kind of compounds ? [part, ...endingsOf(part, short)] : [part]) heads.add(kind);
      }
      if (!compounds) continue;
      const names = namesInTitle(title, brand, qualifiers);
      for (const word of names.flat()) for (const ending of compoundParts(word)) endings.add(ending);
      // In "Apfel Elstar" and "Rotwein Merlot", the first noun is the product and the second noun is its variety.
      const first = capitalNouns ? names[0]?.[0]?.toLowerCase() : undefined;
      if (first !== undefined) for (const kind of [first, ...endingsOf(first)]) heads.add(kind);
    }
  }
  return {
    heads: [...heads].map(searchText),
    things: [...things].map(searchText),
    phrases: [...phrases],
    ...(compounds ? { endings: [...endings] } : {}),
  };
}

/**
 * Creates a function that finds the possible last parts of a compound word, and the word for a department in the compound word ("damesko"
 * contains "dame").
 */
function compoundReader(language: Language): CompoundReader {
  const known = compoundReaders.get(language);
  if (known !== undefined) return known;
  const short = new Set(LANGUAGES[language].shortEndings?.split(" "));
  const departmentOf = departmentReader(language);
  const compoundParts = (word: string): string[] => {
    const department = departmentOf(word);
    const named =
      department === undefined
        ? []
        : (LANGUAGES[language].departments?.[department].words.split(" ").slice(0, 1) ?? []);
    return [...word.split("-").flatMap((part) => endingsOf(part, short)), ...named];
  };
  const reader = { short, compoundParts };
  compoundReaders.set(language, reader);
  return reader;
}

interface CompoundReader {
  readonly short: ReadonlySet<string>;
  readonly compoundParts: (word: string) => string[];
}

/** Compound readers, cached per language. */
const compoundReaders = new Map<Language, CompoundReader>();

/** Returns the lower-case words of a title; an empty list if the title has no words with capitals. */
function smallWords(title: string): string[] {
  const words = title.slice(0, MAX_TITLE_LENGTH).match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const small = words.filter((word) => word === word.toLowerCase());
  return small.length === words.length ? [] : small;
}

const MAX_TITLE_LENGTH = 2_000;

/** Matches the names of fields that contain colours. Words for colours in titles do not describe the product type. */
const COLOUR_FIELD = /colou?r|couleur|farbe|colore|renk/i;
/** Maximum length of a colour name in characters. Longer values are ignored as descriptions. */
const MAX_COLOUR_LENGTH = 200;

/** Returns the words in the colour fields of a variant, in lower case. */
export function coloursOf(fields: FieldValues): ReadonlySet<string> {
  const colours = new Set<string>();
  for (const [field, values] of fields) {
    if (!COLOUR_FIELD.test(field)) continue;
    for (const value of values) {
      const name = String(value);
      if (name.length > MAX_COLOUR_LENGTH) continue;
      for (const word of name.toLowerCase().split(/[^\p{L}]+/u)) colours.add(word);
    }
  }
  return colours;
}

/** Returns the latest release time, or else the creation time, in seconds since 1970. */
function releaseOf(released: readonly string[], createdAt: string): number {
  const times = released.map((timestamp) => Date.parse(timestamp)).filter((time) => !Number.isNaN(time));
  // Avoids `Math.max(...times)`, because the number of times may exceed the maximum number of arguments.
  const newest = times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : Date.parse(createdAt);
  return Math.floor(newest / 1000);
}

const SECONDS_A_DAY = 86_400;

/**
 * Returns a product's rank in listings without personalization, in seconds since 1970. A product without views that was released at this
 * time has the same rank.
 *
 * The release date has the value 2^(−age / half-life). The interest of shoppers decays at the same rate. The result combines the two
 * values: `prior = H · log2(2^(released / H) + 2^(heat / H))`. As time passes, all values shrink by the same factor, so the order stays
 * correct without reindexing.
 * @param heat see `Learned.heat`; null if only the release date counts
 */
export function priorOf(released: number, heat: number | null, halfLifeDays: number): number {
  if (heat === null) return released;
  const halfLife = halfLifeDays * SECONDS_A_DAY;
  const [less, more] = released < heat ? [released, heat] : [heat, released];
  return Math.floor(more + halfLife * Math.log2(1 + 2 ** ((less - more) / halfLife)));
}

/** Maximum number of product names that are used from a title. Later names are details ("with cable and bag, 14 inch"). */
const NAMES = 2;
/** Maximum number of words in a phrase: a head noun with two qualifiers. */
const MAX_WORDS = 3;
const LONGEST = 60;
/** Matches phrases that contain only letters and common punctuation. Notations like "pc(s)" and "rice/akki" do not match. */
const TYPED = /^[\p{L}\p{M}'’&+. -]+$/u;
/** Matches abbreviations of four or more consonants, such as hght. Shorter abbreviations, such as hdd, are common terms. */
const ABBREVIATION = /(?:^| )[bcdfghjklmnpqrstvwxz]{4,}(?: |$)/u;

/** Whether shoppers would type a phrase in a search field: it is short, and contains neither special characters nor abbreviations. */
export const isTypable = (phrase: string): boolean =>
  phrase.length <= LONGEST && TYPED.test(phrase) && !ABBREVIATION.test(phrase.toLowerCase());

/**
 * Returns the phrases that shoppers may type to find a product: the head nouns of the first names in the title, alone and with qualifiers
 * ("card", "sd card", "micro sd card"). The phrases are distinct and in lower case.
 * @param brand the product's brand
 * @param qualifiers lower-case words that never name a product, such as its colours
 * @param firstToo whether the first word of a name is a phrase too, such as "Zahnpasta" in "Zahnpasta Kariesschutz"
 */
export function phrasesOfTitle(
  title: string,
  brand: string | undefined,
  qualifiers: ReadonlySet<string>,
  position: HeadPosition,
  firstToo = false,
): string[] {
  const phrases = new Set<string>();
  for (const name of namesInTitle(title, brand, qualifiers).slice(0, NAMES).flatMap(atSlashes)) {
    const counts = Array.from({ length: Math.min(MAX_WORDS, name.length) }, (_, at) => at + 1);
    const parts = counts.map((count) => (position === "first" ? name.slice(0, count) : name.slice(-count)));
    for (const words of firstToo ? [name.slice(0, 1), ...parts] : parts) {
      const phrase = words.join(" ").toLowerCase();
      if (isTypable(phrase)) phrases.add(phrase);
    }
  }
  return [...phrases];
}

/** Splits a product name at slashes: "rice/akki" → "rice", "akki"; "in/outdoor camera" → "in", "outdoor camera". */
function atSlashes(name: readonly string[]): string[][] {
  const names: string[][] = [[]];
  for (const word of name) {
    const [first = "", ...others] = word.split("/");
    names.at(-1)?.push(first);
    for (const other of others) names.push([other]);
  }
  return names;
}
