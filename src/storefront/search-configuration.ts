/** How searches find and rank products, beside the field weights. 0 and false turn a signal off. */
export interface SearchRules {
  /** How much the words as typed, one after the other in the title, count beside a word there. */
  readonly phrase: number;
  /** Points for products that are what the query's last word names, by their title (a text score is mostly between 5 and 50). */
  readonly heads: number;
  /** The same by what the feed states as their type. */
  readonly kinds: number;
  /** Points for products of a brand that the query names. */
  readonly brand: number;
  /** Points for products of the category that shoppers choose from after the same query. */
  readonly category_intent: number;
  /** The share of such choices that a category must have for that, with an error of one in twenty. */
  readonly intent_share: number;
  /** Points for products that have all words of several. */
  readonly all_words: number;
  /** The most that popularity adds. */
  readonly popularity: number;
  /** The most similar word, for words that no product has. */
  readonly spelling: boolean;
  /** Words written together and apart ("memory stick", "memorystick"; "2m", "2 m"). */
  readonly compounds: boolean;
  /** Of several variants, the one that is shown has the colour or size that the query names. */
  readonly named_variant: boolean;
  /** "under 50" is a price, and no words to look for. */
  readonly price_words: boolean;
  /** The short list that ships with the product. */
  readonly general_synonyms: boolean;
  readonly synonyms: readonly SynonymRule[];
  /** Where fewer products have all words, what has some of them comes after them. */
  readonly enough: number;
}

/** Terms are one word or several, compared without case. */
export interface SynonymRule {
  /** All mean the same, unless there is a `to`. */
  readonly terms: readonly string[];
  /** Who types one of `terms` also finds what is called one of these, and not the other way round. */
  readonly to?: readonly string[];
}

export const DEFAULT_SEARCH: SearchRules = {
  phrase: 0.25,
  heads: 8,
  kinds: 8,
  brand: 4,
  category_intent: 4,
  intent_share: 0.5,
  all_words: 20,
  popularity: 2,
  spelling: true,
  compounds: true,
  named_variant: true,
  price_words: true,
  general_synonyms: true,
  synonyms: [],
  enough: 50,
};
