import { headPosition } from "../../catalog/product-type.js";
import { comparableWords, type HeadPosition, type Language } from "../../languages/index.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { anyOf } from "./word-match.js";
import { MAX_WORDS, queryText, type TextRules } from "./words.js";
import { requestedUnits, namingUnits, type Unit, wantedUnits } from "./units.js";
import { MAX_TERM_WORDS } from "./synonyms.js";

/**
 * The thing itself before its accessories: points for products that are what the query's head names, by the heads of their
 * titles and by the types that their data states (see `catalog/kind.ts`). What the data states is also what the title is
 * about where it names the thing with the word: a "bed frame" among beds is a bed, by both. What a query wants something for is
 * not its head. Who types "armchair leather" names the thing first: a product that another word names gets a part of the points.
 * @param share of the points
 */
export function productTypeMatch(units: readonly Unit[], { language, search }: TextRules, share = 1): Clause[] {
  const position = headPosition(language);
  const name = requestedUnits(namingUnits(wantedUnits(units)), { language });
  const unit = headUnit(name, position);
  if (unit === undefined) return [];
  const heads = headsOf(unit, position);
  // "Sofa bed" in titles that write it with a hyphen, where "bed" is not the head.
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
 * Products that are what a query of one word names, by the heads of their titles. Undefined for others: there the words tell each
 * other's meaning.
 */
export function calledSo(units: readonly Unit[], language: Language): Clause | undefined {
  const [unit, ...more] = namingUnits(wantedUnits(units));
  if (unit === undefined || more.length > 0) return undefined;
  return oneOfWords("text.heads", headsOf(unit, headPosition(language)));
}

const headUnit = (name: readonly Unit[], position: HeadPosition) => (position === "first" ? name[0] : name.at(-1));

/** The heads of a unit and of its synonyms. */
const headsOf = ({ words, alternatives }: Unit, position: HeadPosition): string[] =>
  [words, ...alternatives].flatMap((name) => name.at(position === "first" ? 0 : -1) ?? []);

/**
 * The part of the points for the kind of what another word than the last names. With it, NDCG@10 without unjudged of 292 queries
 * on five judged catalogues rose by .006 [.001, .010].
 */
const OTHER_HEADS = 0.5;

/** In titles as their head, among the stated kinds, in both at once, and other heads. */
export const KIND_CLAUSES = 5;

const points = (some: readonly Clause[], boost: number): Clause[] =>
  boost === 0 || some.length === 0 ? [] : [{ constant_score: { filter: anyOf(some), boost } }];

/** The whole designer, of which only letters and digits are compared: "TP-LINK" is "tp link". */
export const BRAND_FIELD = "text.designer.whole";

/**
 * Raises the brand that a query names: points for products whose designer, as a whole, is some of the query's words
 * that stand together, or a synonym of them. What only mentions the brand gets none ("cable for Acme"), and a brand
 * after "for" is not the one that is wanted. Which names are brands only the index has to know.
 */
export function brandMatch(units: readonly Unit[], { search }: Pick<TextRules, "search">): Clause[] {
  const names = search.brand === 0 ? [] : namesIn(wantedUnits(units));
  if (names.length === 0) return [];
  return [{ constant_score: { filter: { terms: { [BRAND_FIELD]: names } }, boost: search.brand } }];
}

/** All that may be a name, each once; the index's normalizer does the rest. */
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

/** Of a name without any, nothing would be left to compare. */
const LETTERS = /[\p{L}\p{N}]/u;

/**
 * Points for what has the words as they were typed, with their accents, endings and stop words: "dress shirt" is not a shirt dress. The
 * product whose whole title was typed comes first.
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
/** Longer texts are cut: nobody types more, and some paste it. */
const MAX_TYPED_LENGTH = 400;
/**
 * Beside a phrase: decides between titles that are otherwise equal. With .5 NDCG@10 without unjudged of 55 fashion queries fell by
 * .011 against .1 ("gloves" has many titles with "glove").
 */
const OF_EXACT_WORD = 0.1;
/** Who types an accent means it: "caña" is no "cana". */
const OF_ACCENTED_WORD = 2;
const ACCENTED = /[^\p{ASCII}]/u;
/** Shorter queries name a kind of thing rather than one product. */
const SHORTEST_TITLE = 3;
/** Above all that words give. */
const WHOLE_TITLE = 48;

/** The popularity learned from behaviour; 0 where nothing is known. */
const POPULARITY_FIELD = "learned.popularity";

/** At most `cap` points, growing with the logarithm: twice as popular is not twice as good an answer. */
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
