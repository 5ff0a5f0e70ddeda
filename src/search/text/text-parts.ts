import { headPosition } from "../../catalog/product-type.js";
import { comparableWords, type HeadPosition, type Language } from "../../languages/index.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { anyOf } from "./word-match.js";
import { MAX_WORDS, queryText, type TextRules } from "./words.js";
import { requestedUnits, namingUnits, type Unit, wantedUnits } from "./units.js";
import { MAX_TERM_WORDS } from "./synonyms.js";

/**
 * Ranks products of the requested type above their accessories. Points go to products whose head noun in the title, or whose product type
 * in the data (see `catalog/product-type.ts`), is the query's head noun. A product type in the data that is a word of the product name in
 * the title counts like a head noun: a "bed frame" of type "bed" is a bed. The purpose in a query ("case for iphone") is not the head noun.
 * In queries such as "armchair leather" the head noun comes first, so products whose head noun is another word of the query get a part of
 * the points.
 * @param share share of the configured points to give, from 0 to 1
 */
export function productTypeMatch(units: readonly Unit[], { language, search }: TextRules, share = 1): Clause[] {
  const position = headPosition(language);
  const name = requestedUnits(namingUnits(wantedUnits(units)), { language });
  const unit = headUnit(name, position);
  if (unit === undefined) return [];
  const heads = headsOf(unit, position);
  // Adds the last two words as one word, for titles such as "sofa-bed", where "bed" is not the head noun.
  const lastTwo = name.flatMap(({ words }) => words).slice(-2);
  const isIt = oneOfWords(
    "text.heads",
    position === "last" && lastTwo.length === 2 ? [...heads, lastTwo.join("")] : heads,
  );
  const isStated = oneOfWords("text.product_types", heads);
  const isNamed = oneOfWords("text.things", heads);
  const others = name
    .filter((one) => one !== unit)
    .flatMap(({ words }) => words.at(position === "first" ? 0 : -1) ?? []);
  const isOther = others.length === 0 ? [] : [oneOfWords("text.heads", others)];
  return [
    ...points([isIt, { bool: { filter: [isStated, isNamed] } }], search.heads * share),
    ...points([isStated], search.product_types * share),
    ...points(isOther, search.heads * share * OTHER_HEADS),
  ];
}

const oneOfWords = (field: string, words: readonly string[]): Clause => ({
  match: { [field]: [...new Set(words.flatMap(comparableWords))].join(" ") },
});

/**
 * Matches products whose head noun is the query. Undefined for queries of several words, because one word changes the meaning of another.
 */
export function calledSo(units: readonly Unit[], language: Language): Clause | undefined {
  const [unit, ...more] = namingUnits(wantedUnits(units));
  if (unit === undefined || more.length > 0) return undefined;
  return oneOfWords("text.heads", headsOf(unit, headPosition(language)));
}

const headUnit = (name: readonly Unit[], position: HeadPosition) => (position === "first" ? name[0] : name.at(-1));

/** Returns the head nouns of a query unit (a word or term) and of its synonyms. */
const headsOf = ({ words, alternatives }: Unit, position: HeadPosition): string[] =>
  [words, ...alternatives].flatMap((name) => name.at(position === "first" ? 0 : -1) ?? []);

/**
 * Share of the head noun points for titles whose head noun is another word of the query. These points improved NDCG@10
 * by .006 [.001, .010] for 292 queries on five judged catalogues, without unjudged products.
 */
const OTHER_HEADS = 0.5;

/**
 * Maximum number of clauses of `productTypeMatch`: one for the title's head noun, two for a declared type with the name
 * in the title, one for a declared type, and one for other head nouns.
 */
export const KIND_CLAUSES = 5;

const points = (some: readonly Clause[], boost: number): Clause[] =>
  boost === 0 || some.length === 0 ? [] : [{ constant_score: { filter: anyOf(some), boost } }];

/** Index field with the whole designer name. Only letters and digits are compared: "TP-LINK" equals "tp link". */
export const BRAND_FIELD = "text.designer.whole";

