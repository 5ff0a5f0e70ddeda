import { alternativesOf, MAX_TERM_WORDS } from "./synonyms.js";
import type { TextRules } from "./words.js";
import { isCompatibilityWord } from "../../catalog/kind.js";

/** A unit of the query: a word, or several words that have synonyms together. */
export interface Unit {
  readonly words: readonly string[];
  /** Its synonyms, each of one word or several. */
  readonly alternatives: readonly (readonly string[])[];
}

/** Bounds the clauses that synonyms add to a query, in words. */
export const MAX_ALTERNATIVE_WORDS = 6;

/** Takes a query apart from the left, the longest terms with synonyms first. */
export function unitsOf(words: readonly string[], rules: Pick<TextRules, "language" | "search">): Unit[] {
  const units: Unit[] = [];
  let room = MAX_ALTERNATIVE_WORDS;
  for (let at = 0; at < words.length;) {
    const unit = longestTerm(words.slice(at, at + MAX_TERM_WORDS), rules);
    const fitting = unit.alternatives.filter((alternative) => (room -= alternative.length) >= 0);
    units.push({ ...unit, alternatives: fitting });
    at += unit.words.length;
  }
  return units;
}

function longestTerm(words: readonly string[], rules: Pick<TextRules, "language" | "search">): Unit {
  for (let length = words.length; length > 0; length -= 1) {
    const term = words.slice(0, length);
    const alternatives = alternativesOf(term, rules);
    if (alternatives.length > 0) return { words: term, alternatives };
  }
  return { words: words.slice(0, 1), alternatives: [] };
}

/** The units of a query that name the product itself, without what it is for: the case in "case for iphone". */
export function wantedUnits(units: readonly Unit[]): readonly Unit[] {
  const purpose = units.findIndex(
    ({ words }, at) => at > 0 && words.length === 1 && isCompatibilityWord(words[0] ?? ""),
  );
  return purpose === -1 ? units : units.slice(0, purpose);
}
