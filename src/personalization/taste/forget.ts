import { emptyTaste, type TasteDocument } from "./document.js";

/**
 * The document after a shopper asks to be forgotten: it only prevents learning from earlier events. Muted tokens are
 * removed too.
 * @param now milliseconds since 1970
 */
export const forget = ({ client_id, kind, forgotten_at, erased_at }: TasteDocument, now: number): TasteDocument => ({
  ...emptyTaste(client_id, kind, Math.max(now, forgotten_at ?? now)),
  ...(erased_at === undefined ? {} : { erased_at }),
});

/**
 * The document after a shopper is erased: it prevents learning from earlier events, and storing them.
 * @param now milliseconds since 1970
 */
export const erase = (document: TasteDocument, now: number): TasteDocument => ({
  ...forget(document, now),
  erased_at: Math.max(now, document.erased_at ?? now),
});

/** Whether there is anything to forget. */
export const isBare = ({ as_of, shown, muted, orders }: TasteDocument): boolean =>
  as_of === 0 && shown.length + muted.length + orders.length === 0;
