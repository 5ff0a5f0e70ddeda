import Type from "typebox";
import { closed, integer, list, number, type Of, toggle } from "../schema/typed.js";

const points = (fallback: number, description: string) => number(fallback, [0, 100], description);

const terms = (description: string) =>
  list(Type.String({ maxLength: 100, pattern: "\\S", "x-expected": "one or more words" }), {
    minItems: 1,
    maxItems: 50,
    description,
  });

/** Schema of a synonym rule. A term consists of one or more words and is compared case-insensitively. */
const SYNONYM = closed({
  terms: terms("Terms with the same meaning, unless `to` is set."),
  to: Type.Optional(
    terms(
      "One-way synonyms. A query with one of the `terms` also finds products with these synonyms. The reverse does not apply.",
    ),
  ),
});

export const SEARCH = closed(
  {
    phrase: points(
      0.25,
      "Points for products whose title contains the query exactly as typed, as a multiple of `field_weights.title`.",
    ),
    heads: points(
      8,
      "Points for products whose title has the head noun of the query: a laptop sleeve is a sleeve, not a laptop.",
    ),
    product_types: points(
      8,
      "Points for products whose type in the feed equals the product type in the query. The type is read from fields whose names end in `type`, `product_type` or `kind`.",
    ),
    brand: points(
      4,
      'Points for products whose whole designer name, or a synonym of it, is in the query. A brand after "for" does not count.',
    ),
    category_intent: points(
      4,
      "Points for products of the category that shoppers choose after the query. A category that is derived from the catalogue instead of clicks gets half the points.",
    ),
    intent_share: number(
      0.5,
      [0.3, 0.95],
      "Minimum share of shopper choices for a category to become the category of a query, as a lower confidence bound. At 0.5, 3 of 3 or 8 of 10 choices suffice.",
    ),
    all_words: points(20, "Points for products that contain all words of a multi-word query."),
    semantic: points(
      0,
      "Points for the semantically nearest product if no product contains all words of the query. Less similar products get fewer points. Requires an embedding model (setting `EMBEDDING_URL`).",
    ),
    popularity: points(2, "Maximum points for the popularity of a product."),
    spelling: toggle(true, "Replaces query words that no product contains with the most similar word."),
    typo_exclusions: Type.Optional(
      list(Type.String({ maxLength: 100, pattern: "^\\S+$", "x-expected": "one word" }), {
        maxItems: 1000,
        description: "Words that `spelling` does not replace.",
      }),
    ),
    compounds: toggle(
      true,
      'Matches words written together and apart ("memory stick", "memorystick"), also numbers and units ("2m", "2 m").',
    ),
    measures: toggle(
      true,
      'Compares amounts with units ("0,33 l" is "330 ml"). Equal amounts rank first, then near, missing and different amounts.',
    ),
    named_variant: toggle(true, "Shows the variant with the colour or size that the query contains."),
    price_words: toggle(
      true,
      'Filters by prices in queries, such as "shoes under 50". The response contains the price bounds in `meta.price`. Amounts without a currency are only recognized after words like "under" and "between". Requires that a tenth of the products have a price.',
    ),
    general_synonyms: toggle(true, "Uses the built-in synonyms of the configured `language`."),
    synonyms: list(SYNONYM, {
      maxItems: 5000,
      default: [],
      description:
        'Synonyms of the storefront. A single term marks a name: with "nike free", "free" is not a negation.',
    }),
    minimum_hits: integer(
      50,
      [1, 1000],
      "Minimum number of hits. If fewer products contain all words of the query, products with some of the words are added, and `meta.query_relaxed` is set. The minimum is 1 if the results are sorted by a field.",
    ),
  },
  { description: "Settings of the matching and ranking in searches. 0 and `false` turn a signal off." },
);

export type SearchRules = Of<typeof SEARCH>;
export type SynonymRule = Of<typeof SYNONYM>;

export const SUGGEST = closed(
  {
    typed_queries: toggle(true, "Suggests queries of other shoppers, in addition to phrases of the catalogue."),
    shoppers: integer(
      3,
      [2, 10],
      "Minimum number of shoppers who typed a suggested query. This minimum also applies to `search.category_intent`.",
    ),
    spelling: toggle(
      true,
      "Corrects typed text of at least five characters if no suggested phrase begins with this text.",
    ),
    blocked: list(Type.String({ maxLength: 100, pattern: "[\\p{L}\\p{N}]", "x-expected": "one or more words" }), {
      maxItems: 1000,
      default: [],
      description: "Queries that contain one of these terms are not suggested.",
    }),
    taste: number(
      2,
      [0, 100],
      "Effect of the shopper's taste profile on the order of suggestions. With 1, a complete match with the taste profile adds as much as the highest query frequency.",
    ),
  },
  { description: "Settings of the suggestions that are shown while shoppers type." },
);

export type SuggestRules = Of<typeof SUGGEST>;
