import Type from "typebox";
import { closed, integer, list, number, type Of, toggle } from "../schema/typed.js";

const points = (fallback: number, description: string) => number(fallback, [0, 100], description);

const terms = (description: string) =>
  list(Type.String({ maxLength: 100, pattern: "\\S", "x-expected": "one word or several" }), {
    minItems: 1,
    maxItems: 50,
    description,
  });

/** A term is one or more words, compared case-insensitively. */
const SYNONYM = closed({
  terms: terms("All mean the same, unless there is a `to`."),
  to: Type.Optional(terms("Who types one of `terms` finds these too, and not the other way round.")),
});

export const SEARCH = closed(
  {
    phrase: points(
      0.25,
      "How much the words as typed, one after the other in the title, count beside a single word there.",
    ),
    heads: points(
      8,
      "Points for products that are what the query's head names, by their title: a laptop sleeve is a sleeve, no laptop.",
    ),
    product_types: points(
      8,
      "The same by what the feed states, in fields whose names end in `type`, `product_type` or `kind`.",
    ),
    brand: points(
      4,
      'Points for products of a brand that the query names: its whole designer, letters and digits compared, or a synonym of it; nothing for what only mentions the brand, or for a brand that comes after "for".',
    ),
    category_intent: points(
      4,
      "Points for products of the category that shoppers choose from after the same query; half of them where only the catalogue tells in which categories things are called so.",
    ),
    intent_share: number(
      0.5,
      [0.3, 0.95],
      "The share of such choices that the category must surely have; at 0.5 three of three are enough, and 8 of 10, but not 7 of 10.",
    ),
    all_words: points(20, "Points for products that have all words of several."),
    semantic: points(
      0,
      "Points for the product that is nearest the query in meaning, where no product has all its words; others near it get their part. Needs an encoder (`EMBEDDING_URL`); 0 asks none.",
    ),
    popularity: points(2, "The most that popularity adds."),
    spelling: toggle(true, "The most similar word, for words that no product has."),
    typo_exclusions: Type.Optional(
      list(Type.String({ maxLength: 100, pattern: "^\\S+$", "x-expected": "one word" }), {
        maxItems: 1000,
        description: "Words that are right as they are typed: `spelling` leaves them alone. Compared without case.",
      }),
    ),
    compounds: toggle(
      true,
      'Words written together and apart ("memory stick", "memorystick"), also numbers and units ("2m", "2 m").',
    ),
    measures: toggle(
      true,
      'Amounts with a unit are compared as such ("0,33 l" is "330 ml"): equal before near, before what says none, before what differs.',
    ),
    named_variant: toggle(true, "Of several variants, the one is shown whose `color` or `sizes` the query names."),
    price_words: toggle(
      true,
      '"shoes under 50", "between $20 and $60", "bis 50 Euro": only products at such a price match, the words for it are not searched, and `meta.price` has the bounds. An amount needs its currency, except after "under", "between", "price" and the like. Of measures only the comparison is dropped: "over 30 inch" searches "30 inch". Where fewer than a tenth of the products have a price it filters nothing, which `meta.warnings` says.',
    ),
    general_synonyms: toggle(
      true,
      "The short list that ships with the service, for English, German, French, Italian, Spanish and Turkish.",
    ),
    synonyms: list(SYNONYM, {
      maxItems: 5000,
      default: [],
      description:
        'The storefront\'s own: `terms` that mean the same, or, with `to`, that lead to others and not back. A single term without `to` is a name: "nike free" is then not read as "without nike".',
    }),
    minimum_hits: integer(
      50,
      [1, 1000],
      "Where fewer products have all words, what has some of them comes after them; the answer's `meta.query_relaxed` says so. In orders by a field only what finds nothing is.",
    ),
  },
  { description: "How searches find and rank products, beside the field weights. 0 and false turn a signal off." },
);

export type SearchRules = Of<typeof SEARCH>;
export type SynonymRule = Of<typeof SYNONYM>;

export const SUGGEST = closed(
  {
    typed_queries: toggle(true, "Suggest what other shoppers typed, beside what the catalogue's own words make."),
    shoppers: integer(
      3,
      [2, 10],
      "So many different shoppers must have typed a query before others are shown it, and have chosen something before `search.category_intent` goes by it.",
    ),
    spelling: toggle(true, "Where nothing begins with what was typed, suggest what nearly does, from five letters on."),
    blocked: list(Type.String({ maxLength: 100, pattern: "[\\p{L}\\p{N}]", "x-expected": "one word or several" }), {
      maxItems: 1000,
      default: [],
      description:
        "No query with one of these terms is suggested; a term is one word or several, compared without case.",
    }),
    taste: number(
      2,
      [0, 100],
      "How far what a shopper likes goes before what everybody types: 1 is what the most common query has, 0 is not at all.",
    ),
  },
  { description: "What is suggested while shoppers type." },
);

export type SuggestRules = Of<typeof SUGGEST>;