/**
 * Ranks the brand in a query higher. Points go to products whose whole designer name consists of consecutive query words or a synonym.
 * Products that only mention the brand ("cable for Acme") get no points. A brand after "for" in the query gives no points. The query needs
 * no list of brands, because the index decides which names match.
 */
export function brandMatch(units: readonly Unit[], { search }: Pick<TextRules, "search">): Clause[] {
  const names = search.brand === 0 ? [] : namesIn(wantedUnits(units));
  if (names.length === 0) return [];
  return [{ constant_score: { filter: { terms: { [BRAND_FIELD]: names } }, boost: search.brand } }];
}

/**
 * Returns all word sequences of the query that may be a brand name, without duplicates. The index's normalizer folds case and punctuation.
 */
function namesIn(units: readonly Unit[]): string[] {
  const words = units.flatMap((unit) => unit.words);
  const typed = words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_TERM_WORDS, words.length - from) }, (_more, at) =>
      words.slice(from, from + at + 1).join(" "),
    ),
  );
  const alternatives = units.flatMap((unit) => unit.alternatives.map((name) => name.join(" ")));
  return [...new Set([...typed, ...alternatives])].filter((name) => LETTERS.test(name));
}

/** Names without letters and digits are skipped because the normalizer would turn them into an empty text. */
const LETTERS = /[\p{L}\p{N}]/u;

/**
 * Points for products with the words exactly as typed, including accents, endings and stop words. These points distinguish "dress shirt"
 * from "shirt dress". A product whose whole title was typed comes first.
 */
export function asTyped(query: string, { field_weights, search }: TextRules): Clause[] {
  const boost = field_weights.title * search.phrase;
  if (boost === 0) return [];
  const title = queryText(query).slice(0, MAX_TYPED_LENGTH);
  const words = title.split(" ");
  const text = words.slice(0, MAX_WORDS).join(" ");
  return [
    {
      match: {
        [EXACT_FIELD]: { query: text, boost: boost * (ACCENTED.test(text) ? OF_ACCENTED_WORD : OF_EXACT_WORD) },
      },
    },
    ...(words.length < 2 ? [] : [{ match_phrase: { [EXACT_FIELD]: { query: text, boost } } }]),
    ...(words.length < SHORTEST_TITLE
      ? []
      : [{ constant_score: { filter: { term: { "sort.title": title } }, boost: WHOLE_TITLE } }]),
  ];
}

const EXACT_FIELD = "text.title.exact";
/** Maximum number of characters in a typed title. Longer texts are usually pasted. */
const MAX_TYPED_LENGTH = 400;
/**
 * Weight of exact words, relative to the exact phrase. The weight only affects the order of titles with otherwise equal scores. With a
 * weight of .5, NDCG@10 of 55 fashion queries fell by .011, because many titles for "gloves" contain "glove".
 */
const OF_EXACT_WORD = 0.1;
/** Weight of exact words if the query contains accents. Typed accents are intended: "caña" does not match "cana". */
const OF_ACCENTED_WORD = 2;
const ACCENTED = /[^\p{ASCII}]/u;
/** Minimum number of words in a typed title. Shorter queries name a type of product rather than one product. */
const SHORTEST_TITLE = 3;
/** Points for a query that equals a whole title; more than the score of all other word matches. */
const WHOLE_TITLE = 48;

/** Index field with the popularity computed from shopper events; 0 for products without events. */
const POPULARITY_FIELD = "learned.popularity";

/**
 * Returns a clause that adds at most `cap` points for a product's popularity. The points grow logarithmically, because twice the popularity
 * is not twice the relevance.
 */
export function popularityPrior(cap: number): Clause[] {
  if (cap === 0) return [];
  return [
    {
      function_score: {
        query: { constant_score: { filter: { range: { [POPULARITY_FIELD]: { gt: 0 } } } } },
        field_value_factor: { field: POPULARITY_FIELD, modifier: "ln1p", missing: 0 },
        boost_mode: "replace",
        max_boost: cap,
      },
    },
  ];
}
