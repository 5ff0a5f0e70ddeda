import { useCallback } from "react";
import type { Requested, SuggestRequest, SuggestResponse } from "@vitrine/client";
import { useResponse, type Answered } from "./response.js";
import { useVitrine } from "./vitrine.js";

export interface SuggestionOptions extends Omit<Requested<SuggestRequest>, "query"> {
  /** Milliseconds between the last keystroke and the request; 80 by default. */
  readonly debounceMs?: number;
}

/**
 * Loads suggestions for a query.
 * @param query null while the search field is closed
 */
export function useSuggestions(
  query: string | null,
  { debounceMs = 80, ...more }: SuggestionOptions = {},
): Answered<SuggestResponse> {
  const client = useVitrine();
  const request = useCallback(
    (one: Requested<SuggestRequest>, signal: AbortSignal) => client.suggest(one, { signal }),
    [client],
  );
  return useResponse(query === null ? null : { ...more, query }, request, { delayMs: debounceMs });
}
