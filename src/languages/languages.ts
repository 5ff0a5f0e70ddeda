import Type, { type Static } from "typebox";
import { choice, closed, completed, type DeepPartial, list, nullable, type Of, toggle } from "../schema/typed.js";
import * as all from "./all.js";

/** Target groups of products. Products for children are grouped by age first, then by gender. */
export const DEPARTMENTS = ["women", "men", "girls", "boys", "children"] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** Schema of a text that a language definition may omit. If the text is missing, the features that need the text are disabled. */
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
      description: `${description} Each entry has a Java regular expression and a replacement. The entries are applied in order.`,
    },
  );

/** Settings that convert texts of a language to comparable terms. `analysis.ts` builds the engine's analyzers from them. */
const WORD_FORMS = closed({
  stemmers: names(
    'Chains of OpenSearch stemmers, separated by spaces ("kstem minimal_english"). Each chain produces one form of a word. Two words match if they share a form. Without stemmers, words are compared without accents.',
  ),
  folding: names("OpenSearch token filters that replace letters of the language, applied before `asciifolding`."),
  stemEndings: endingRules(
    "Replacements for endings of stems without accents, to unify word forms that the stemmers do not unify.",
  ),
  wordEndings: endingRules(
    "Replacements for endings of words without accents. The result is indexed as an additional form of the word, even if a stemmer has produced another form.",
  ),
  keepsWord: toggle(
    false,
    'Whether the folded word itself is a form, too. Needed if stemmers shorten stems again ("fietsen" → "fiets" → "fiet").',
  ),
  lowercase: nullable(choice(["greek", "irish", "turkish"]), {
    default: null,
    description: "Language of the `lowercase` token filter; null for the general filter.",
  }),
  elidedArticles: words('Articles that are joined to the next word, without apostrophes: "l d qu".'),
  accentedEndings: toggle(
    true,
    "Whether word endings of the language have accents. If true, words are stemmed both with and without accents, otherwise only without.",
  ),
  isUnspaced: toggle(
    false,
    "Whether words are written without spaces. If true, words are compared by pairs of characters.",
  ),
  tokenizer: nullable(choice(["thai"]), {
    default: null,
    description: "OpenSearch tokenizer for text without spaces; null to use pairs of characters.",
  }),
});

const DEPARTMENT_WORDS = closed({
  words: Type.String({
    minLength: 1,
    description:
      "All forms of the words for a department, such as women. Searches treat them as synonyms of the first word.",
  }),
  prefixes: words("Prefixes of words that imply the department, such as maternity, or damen in damenschuhe."),
});

/** Words that indicate that an amount is a price. Alternatives are separated by "|"; for phrases, see `search/text/price-words.ts`. */
const PRICE_WORDS = closed({
  below: words('Words before a maximum amount, with or without a currency: "under 50 dress".'),
  most: words('Words before a maximum amount with a currency: "pro max 256" and "bis 60" are not prices.'),
  least: words("Words that precede a minimum price with a currency."),
  orLess: words('Words after a maximum amount with a currency: "or less" in "$50 or less", "altı" in "500 TL altı".'),
  orMore: words("Words that follow a minimum price with a currency."),
  between: words(
    "Words that precede a price range, like the word between in: between 20 and 60. A currency is optional.",
  ),
  and: words("Words between the two amounts of a price range, like the word and in: between 20 and 60."),
  from: words(
    "Words that precede a price range, like the word from in: from 20 to 60 euro. At least one amount must have a currency.",
  ),
  to: words("Words between the two amounts of a price range, like the word to in: from 20 to 60 euro."),
  within: words(
    "Words that follow a price range, like the word arası in: 100-500 TL arası. At least one amount must have a currency.",
  ),
  price: words(
    "Words that mean price and may precede an amount or a price range, as in: price up to 60. The amount then needs no currency.",
  ),
  currency: words("Codes, names and abbreviations of currencies. Currency signs are recognized in every language."),
  thousand: words("Words after a number that multiply it by 1,000."),
  shares: words('Materials. A bare amount before a material at the end of a query is not a price: "under 50 cotton".'),
  grouping: words('Separators of thousands in addition to "," and ".": "space", "apostrophe".'),
});

