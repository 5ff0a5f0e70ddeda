import { headPosition } from "../../catalog/kind.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { TextRules } from "./words.js";
import { type Unit, wantedUnits } from "./units.js";
import { MAX_TERM_WORDS } from "./synonyms.js";

/**
 * The thing itself before its accessories: points for products that are what the query's head names, by the heads of their
 * titles and by the types that their data states (see `catalog/kind.ts`). What a query wants something for is not its head.
 * @param share of the points
 */
export function kindMatch(units: readonly Unit[], { language, search }: TextRules, share = 1): Clause[] {
  const position = headPosition(language);
  const name = wantedUnits(units);
  const unit = position === "first" ? name[0] : name.at(-1);
  if (unit === undefined) return [];
  const heads = [unit.words, ...unit.alternatives].flatMap((words) => words.at(position === "first" ? 0 : -1) ?? []);
  return [...points("text.heads", heads, search.heads * share), ...points("text.kinds", heads, search.kinds * share)];
}

function points(field: string, heads: readonly string[], boost: number): Clause[] {
  if (boost === 0) return [];
  const filter = { bool: { should: heads.map((query) => ({ match: { [field]: { query, operator: "and" } } })) } };
  return [{ constant_score: { filter, boost } }];
}

/** The whole designer, of which only letters and digits are compared: "TP-LINK" is "tp link". */
const FIELD = "text.designer.whole";

/**
 * Raises the brand that a query names: points for products whose designer, as a whole, is some of the query's words
 * that stand together, or a synonym of them. What only mentions the brand gets none ("cable for Acme"), and a brand
 * after "for" is not the one that is wanted. Which names are brands only the index has to know.
 */
export function brandMatch(units: readonly Unit[], { search }: Pick<TextRules, "search">): Clause[] {
  const names = search.brand === 0 ? [] : namesIn(wantedUnits(units));
  if (names.length === 0) return [];
  return [{ constant_score: { filter: { terms: { [FIELD]: names } }, boost: search.brand } }];
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

/** Words that may stand between. */
const SLOP = 1;

/** Titles that hold the words as they were typed come first: "dress shirt" is not a shirt dress. None for a single word. */
export function titlePhrase(words: readonly string[], { field_weights, search }: TextRules): Clause[] {
  const boost = field_weights.title * search.phrase;
  if (words.length < 2 || boost === 0) return [];
  return [{ match_phrase: { "text.title": { query: words.join(" "), slop: SLOP, boost } } }];
}

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
