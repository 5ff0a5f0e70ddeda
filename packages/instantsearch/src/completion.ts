import type { Client, SearchResponse } from "@vitrine/client";

/** Suggestions that are looked through for one that goes on with the word being typed. */
const CANDIDATES = 10;
/** Queries whose completion is remembered, so that their later pages are those of the same search. */
const MAX_KNOWN = 200;

/** Whether nothing has all words of the query, as while a word is being typed: the service finds whole words. */
export const isIncomplete = ({ total, meta }: SearchResponse): boolean =>
  total === 0 || (meta.query_relaxed === true && meta.all_words === 0);

/** What the service suggested for the letters typed so far. */
interface Suggested {
  readonly query: string;
  readonly suggestions: readonly string[];
  /** Whether there are no more that go on with these letters, nor with any typed after them. */
  readonly isWhole: boolean;
}

/** Queries with the word at their end completed, where shoppers or the catalogue have such a word. */
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
     * The completion of a query that was completed before, or of one typed on towards the same word: while all suggestions for
     * its beginning are known, none of them is the word as it stands, and one goes on with it.
     */
    known(query: string): string | undefined {
      const before = known.get(query);
      if (before !== undefined || latest === undefined) return before;
      const isTypedOn = latest.isWhole && query.length > latest.query.length && query.startsWith(latest.query);
      const isWord = latest.suggestions.some((one) => beginsWithWords(one, query));
      return isTypedOn && !isWord ? learn(query, among(query, latest.suggestions)) : undefined;
    },
    /** Undefined where no suggestion goes on with the last word. */
    complete(query: string): Promise<string | undefined> {
      // Letters typed meanwhile may go on with what is being suggested.
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

/** Whether a suggestion has all words of a query as they stand: "wool coats" those of "wool", not those of "wool co". */
function beginsWithWords(suggestion: string, query: string): boolean {
  const begun = query.trimStart().toLowerCase();
  return suggestion.startsWith(begun) && !/^[\p{L}\p{N}'’-]/u.test(suggestion.slice(begun.length));
}

/** "wool co", "wool coats for men" → "wool coats". */
export function completedBy(typed: string, suggestion: string): string | undefined {
  const begun = typed.trimStart().toLowerCase();
  if (begun === "" || !suggestion.startsWith(begun)) return undefined;
  const [rest] = /^[\p{L}\p{N}'’-]*/u.exec(suggestion.slice(begun.length)) ?? [];
  return rest === undefined || rest === "" ? undefined : begun + rest;
}
