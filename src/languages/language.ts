/** Whom a product is made for: gender, or for children age first. */
export const DEPARTMENTS = ["women", "men", "girls", "boys", "children"] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** Where a name has the word for the thing: "laptop sleeve" is a sleeve and has it last, "housse d'ordinateur" has it first. */
export type HeadPosition = "first" | "last";

/** Words before an amount, as alternatives of a regular expression. */
export interface PriceWords {
  /** Mean a price also where the amount is bare and what follows is no unit: "under 50 dress". */
  readonly below: string | null;
  /** Mean one only where the amount has its currency: "pro max 256", "bis 60". */
  readonly most: string;
  readonly least: string;
}

/** How a text says that something is not there, as alternatives with "|" between them. */
export interface NegationWords {
  /** Before what is not there: "without" in "without sugar", "free from". */
  readonly before: string | null;
  /** Behind it, as a word or as an ending: "free" in "sugar free", "frei" in "zuckerfrei". */
  readonly behind: string | null;
  /** More endings, of words that queries want as they are: "sleeveless" for who asks for no sleeves. */
  readonly endings: string | null;
}

/**
 * All that the service knows of a language: each is one file, listed in `all.ts`. Null where the language has no such words,
 * which turns off what needs them. Lists of words are separated by spaces and in lower case; English ones count in every
 * language.
 */
export interface LanguageDefinition {
  /** The engine's analyzer: it cuts words, takes endings off (plurals, cases) and drops stop words. */
  readonly analyzer: string;
  /** The plugin of the engine that has the analyzer. */
  readonly plugin: string | null;
  /** What the library that tells languages calls it; null where it does not know it. */
  readonly code: string | null;
  /** The labels of true and false where a facet has none of its own. */
  readonly yesNo: readonly [yes: string, no: string];
  readonly headPosition: HeadPosition;
  /** Whether words are written as one, the thing last: "Vollmilch" is a kind of "Milch", "Milchreis" of "Reis". */
  readonly compounds: boolean;
  /** Whether names of things begin with a capital, and what is in small letters only qualifies them: "Roggenbrot geschnitten". */
  readonly capitalNouns: boolean;
  /** They stand between two names in a title, or between a name and what qualifies it. Those of all languages count. */
  readonly betweenWords: string | null;
  /** They stand between two words for one thing: "or" in "couch or sofa". */
  readonly orWords: string | null;
  /** Behind them a name says what the product has or is made of: "with" in "sofa with ottoman". Those of all languages count. */
  readonly featureWords: string | null;
  /** Behind them a title says what the product goes with: "for" in "battery for notebook". Those of all languages count. */
  readonly compatibilityWords: string | null;
  /** The beginnings of words for each department. A word that ends with "$" is whole. */
  readonly departments: Readonly<Record<Department, string>> | null;
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

/** What a language has of which nothing is known but its analyzer. */
export const UNKNOWN_WORDS = {
  plugin: null,
  code: null,
  compounds: false,
  capitalNouns: false,
  betweenWords: null,
  orWords: null,
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
