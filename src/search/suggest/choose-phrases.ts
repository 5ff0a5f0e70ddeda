import { CATEGORIES_FIELD, categoryLabel } from "../../catalog/fields.js";
import { readToken } from "../../catalog/taste-tokens.js";
import type { TasteSnapshot } from "../../personalization/taste/snapshot.js";
import type { SuggestRules } from "../../storefront/search-configuration.js";
import { folded } from "../../lib/folded.js";
import {
  scoreOf,
  type Match,
  type Phrase,
  type SuggestionDictionary,
  type PhraseKind,
} from "./suggestion-dictionary.js";

/** The field that contains brands. */
export const BRAND_FIELD = "designer";

const KIND_OF_FIELD: Readonly<Record<string, PhraseKind | undefined>> = {
  [BRAND_FIELD]: "brand",
  [CATEGORIES_FIELD]: "category",
};

export interface ChosenPhrases {
  readonly queries: readonly Phrase[];
  readonly categories: readonly Phrase[];
  readonly brands: readonly Phrase[];
}

/** The typed prefix, and the matching phrases of a suggestion dictionary. */
export interface Typed {
  readonly text: string;
  readonly book: Pick<SuggestionDictionary, "match">;
  readonly found: readonly Match[];
}

/**
 * Selects suggestions for the typed prefix, best first per kind. The order depends on the shopper's taste, on popularity, and on whether
 * the phrase starts with the prefix or only contains it.
 * @param taste null for an unknown shopper
 */
export function choosePhrases(
  { text, book, found }: Typed,
  taste: Pick<TasteSnapshot, "tokens"> | null,
  rules: Pick<SuggestRules, "taste" | "blocked">,
): ChosenPhrases {
  const likes = likedValues(taste);
  const liked = likes.flatMap(({ kind, value }) => book.match(kind, value, text) ?? []);
  const blocked = rules.blocked.map((term) => ` ${folded(term)} `);
  const matches = [...new Map([...found, ...liked].map((match) => [match.phrase, match])).values()]
    .filter(({ phrase }) => phrase.kind !== "query" || isAllowed(phrase.value, blocked))
    .map((match) => ({ phrase: match.phrase, score: scoreOf(match) + rules.taste * likingOf(match, likes) }))
    .sort((a, b) => b.score - a.score || (a.phrase.value < b.phrase.value ? -1 : 1));
  const ofKind = (kind: PhraseKind) => matches.filter(({ phrase }) => phrase.kind === kind).map(({ phrase }) => phrase);
  return { queries: withoutPlurals(ofKind("query")), categories: ofKind("category"), brands: ofKind("brand") };
}

/**
 * Endings of regular plurals in all languages. Incorrectly detected plurals are acceptable, because the only effect is a missing
 * suggestion.
 */
const PLURALS = [
  [/s$/u, ""],
  [/(?:es|en|er|e|n)$/u, ""],
  [/ies$/u, "y"],
  [/ves$/u, "f"],
] as const;
const SHORTEST_PLURAL = 4;

/** Removes duplicates such as "black dresses" after "black dress", because titles use the singular and categories the plural. */
function withoutPlurals(queries: readonly Phrase[]): Phrase[] {
  const seen = new Set<string>();
  return queries.filter(({ value }) => {
    const forms = numbersOf(folded(value));
    const isNew = forms.every((form) => !seen.has(form));
    if (isNew) for (const form of forms) seen.add(form);
    return isNew;
  });
}

/** Returns a normalized text (`folded`) and its possible singular forms. */
export const numbersOf = (text: string): string[] =>
  text.length < SHORTEST_PLURAL ? [text] : [text, ...PLURALS.map(([end, one]) => text.replace(end, one))];

interface Like {
  readonly kind: PhraseKind;
  readonly value: string;
  /** The name of the brand or category, surrounded by spaces so that only whole words of a query match. */
  readonly words: string;
  /** The shopper's preference from 0 to 1, relative to the strongest preference for a value of the same field. */
  readonly strength: number;
}

function likedValues(taste: Pick<TasteSnapshot, "tokens"> | null): Like[] {
  const strongest = new Map<string, number>();
  return (taste?.tokens ?? []).flatMap(([token, weight]) => {
    const { field, value } = readToken(token);
    const kind = KIND_OF_FIELD[field];
    if (kind === undefined) return [];
    // Taste tokens are sorted by weight, highest weight first.
    const most = strongest.get(field) ?? weight;
    strongest.set(field, most);
    const name = kind === "category" ? categoryLabel(value) : value;
    return [{ kind, value, words: ` ${folded(name)} `, strength: weight / most }];
  });
}

/** Weight of a query that contains a liked brand or category, relative to a suggestion of the brand or category itself. */
const NAMED = 0.5;

function likingOf({ phrase }: Match, likes: readonly Like[]): number {
  const text = phrase.kind === "query" ? ` ${folded(phrase.value)} ` : "";
  return likes.reduce((most, { kind, value, words, strength }) => {
    const isNamed = text !== "" && text.includes(words);
    const liking = kind === phrase.kind && value === phrase.value ? strength : isNamed ? NAMED * strength : 0;
    return Math.max(most, liking);
  }, 0);
}

const isAllowed = (query: string, blocked: readonly string[]): boolean => {
  if (blocked.length === 0) return true;
  const text = ` ${folded(query)} `;
  return !blocked.some((term) => text.includes(term));
};
