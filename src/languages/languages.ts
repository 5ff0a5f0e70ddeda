import Type, { type Static } from "typebox";
import { choice, closed, completed, type DeepPartial, list, nullable, type Of, toggle } from "../schema/typed.js";
import * as all from "./all.js";

/** Target groups of products. Children are grouped by age first, then by gender. */
export const DEPARTMENTS = ["women", "men", "girls", "boys", "children"] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** A text that a language may lack. The features that need it are then disabled. */
const words = (description: string) => nullable(Type.String({ minLength: 1 }), { default: null, description });
const names = (description: string) => list(Type.String({ minLength: 1 }), { default: [], description });

const endingRules = (description: string) =>
  list(
    Type.Unsafe<readonly [pattern: string, replacement: string]>({
      type: "array",
      minItems: 2,
      maxItems: 2,
      items: { type: "string" },
    }),
    {
      default: [],
      description: `${description} Each is a regular expression of the engine (Java), and what takes the place of its match; applied one after the other.`,
    },
  );

/** Settings that convert texts of a language to comparable terms. `analysis.ts` builds the engine's analyzers from them. */
const WORD_FORMS = closed({
  stemmers: names(
    'Chains of the engine\'s stemmers, with spaces between them ("kstem minimal_english"). Each chain gives a word a form of its own, and two words match that have a form in common. Without any, words are compared without their accents.',
  ),
  folding: names(
    "The engine's token filters that replace letters of the language, before `asciifolding` replaces all others.",
  ),
  stemEndings: endingRules("Of folded stems, where the stemmers leave forms apart."),
  wordEndings: endingRules("Of folded words: a form of its own, beside or in place of stemmers."),
  keepsWord: toggle(
    false,
    'Whether the folded word itself is a form, too: where stemmers shorten a stem further ("fietsen" → "fiets" → "fiet").',
  ),
  lowercase: nullable(choice(["greek", "irish", "turkish"]), {
    default: null,
    description: "The language of the engine's `lowercase` filter; null for the general one.",
  }),
  elidedArticles: words('Articles that are written together with the next word, without apostrophes: "l d qu".'),
  accentedEndings: toggle(
    true,
    "Whether endings of the language have accents. If so, words are stemmed with their accents and without, else only without.",
  ),
  isUnspaced: toggle(false, "Whether words are written without spaces, so that pairs of characters are compared."),
  tokenizer: nullable(choice(["thai"]), {
    default: null,
    description: "The engine's tokenizer for words without spaces; null where pairs of characters stand for words.",
  }),
});

const DEPARTMENT_WORDS = closed({
  words: Type.String({
    minLength: 1,
    description:
      "Whole words that mean the department, in all their forms. In searches each is the same word as the first one.",
  }),
  prefixes: words('Of more words that imply it ("maternity"), and of compounds ("damenschuhe").'),
});

/** Words that make an amount a price. Alternatives are separated by "|"; see the forms in `search/text/price-words.ts`. */
const PRICE_WORDS = closed({
  below: words('Before an amount, which may be bare if no unit follows: "under 50 dress".'),
  most: words('Before an amount with its currency: "pro max 256" and "bis 60" are no prices.'),
  least: words("The same."),
  orLess: words('Behind an amount with its currency: "or less" in "$50 or less", "altı" in "500 TL altı".'),
  orMore: words("The same."),
  between: words('Before two amounts joined by `and`, which may be bare: "between 20 and 60".'),
  and: words("Between those amounts."),
  from: words('Before two amounts joined by `to`, at least one with a currency: "from 20 to 60 euro".'),
  to: words("Between those amounts."),
  within: words('Behind two amounts, at least one with a currency: "arası" in "100-500 TL arası".'),
  price: words('Before any of these, also with bare amounts: "price" in "price up to 60".'),
  currency: words("Codes, names and abbreviations of currencies; signs count in every language."),
  thousand: words("Behind a number, which is multiplied by 1,000."),
  shares: words('At the end of a query a bare amount may be a share of them: "under 50 cotton".'),
  grouping: words('Separators of thousands in addition to "," and ".": "space", "apostrophe".'),
});

/** Words that state the absence of an ingredient or a feature. Alternatives are separated by "|". */
const NEGATION_WORDS = closed({
  before: words('Before what is not there: "without" in "without sugar", "free from".'),
  behind: words('Behind it, as a word or as an ending: "free" in "sugar free", "frei" in "zuckerfrei".'),
  endings: words('More endings, of words that queries want as they are: "sleeveless" for who asks for no sleeves.'),
});

