import { alternativesOf, MAX_TERM_WORDS } from "./synonyms.js";
import { type Measure, measuresOfWhole } from "../../catalog/measures.js";
import { isStopWord, type TextRules, type WordRules } from "./words.js";
import { endsName } from "../../catalog/product-type.js";

/** A part of the query: a word, a multi-word term with synonyms, or an amount with a unit of measurement. */
export interface Unit {
  readonly words: readonly string[];
  /** Synonyms, each as a list of words. */
  readonly alternatives: readonly (readonly string[])[];
  /** The measures in "24 inches" or "60x80 cm"; absent for words. */
  readonly measures?: readonly Measure[];
}

/** Maximum number of synonym words per query; limits the number of clauses. */
export const MAX_ALTERNATIVE_WORDS = 6;

/** Splits a query into words, terms and amounts from left to right, preferring the longest terms with synonyms. */
export function unitsOf(words: readonly string[], rules: WordRules): Unit[] {
  const units: Unit[] = [];
  let room = MAX_ALTERNATIVE_WORDS;
  let measured = 0;
  for (let at = 0; at < words.length;) {
    const amount = measured < MAX_MEASURED ? amountAt(words.slice(at, at + MAX_AMOUNT_WORDS), rules) : undefined;
    if (amount !== undefined) measured += 1;
    const unit = amount ?? longestTerm(words.slice(at, at + MAX_TERM_WORDS), rules);
    const fitting = unit.alternatives.filter((alternative) => (room -= alternative.length) >= 0);
    units.push({ ...unit, alternatives: fitting });
    at += unit.words.length;
  }
  return units;
}

/** Maximum number of amounts per query. Additional amounts are searched as words. */
export const MAX_MEASURED = 2;
/** Maximum number of words in an amount: "60 x 80 x 20 cm". */
const MAX_AMOUNT_WORDS = 6;
/** Maximum number of measures in an amount such as "60x80 cm". Additional measures are ignored. */
export const MAX_MEASURES = 2;

function amountAt(words: readonly string[], { language, search }: WordRules): Unit | undefined {
  if (!search.measures || !/^\d/.test(words[0] ?? "")) return undefined;
  for (let length = words.length; length > 0; length -= 1) {
    const amount = words.slice(0, length);
    const measures = measuresOfWhole(amount.join(" "), language).slice(0, MAX_MEASURES);
    if (measures.length > 0) return { words: amount, alternatives: [], measures };
  }
  return undefined;
}

function longestTerm(words: readonly string[], rules: WordRules): Unit {
  for (let length = words.length; length > 0; length -= 1) {
    const term = words.slice(0, length);
    const alternatives = alternativesOf(term, rules);
    if (alternatives.length > 0) return { words: term, alternatives };
  }
  return { words: words.slice(0, 1), alternatives: [] };
}

/** Returns the query parts that name the product itself, without its purpose or features: "case" in "case for iphone". */
export function wantedUnits(units: readonly Unit[]): readonly Unit[] {
  const purpose = units.findIndex(({ words }, at) => at > 0 && words.length === 1 && endsName(words[0] ?? ""));
  return purpose === -1 ? units : units.slice(0, purpose);
}

/** Returns the units of the query that are words or terms, not amounts. */
export const namingUnits = (units: readonly Unit[]): readonly Unit[] =>
  units.filter(({ measures }) => measures === undefined);

/**
 * Returns the units of a query (words, multi-word terms and amounts) that are searched. Stop words are removed unless they are part of a
 * longer term.
 */
export function requestedUnits(units: readonly Unit[], { language }: Pick<TextRules, "language">): readonly Unit[] {
  const requested = units.filter(
    ({ words, alternatives }) => words.length > 1 || alternatives.length > 0 || !isStopWord(words[0] ?? "", language),
  );
  return requested.length === 0 ? units : requested;
}
