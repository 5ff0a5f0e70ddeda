import { isCursorIdForm } from "./ids.js";
import { MAX_SEALED } from "./sealed-page.js";

/** A cursor as shoppers hold it: the id of a page and, for a chain's first page that travels, its sealed state. */
export interface CursorText {
  readonly id: string;
  readonly sealed: string | undefined;
}

/** What a cursor is at most long, in characters: what a page can carry in its markup and others in their logs. */
export const MAX_CURSOR = 24 + 1 + MAX_SEALED;

/** Releases before this limit gave longer ones, which are on their way while one takes over from the other. */
export const MAX_CURSOR_TAKEN = 3_025;

const SEALED_FORM = /^[A-Za-z0-9_-]+$/;

/** What `readCursor` takes, as a pattern. */
export const CURSOR_FORM = "^[A-Za-z0-9_-]{24}(?:\\.[A-Za-z0-9_-]+)?$";

export const writeCursor = ({ id, sealed }: CursorText): string => (sealed === undefined ? id : `${id}.${sealed}`);

/** Undefined for what cannot be a cursor. */
export function readCursor(text: string): CursorText | undefined {
  const dot = text.indexOf(".");
  const id = dot === -1 ? text : text.slice(0, dot);
  const sealed = dot === -1 ? undefined : text.slice(dot + 1);
  if (!isCursorIdForm(id) || text.length > MAX_CURSOR_TAKEN) return undefined;
  return sealed === undefined || SEALED_FORM.test(sealed) ? { id, sealed } : undefined;
}
