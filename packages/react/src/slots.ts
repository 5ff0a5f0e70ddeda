import { useCallback } from "react";
import type { Asked, SlotsRequest, SlotsResponse } from "@vitrine/client";
import { useAnswer, type Answered, type Given } from "./answer.js";
import { useVitrine } from "./vitrine.js";

/** All blocks of a page. @param request compared as JSON; null to wait @param given the answer that a server handed over */
export function useSlots(
  request: Asked<SlotsRequest> | null,
  given?: Given<SlotsResponse>,
): Answered<SlotsResponse> & { readonly slots: SlotsResponse["slots"] } {
  const client = useVitrine();
  const ask = useCallback((one: Asked<SlotsRequest>, signal: AbortSignal) => client.slots(one, { signal }), [client]);
  const answered = useAnswer(request, ask, given);
  return { ...answered, slots: answered.data?.slots ?? [] };
}
