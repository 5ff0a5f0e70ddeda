import { useCallback } from "react";
import type { Asked, SuggestRequest, SuggestResponse } from "@vitrine/client";
import { useAnswer, type Answered } from "./answer.js";
import { useVitrine } from "./vitrine.js";

export interface SuggestionOptions extends Omit<Asked<SuggestRequest>, "query"> {
  /** Milliseconds without another letter before it is asked; 80 unless given. */
  readonly debounceMs?: number;
}

/** What the shopper may be about to type. @param query null while the field is closed */
export function useSuggestions(
  query: string | null,
  { debounceMs = 80, ...more }: SuggestionOptions = {},
): Answered<SuggestResponse> {
  const client = useVitrine();
  const ask = useCallback(
    (one: Asked<SuggestRequest>, signal: AbortSignal) => client.suggest(one, { signal }),
    [client],
  );
  return useAnswer(query === null ? null : { ...more, query }, ask, { delayMs: debounceMs });
}
