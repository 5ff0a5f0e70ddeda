import { useCallback } from "react";
import type { Requested, SuggestRequest, SuggestResponse } from "@vitrine/client";
import { useResponse, type Answered } from "./response.js";
import { useVitrine } from "./vitrine.js";

export interface SuggestionOptions extends Omit<Requested<SuggestRequest>, "query"> {
  /** Milliseconds without another letter before it is asked; 80 unless given. */
  readonly debounceMs?: number;
}

/** What the shopper may be about to type. @param query null while the field is closed */
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