/** Words that state the absence of an ingredient or a feature. Alternatives are separated by "|". */
const NEGATION_WORDS = closed({
  before: words('Words before an excluded term: "without" in "without sugar", "free from".'),
  behind: words('Words or endings after an excluded term: "free" in "sugar free", "frei" in "zuckerfrei".'),
  endings: words(
    'Further endings that state an absence in product texts but are no negations in queries: "sleeveless".',
  ),
});

/**
 * The definition of a language. Each language is a file in `data/`, listed in `all.ts`. A file omits settings that its language does not
 * need. Word lists are in lower case and separated by spaces. English lists apply to every language.
 */
export const LANGUAGE = closed({
  code: words("Code of the language in the language detection library; null if the library does not support it."),
  yesNo: Type.Unsafe<readonly [yes: string, no: string]>({
    type: "array",
    minItems: 2,
    maxItems: 2,
    items: { type: "string", minLength: 1 },
    description: "Default facet labels for the values true and false.",
  }),
  headPosition: choice(["first", "last"], {
    description:
      'Position of the head noun in a product name: last in "laptop sleeve", first in "housse d\'ordinateur".',
  }),
  compounds: toggle(
    false,
    'Whether compounds are written as one word with the head noun last: "Vollmilch" is a type of "Milch", "Milchreis" of "Reis".',
  ),
  shortEndings: words('Head nouns of at most three letters in compounds: "sko" in "damesko".'),
  capitalNouns: toggle(
    false,
    'Whether nouns begin with a capital letter, so that words in lower case only qualify them: "Roggenbrot geschnitten".',
  ),
  betweenWords: words(
    "Words that join two product names in a title, or a product name and its description. The words of all languages are used together.",
  ),
  featureWords: words(
    'Words before a feature or material in a name: "with" in "sofa with ottoman". The words of all languages are used together.',
  ),
  compatibilityWords: words(
    'Words before a compatible product in a title: "for" in "battery for notebook". The words of all languages are used together.',
  ),
  measures: words(
    "Units after an amount that is not a price, as alternatives of a regular expression. The units of all languages are used together.",
  ),
  sizeWords: words('Words for "size" in the singular, as alternatives of a regular expression.'),
  privateWords: words(
    "Words in names of private fields, such as purchase prices and suppliers. The words of all languages are used together.",
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
  synonyms: words(
    "Synonyms for all shops. A semicolon and a space separate groups; a comma and a space separate the terms of a group.",
  ),
  irregular: words(
    "Irregular forms and spelling variants. Each entry is a stem, followed by the words that the stem replaces. A comma and a space separate entries: shelf shelves, gray grey.",
  ),
  stopWords: words(
    "Stop words, taken from the OpenSearch lists (`_english_` …). Stop words are ignored in queries, unless a query consists only of stop words.",
  ),
});

export type LanguageDefinition = Of<typeof LANGUAGE>;
export type HeadPosition = LanguageDefinition["headPosition"];
export type PriceWords = Of<typeof PRICE_WORDS>;
export type NegationWords = Of<typeof NEGATION_WORDS>;
export type EndingRule = LanguageDefinition["forms"]["wordEndings"][number];

/** The name of a language in configurations and index names. `other` stands for any language without a definition file. */
export type Language = keyof typeof all;

export const LANGUAGES = Object.fromEntries(
  Object.entries<unknown>(all).map(([name, file]) => [
    name,
    completed(LANGUAGE, file as DeepPartial<Static<typeof LANGUAGE>>),
  ]),
) as Readonly<Record<Language, LanguageDefinition>>;

/** Language names in alphabetical order. */
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

/** Returns the words of a word list from the definitions of all languages, without duplicates. */
export const wordsOfAll = (
  list: "betweenWords" | "featureWords" | "compatibilityWords" | "privateWords",
): ReadonlySet<string> => new Set(LANGUAGE_NAMES.flatMap((name) => LANGUAGES[name][list]?.split(" ") ?? []));

/** Words that join the parts of a name, in all languages: "H and M" is "H&M". */
export const JOINING_WORDS: ReadonlySet<string> = wordsOfAll("betweenWords");

/**
 * Returns the values of a setting in the given language and in English, without duplicates. English is included because it is used in all
 * shops.
 */
export const withEnglish = <P extends keyof LanguageDefinition>(language: Language, part: P) =>
  [...new Set([LANGUAGES.english[part], LANGUAGES[language][part]])].filter((one) => one !== null);
