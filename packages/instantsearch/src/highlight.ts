import type { SearchParams } from "./params.js";

export interface Highlighted {
  readonly value: string;
  readonly matchLevel: "none" | "partial" | "full";
  readonly matchedWords: readonly string[];
  readonly fullyHighlighted?: boolean;
}

/** Highlights of a text, or of all members of an object or list. */
export type Highlights = Highlighted | readonly Highlights[] | { readonly [field: string]: Highlights };

const WORD = /[\p{L}\p{N}]+/gu;
const folded = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Highlights words that start with a query word, ignoring case and diacritics. */
export function highlighter({ query = "", highlightPreTag = "<em>", highlightPostTag = "</em>" }: SearchParams) {
  const wanted = [...new Set(Array.from(query.matchAll(WORD), ([word]) => folded(word)))];

  function mark(text: string): Highlighted {
    const matched = new Set<string>();
    const value = text.replaceAll(WORD, (word) => {
      const found = wanted.filter((one) => folded(word).startsWith(one));
      if (found.length === 0) return word;
      for (const one of found) matched.add(one);
      const end = Math.max(...found.map((one) => one.length));
      // Words whose normalized form has a different length are highlighted as a whole.
      const length = folded(word).length === word.length ? end : word.length;
      return highlightPreTag + word.slice(0, length) + highlightPostTag + word.slice(length);
    });
    const matchLevel = matched.size === 0 ? "none" : matched.size < wanted.length ? "partial" : "full";
    return { value, matchLevel, matchedWords: [...matched] };
  }

  function all(value: unknown): Highlights | undefined {
    if (typeof value === "string" || typeof value === "number") return mark(String(value));
    if (Array.isArray(value)) return value.map(all).filter((one) => one !== undefined);
    if (typeof value !== "object" || value === null) return undefined;
    const members = Object.entries(value).map(([name, member]) => [name, all(member)] as const);
    return Object.fromEntries(members.filter((member): member is [string, Highlights] => member[1] !== undefined));
  }

  return { mark, all };
}

/** Whether any word of a text starts with the prefix. */
export const hasWord = (text: string, typed: string): boolean => {
  const [label, start] = [folded(text), folded(typed.trim())];
  return (
    label.startsWith(start) || Array.from(label.matchAll(WORD)).some(({ index }) => label.startsWith(start, index))
  );
};
