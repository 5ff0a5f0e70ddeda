import type { JsonSchema } from "../schema/validator.js";
import { DEFAULT_SEARCH as DEFAULTS, type SearchRules } from "./search-configuration.js";

type Named<T> = { [K in keyof SearchRules]: SearchRules[K] extends T ? K : never }[keyof SearchRules];

const points = (name: Named<number>, description: string) => ({
  type: "number",
  minimum: 0,
  maximum: 100,
  default: DEFAULTS[name],
  description,
});

const toggle = (name: Named<boolean>, description: string) => ({
  type: "boolean",
  default: DEFAULTS[name],
  description,
});

const terms = (description: string) => ({
  type: "array",
  minItems: 1,
  maxItems: 50,
  items: { type: "string", maxLength: 100, pattern: "\\S", "x-expected": "one word or several" },
  description,
});

const synonym = {
  type: "object",
  additionalProperties: false,
  properties: {
    terms: terms("All mean the same, unless there is a `to`."),
    to: terms("Who types one of `terms` finds these too, and not the other way round."),
  },
  required: ["terms"],
};

export const SEARCH_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    phrase: points("phrase", "The words one after the other in the title, beside a single word there."),
    heads: points("heads", "Points for what the query's last word names, by its title."),
    kinds: points("kinds", "Points for what the query's last word names, by its stated type."),
    brand: points("brand", "Points for products of a brand that the query names."),
    category_intent: points(
      "category_intent",
      "Points for products of the category that shoppers choose from after the same query.",
    ),
    intent_share: {
      type: "number",
      minimum: 0.3,
      maximum: 0.95,
      default: DEFAULTS.intent_share,
      description: "The share of such choices that a category must have.",
    },
    all_words: points("all_words", "Points for having all words."),
    popularity: points("popularity", "The most that popularity adds."),
    spelling: toggle("spelling", "The most similar word for one that no product has."),
    compounds: toggle("compounds", "Words written together and apart."),
    named_variant: toggle("named_variant", "Show the variant whose colour or size the query names."),
    price_words: toggle("price_words", 'Read prices from queries: products for "shoes under 50" cost no more.'),
    general_synonyms: toggle("general_synonyms", "Use the short list that ships with the service."),
    synonyms: {
      type: "array",
      maxItems: 5000,
      items: synonym,
      default: DEFAULTS.synonyms,
      description: "Words that mean the same (`terms`), or lead from one to another (`terms`, `to`).",
    },
    enough: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      default: DEFAULTS.enough,
      description: "Where fewer products have all words, what has some of them comes after them.",
    },
  },
  description: "How searches find and rank products, beside the field weights. 0 and false turn a signal off.",
};
