import { emptyTaste, type TasteDocument } from "./document.js";

/**
 * What is left when a shopper wants to be forgotten: that nothing from before may be learnt again. Muted tokens go too.
 * @param now milliseconds since 1970
 */
export const forget = ({ client_id, kind, forgotten_at }: TasteDocument, now: number): TasteDocument =>
  emptyTaste(client_id, kind, Math.max(now, forgotten_at ?? now));
