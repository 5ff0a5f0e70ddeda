/** Whom a product is made for: gender, or for children age first. */
export const DEPARTMENTS = ["women", "men", "girls", "boys", "children"] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** Where a name has the word for the thing: "laptop sleeve" is a sleeve and has it last, "housse d'ordinateur" has it first. */
export type HeadPosition = "first" | "last";

/** The words that make amounts a price, as alternatives with "|" between them; see the forms of `search/text/price-words.ts`. */
export interface PriceWords {
  /** Before an amount, which may be bare if no unit follows: "under 50 dress". */
  readonly below: string | null;
  /** Before an amount with its currency: "pro max 256" and "bis 60" are no prices. */
  readonly most: string | null;
  readonly least: string | null;
  /** Behind an amount with its currency: "or less" in "$50 or less", "altı" in "500 TL altı". */
  readonly orLess: string | null;
  readonly orMore: string | null;
  /** Before two amounts joined by `and`, which may be bare: "between 20 and 60". */
  readonly between: string | null;
  readonly and: string | null;
  /** Before two amounts joined by `to`, at least one with a currency: "from 20 to 60 euro". */
  readonly from: string | null;
  readonly to: string | null;
  /** Behind two amounts, at least one with a currency: "arası" in "100-500 TL arası". */
  readonly within: string | null;
  /** Before any of these, also with bare amounts: "price" in "price up to 60". */
  readonly price: string | null;
  /** Codes, names and abbreviations of currencies; signs count in every language. */
  readonly currency: string | null;
  /** Behind a number, which is multiplied by 1,000. */
  readonly thousand: string | null;
  /** At the end of a query a bare amount may be a share of them: "under 50 cotton". */
  readonly shares: string | null;
  /** Separators of thousands in addition to "," and ".": "space", "apostrophe". */
  readonly grouping: string | null;
}

/** Defaults for a language that lists only some words. */
export const UNKNOWN_PRICE_WORDS: PriceWords = {
  below: null,
  most: null,
  least: null,
  orLess: null,
  orMore: null,
  between: null,
  and: null,
  from: null,
  to: null,
  within: null,
  price: null,
  currency: null,
  thousand: null,
  shares: null,
  grouping: null,
};

/** How a text says that something is not there, as alternatives with "|" between them. */
export interface NegationWords {
  /** Before what is not there: "without" in "without sugar", "free from". */
  readonly before: string | null;
  /** Behind it, as a word or as an ending: "free" in "sugar free", "frei" in "zuckerfrei". */
  readonly behind: string | null;
  /** More endings, of words that queries want as they are: "sleeveless" for who asks for no sleeves. */
  readonly endings: string | null;
}

/** A rule of endings: a regular expression of the engine (Java), and what takes the place of its match. */
export type EndingRule = readonly [pattern: string, replacement: string];

/** How the texts of a language are made into comparable terms; `analysis.ts` builds the engine's analyzers from it. */
export interface WordForms {
  /**
   * Chains of the engine's stemmers, with spaces between them ("kstem minimal_english"). Each chain gives a word a form of its
   * own, and two words match that have a form in common.
   */
  readonly stemmers: readonly string[];
  /** The engine's token filters that replace letters of the language, before `asciifolding` replaces all others. */
  readonly folding: readonly string[];
  /** Applied one after the other to a folded stem, where the stemmers leave forms apart. */
  readonly stemEndings: readonly EndingRule[];
  /** Applied one after the other to a folded word: a form of its own, beside or in place of stemmers. */
  readonly wordEndings: readonly EndingRule[];
  /** Whether the folded word itself is a form, too: where stemmers shorten a stem further ("fietsen" → "fiets" → "fiet"). */
  readonly keepsWord: boolean;
  /** The language of the engine's `lowercase` filter; null for the general one. */
  readonly lowercase: "greek" | "irish" | "turkish" | null;
  /** Articles that are written together with the next word, without apostrophes ("l d qu"), separated by spaces. */
  readonly elidedArticles: string | null;
  /** Whether endings of the language have accents. If so, words are stemmed with their accents and without, else only without. */
  readonly accentedEndings: boolean;
  /** Whether words are written without spaces, so that pairs of characters are compared. */
  readonly isUnspaced: boolean;
  /** The engine's tokenizer for words without spaces; null where pairs of characters stand for words. */
  readonly tokenizer: "thai" | null;
}