/**
 * The definition of a language. Each language is a file in `data/`, listed in `all.ts`. A file omits settings that its language does not
 * need. Word lists are in lower case and separated by spaces. English lists apply to every language.
 */
export const LANGUAGE = closed({
  code: words("What the library that tells languages calls it; null where it does not know it."),
  yesNo: Type.Unsafe<readonly [yes: string, no: string]>({
    type: "array",
    minItems: 2,
    maxItems: 2,
    items: { type: "string", minLength: 1 },
    description: "The labels of true and false where a facet has none of its own.",
  }),
  headPosition: choice(["first", "last"], {
    description:
      'Where a name has the word for the thing: "laptop sleeve" is a sleeve and has it last, "housse d\'ordinateur" has it first.',
  }),
  compounds: toggle(
    false,
    'Whether words are written as one, the thing last: "Vollmilch" is a kind of "Milch", "Milchreis" of "Reis".',
  ),
  shortEndings: words('Things of three letters or fewer that compounds end with: "sko" of "damesko".'),
  capitalNouns: toggle(
    false,
    'Whether names of things begin with a capital, and what is in small letters only qualifies them: "Roggenbrot geschnitten".',
  ),
  betweenWords: words(
    "They stand between two names in a title, or between a name and what qualifies it. Those of all languages count.",
  ),
  featureWords: words(
    'Behind them a name says what the product has or is made of: "with" in "sofa with ottoman". Those of all languages count.',
  ),
  compatibilityWords: words(
    'Behind them a title says what the product goes with: "for" in "battery for notebook". Those of all languages count.',
  ),
  measures: words(
    "Units behind a bare amount that is no price, as alternatives of a regular expression. Those of all languages count.",
  ),
  sizeWords: words('The words for "size" in singular, as alternatives of a regular expression.'),
  privateWords: words(
    "Words in names of fields that hardly any shop shows: what it pays, to whom. Those of all languages count.",
  ),
  forms: WORD_FORMS,
  departments: nullable(
    closed({
      women: DEPARTMENT_WORDS,
      men: DEPARTMENT_WORDS,
      girls: DEPARTMENT_WORDS,
      boys: DEPARTMENT_WORDS,
      children: DEPARTMENT_WORDS,
    }),
    { default: null },
  ),
  priceWords: nullable(PRICE_WORDS, { default: null }),
  negationWords: nullable(NEGATION_WORDS, { default: null }),
  // Plant-based milk is listed as a drink, because only animal milk may be sold as "milk" in the EU (Regulation 1308/2013).
  synonyms: words('For shops of any kind: lists with "; " between them, each of terms with ", " between them.'),
  irregular: words(
    'Irregular forms and second spellings, with ", " between the words: the stem of each, and the words that are taken for it ("shelf shelves, gray grey").',
  ),
  stopWords: words(
    "Words that are too frequent to tell products apart: the engine's own lists (`_english_` …). A query drops them unless it has no others.",
  ),
});

export type LanguageDefinition = Of<typeof LANGUAGE>;
export type HeadPosition = LanguageDefinition["headPosition"];
export type PriceWords = Of<typeof PRICE_WORDS>;
export type NegationWords = Of<typeof NEGATION_WORDS>;
export type EndingRule = LanguageDefinition["forms"]["wordEndings"][number];

/** The name of a language in configurations and index names. `other` is any language without a file. */
export type Language = keyof typeof all;

export const LANGUAGES = Object.fromEntries(
  Object.entries<unknown>(all).map(([name, file]) => [
    name,
    completed(LANGUAGE, file as DeepPartial<Static<typeof LANGUAGE>>),
  ]),
) as Readonly<Record<Language, LanguageDefinition>>;

/** Language names in alphabetical order. */
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

/** The words of a list in all languages, without duplicates. */
export const wordsOfAll = (
  list: "betweenWords" | "featureWords" | "compatibilityWords" | "privateWords",
): ReadonlySet<string> => new Set(LANGUAGE_NAMES.flatMap((name) => LANGUAGES[name][list]?.split(" ") ?? []));

/** Words between two names, or between a name and its qualifier, in all languages: "H and M" is "H&M". */
export const JOINING_WORDS: ReadonlySet<string> = wordsOfAll("betweenWords");

/** A setting in the given language and in English, without duplicates. English is included because it is used in all shops. */
export const withEnglish = <P extends keyof LanguageDefinition>(language: Language, part: P) =>
  [...new Set([LANGUAGES.english[part], LANGUAGES[language][part]])].filter((one) => one !== null);
