import { useCallback } from "react";
import type { Asked, SlotsRequest, SlotsResponse } from "@vitrine/client";
import { useAnswer, type Answered } from "./answer.js";
import { useVitrine } from "./vitrine.js";

/** All blocks of a page. @param request compared as JSON; null to wait */
export function useSlots(
  request: Asked<SlotsRequest> | null,
): Answered<SlotsResponse> & { readonly slots: SlotsResponse["slots"] } {
  const client = useVitrine();
  const ask = useCallback((one: Asked<SlotsRequest>, signal: AbortSignal) => client.slots(one, { signal }), [client]);
  const answered = useAnswer(request, ask);
  return { ...answered, slots: answered.data?.slots ?? [] };
}
