import { comparableWords, searchText, type Language, LANGUAGE_NAMES, LANGUAGES } from "../../languages/index.js";
import { remembered } from "../../lib/remembered.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";
import type { WordRules } from "./words.js";

/** Returns the synonyms of a term. Each synonym is a list of words. */
export function alternativesOf(words: readonly string[], rules: WordRules): string[][] {
  const typed = termKey(words.join(" "));
  const found = new Map<string, string[]>();
  for (const rule of rulesOf(typed, rules)) {
    for (const term of rule.to ?? rule.terms) {
      const key = termKey(term);
      if (key !== typed && key !== "") found.set(key, searchText(term.toLowerCase()).split(" "));
    }
  }
  return [...found.values()];
}

/** The key for comparing terms: "T-Shirt", "t shirt" and "tshirt" have the same key. */
export const termKey = (term: string): string => comparableWords(term).join("");

/** Maximum number of words in a term. */
export const MAX_TERM_WORDS = 4;

/** Built-in synonyms for all shops. A storefront's own list is used in addition. */
const GENERAL: ReadonlyMap<Language, readonly SynonymRule[]> = new Map(
  LANGUAGE_NAMES.map((name) => [name, [...listedIn(name), ...sameDepartments(name)].map((terms) => ({ terms }))]),
);

/** The built-in synonyms of a language, in the format of `search.synonyms`. */
export const builtInSynonyms = (language: Language): readonly SynonymRule[] => GENERAL.get(language) ?? [];

function listedIn(name: Language): string[][] {
  return LANGUAGES[name].synonyms?.split("; ").map((terms) => terms.split(", ")) ?? [];
}

/** In languages without stemming, the words for a department (such as "women") are synonyms. */
function sameDepartments(name: Language): string[][] {
  const { departments, forms } = LANGUAGES[name];
  return forms.isUnspaced && departments !== null
    ? Object.values(departments).map(({ words }) => words.split(" "))
    : [];
}

/** Returns the synonym rules that contain a term. @param term a `termKey` */
export function rulesOf(term: string, { language, search, added = [] }: WordRules): SynonymRule[] {
  const lists = [search.synonyms, ...(search.general_synonyms ? [builtInSynonyms(language)] : []), added];
  return lists.flatMap((list) => indexOf(list).get(term) ?? []);
}

type TermIndex = ReadonlyMap<string, readonly SynonymRule[]>;

/**
 * Returns the synonym rules of a list by term key. The index is cached per list, because lists contain thousands of rules and exist as long
 * as a configuration.
 */
const indexOf = remembered(new WeakMap<readonly SynonymRule[], TermIndex>(), (list) => {
  const index = new Map<string, SynonymRule[]>();
  for (const rule of list) {
    for (const term of rule.terms) {
      const key = termKey(term);
      index.set(key, [...(index.get(key) ?? []), rule]);
    }
  }
  return index;
});
