import { useCallback } from "react";
import type { Requested, SlotsRequest, SlotsResponse } from "@vitrine/client";
import { useResponse, type Answered, type Given } from "./response.js";
import { useVitrine } from "./vitrine.js";

/**
 * Loads all recommendation blocks of a page.
 * @param request request, compared as JSON; null sends no request
 * @param given response that the server has already loaded
 */
export function useSlots(
  request: Requested<SlotsRequest> | null,
  given?: Given<SlotsResponse>,
): Answered<SlotsResponse> & { readonly slots: SlotsResponse["slots"] } {
  const client = useVitrine();
  const query = useCallback(
    (one: Requested<SlotsRequest>, signal: AbortSignal) => client.slots(one, { signal }),
    [client],
  );
  const answered = useResponse(request, query, given);
  return { ...answered, slots: answered.data?.slots ?? [] };
}
