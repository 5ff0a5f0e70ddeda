import { comparableWords, searchText, type Language, LANGUAGE_NAMES, LANGUAGES } from "../../languages/index.js";
import { remembered } from "../../lib/remembered.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";
import type { WordRules } from "./words.js";

/** The synonyms of some words as one term; each alternative has one word or several. */
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

/** A term as it is compared: "T-Shirt", "t shirt" and "tshirt" are one. */
export const termKey = (term: string): string => comparableWords(term).join("");

/** Longer terms are not looked for. */
export const MAX_TERM_WORDS = 4;

/** For shops of any kind; a storefront's own list adds its own. */
const GENERAL: ReadonlyMap<Language, readonly SynonymRule[]> = new Map(
  LANGUAGE_NAMES.map((name) => [name, [...listedIn(name), ...sameDepartments(name)].map((terms) => ({ terms }))]),
);

function listedIn(name: Language): string[][] {
  return LANGUAGES[name].synonyms?.split("; ").map((terms) => terms.split(", ")) ?? [];
}

/** Where words are not reduced to forms, the words of a department are synonyms. */
function sameDepartments(name: Language): string[][] {
  const { departments, forms } = LANGUAGES[name];
  return forms.isUnspaced && departments !== null
    ? Object.values(departments).map(({ words }) => words.split(" "))
    : [];
}

/** The rules with a term, by its `termKey`. */
export function rulesOf(term: string, { language, search, added = [] }: WordRules): SynonymRule[] {
  const lists = [search.synonyms, ...(search.general_synonyms ? [GENERAL.get(language) ?? []] : []), added];
  return lists.flatMap((list) => indexOf(list).get(term) ?? []);
}

type TermIndex = ReadonlyMap<string, readonly SynonymRule[]>;

/** The key of a term → the rules that have it. Lists have thousands of rules and live as long as a configuration. */
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
