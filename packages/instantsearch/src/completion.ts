import type { Client, SearchResponse } from "@vitrine/client";

/** Maximum number of suggestions that are searched for a completion of the last word. */
const CANDIDATES = 10;
/** Maximum number of queries whose completions are remembered, so that later pages use the same completion. */
const MAX_KNOWN = 200;

/**
 * Whether no product matches all words of the query. This happens while a word is typed, as the service matches whole
 * words.
 */
export const isIncomplete = ({ total, meta }: SearchResponse): boolean =>
  total === 0 || (meta.query_relaxed === true && meta.all_words === 0);

/** Suggestions for the prefix typed so far. */
interface Suggested {
  readonly query: string;
  readonly suggestions: readonly string[];
  /**
   * Whether `suggestions` contains all suggestions for the prefix, and therefore also all suggestions for longer
   * prefixes.
   */
  readonly isWhole: boolean;
}

/** Completes the last word of queries with suggestions. */
export function completions(client: Pick<Client, "suggest">) {
  const known = new Map<string, string>();
  let latest: Suggested | undefined;
  let asking: Promise<unknown> = Promise.resolve();

  function learn(query: string, completed: string | undefined): string | undefined {
    if (completed === undefined) return undefined;
    known.delete(query);
    known.set(query, completed);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return completed;
  }
  const among = (query: string, suggestions: readonly string[]) =>
    suggestions.map((one) => completedBy(query, one)).find((one) => one !== undefined);

  return {
    /**
     * Returns the completion of a query if no request is needed. Either the completion is remembered, or all
     * suggestions for a shorter prefix are already loaded and the last word is not complete yet.
     */
    known(query: string): string | undefined {
      const before = known.get(query);
      if (before !== undefined || latest === undefined) return before;
      const isTypedOn = latest.isWhole && query.length > latest.query.length && query.startsWith(latest.query);
      const isWord = latest.suggestions.some((one) => beginsWithWords(one, query));
      return isTypedOn && !isWord ? learn(query, among(query, latest.suggestions)) : undefined;
    },
    /** Completes the last word of a query; undefined if no suggestion completes the word. */
    complete(query: string): Promise<string | undefined> {
      // Wait for the pending request, because its suggestions may also complete this query.
      const completed = asking.then(() => complete(query));
      asking = completed.catch(() => undefined);
      return completed;
    },
  };

  async function complete(query: string): Promise<string | undefined> {
    const earlier = latest !== undefined && query.startsWith(latest.query) ? latest.suggestions : [];
    const typedOn = learn(query, among(query, earlier));
    if (typedOn !== undefined) return typedOn;
    const limits = { queries: CANDIDATES, categories: 0, brands: 0, products: 0 };
    const { queries } = await client.suggest({ query, limits });
    const suggestions = queries.map((one) => one.query);
    latest = { query, suggestions, isWhole: suggestions.length < CANDIDATES };
    return learn(query, among(query, suggestions));
  }
}

/** Whether a suggestion starts with all words of the query, and the last word of the query is complete. */
function beginsWithWords(suggestion: string, query: string): boolean {
  const begun = query.trimStart().toLowerCase();
  return suggestion.startsWith(begun) && !/^[\p{L}\p{N}'’-]/u.test(suggestion.slice(begun.length));
}

/** Completes the last word of a typed query from a suggestion: "wool co" and "wool coats for men" give "wool coats". */
export function completedBy(typed: string, suggestion: string): string | undefined {
  const begun = typed.trimStart().toLowerCase();
  if (begun === "" || !suggestion.startsWith(begun)) return undefined;
  const [rest] = /^[\p{L}\p{N}'’-]*/u.exec(suggestion.slice(begun.length)) ?? [];
  return rest === undefined || rest === "" ? undefined : begun + rest;
}
