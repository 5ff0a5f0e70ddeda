import type { Clause } from "../../catalog/matching/filter-query.js";
import { MAX_TERM_WORDS } from "./synonyms.js";
import type { TextRules } from "./text-rules.js";
import type { Unit } from "./units.js";
import { wantedUnits } from "./wanted.js";

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
