import type { Client, SearchResponse } from "@vitrine/client";

/** Suggestions that are looked through for one that goes on with the word being typed. */
const CANDIDATES = 5;
/** Queries whose completion is remembered, so that their later pages are those of the same search. */
const MAX_KNOWN = 200;

/** Whether nothing has all words of the query, as while a word is being typed: the service finds whole words. */
export const isIncomplete = ({ total, meta }: SearchResponse): boolean =>
  total === 0 || (meta.query_relaxed === true && meta.all_words === 0);

/** Queries with the word at their end completed, where shoppers or the catalogue have such a word. */
export function completions(client: Pick<Client, "suggest">) {
  const known = new Map<string, string>();
  return {
    known: (query: string): string | undefined => known.get(query),
    /** Undefined where no suggestion goes on with the last word. */
    async complete(query: string): Promise<string | undefined> {
      const limits = { queries: CANDIDATES, categories: 0, brands: 0, products: 0 };
      const { queries } = await client.suggest({ query, limits });
      const completed = queries.map((one) => completedBy(query, one.query)).find((one) => one !== undefined);
      if (completed === undefined) return undefined;
      known.set(query, completed);
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      return completed;
    },
  };
}

/** "wool co", "wool coats for men" → "wool coats". */
export function completedBy(typed: string, suggestion: string): string | undefined {
  const begun = typed.trimStart().toLowerCase();
  if (begun === "" || !suggestion.startsWith(begun)) return undefined;
  const [rest] = /^[\p{L}\p{N}'’-]*/u.exec(suggestion.slice(begun.length)) ?? [];
  return rest === undefined || rest === "" ? undefined : begun + rest;
}