/** The words for a department. Lists are separated by spaces and in lower case. */
export interface DepartmentWords {
  /** Whole words that mean the department, in all their forms. In searches each is the same word as the first one. */
  readonly words: string;
  /** Beginnings of more words that imply it ("maternity"), and of compounds ("damenschuhe"); null where there are none. */
  readonly beginnings: string | null;
}

/**
 * All that the service knows of a language: each is one file, listed in `all.ts`. Null where the language has no such words,
 * which turns off what needs them. Lists of words are separated by spaces and in lower case; English ones count in every
 * language.
 */
export interface LanguageDefinition {
  readonly forms: WordForms;
  /**
   * Words that are too frequent to tell products apart, lower case. A query drops them unless it has no others. These are the
   * engine's own lists (`_english_` …).
   */
  readonly stopWords: string | null;
  /**
   * Irregular forms and second spellings: each line the stem of a word, and the words that are taken for it, separated by
   * spaces ("shelf shelves", "gray grey").
   */
  readonly irregular: readonly string[] | null;
  /** What the library that tells languages calls it; null where it does not know it. */
  readonly code: string | null;
  /** The labels of true and false where a facet has none of its own. */
  readonly yesNo: readonly [yes: string, no: string];
  readonly headPosition: HeadPosition;
  /** Whether words are written as one, the thing last: "Vollmilch" is a kind of "Milch", "Milchreis" of "Reis". */
  readonly compounds: boolean;
  /** Things of three letters or fewer that compounds end with, separated by spaces: "sko" of "damesko". */
  readonly shortEndings: string | null;
  /** Whether names of things begin with a capital, and what is in small letters only qualifies them: "Roggenbrot geschnitten". */
  readonly capitalNouns: boolean;
  /** They stand between two names in a title, or between a name and what qualifies it. Those of all languages count. */
  readonly betweenWords: string | null;
  /** Behind them a name says what the product has or is made of: "with" in "sofa with ottoman". Those of all languages count. */
  readonly featureWords: string | null;
  /** Behind them a title says what the product goes with: "for" in "battery for notebook". Those of all languages count. */
  readonly compatibilityWords: string | null;
  readonly departments: Readonly<Record<Department, DepartmentWords>> | null;
  readonly priceWords: PriceWords | null;
  readonly negationWords: NegationWords | null;
  /** Units behind a bare amount that is no price, as alternatives of a regular expression. Those of all languages count. */
  readonly measures: string | null;
  /** The words for "size" in singular, as alternatives of a regular expression. */
  readonly sizeWords: string | null;
  /** Synonyms for shops of any kind, each a list of terms with ", " between them. */
  readonly synonyms: readonly string[] | null;
  /** Words in names of fields that hardly any shop shows: what it pays, to whom. Those of all languages count. */
  readonly privateWords: string | null;
}

/** The forms of a language without stemmers: words without their accents. */
export const FOLDED_ONLY: WordForms = {
  stemmers: [],
  folding: [],
  stemEndings: [],
  wordEndings: [],
  keepsWord: false,
  lowercase: null,
  elidedArticles: null,
  accentedEndings: true,
  isUnspaced: false,
  tokenizer: null,
};

/** The definition of a language of which nothing is known. */
export const UNKNOWN_WORDS = {
  forms: FOLDED_ONLY,
  stopWords: null,
  irregular: null,
  code: null,
  compounds: false,
  shortEndings: null,
  capitalNouns: false,
  betweenWords: null,
  featureWords: null,
  compatibilityWords: null,
  departments: null,
  priceWords: null,
  negationWords: null,
  measures: null,
  sizeWords: null,
  synonyms: null,
  privateWords: null,
} as const;
