import { createHmac, timingSafeEqual } from "node:crypto";
import { ServiceError } from "../../errors.js";

/** A cursor as shoppers hold it: the id of a page and, for a chain's first page that travels, its sealed state. */
export interface CursorText {
  readonly id: string;
  readonly sealed: string | undefined;
}

/** Characters of a sealed state. */
export const MAX_SEALED = 999;

/** The longest cursor, in characters: short enough for the markup of a page and for logs. */
export const MAX_CURSOR = 24 + 1 + MAX_SEALED;

/** The form of a cursor, as a pattern. */
export const CURSOR_FORM = "^[A-Za-z0-9_-]{24}(?:\\.[A-Za-z0-9_-]+)?$";
const CURSOR = new RegExp(CURSOR_FORM);

export const writeCursor = ({ id, sealed }: CursorText): string => (sealed === undefined ? id : `${id}.${sealed}`);

/** Undefined for what cannot be a cursor. */
export function readCursor(text: string): CursorText | undefined {
  if (text.length > MAX_CURSOR || !CURSOR.test(text)) return undefined;
  const [id = "", sealed] = text.split(".");
  return { id, sealed };
}

/**
 * How a chain of pages is read.
 *
 * - `ranked`: one stream of what has not been shown yet; page numbers are labels.
 * - `ordered`: a deterministic sort, in which page N is the Nth page.
 */
export type ChainMode = "ranked" | "ordered";

/** A cursor that this installation has given to this client, taken apart. */
export interface ReadCursor {
  readonly id: string;
  readonly mode: ChainMode;
  /** Names the chain: all its cursors share it. */
  readonly chain: string;
  /** The chain's first cursor. */
  readonly root: string;
}

/**
 * Makes and checks the ids of page states. An id is 18 bytes in base64url: 9 name the chain (the first bit its mode), 5
 * the page, 4 prove that it was made here for this client. So a cursor whose state has been cleaned away is still
 * distinguished from one that never was, and the next page's id follows from the cursor alone.
 */
export interface CursorIds {
  /** @param random CHAIN_BYTES of them: enough that no two chains are ever given the same name */
  first(clientId: string, mode: ChainMode, random: Uint8Array): string;
  /** @param page in ordered chains the requested page; in ranked ones it is not part of the id */
  next(clientId: string, cursor: ReadCursor, page: number): string;
  /** Undefined for what was not made here, for another client, or has been changed. */
  read(clientId: string, id: string): ReadCursor | undefined;
}

export const CHAIN_BYTES = 9;
const STEP_BYTES = 5;
const NAME_BYTES = CHAIN_BYTES + STEP_BYTES;
const PROOF_BYTES = 4;
export const ID_BYTES = NAME_BYTES + PROOF_BYTES;
const ORDERED_BIT = 0x80;

/** 18 bytes in base64url, which has no bits to spare: an id has one spelling. */
const FORM = /^[A-Za-z0-9_-]{24}$/;

export const isCursorIdForm = (text: string): boolean => FORM.test(text);

/** Of an id that was made here. */
export const chainOf = (id: string): string => id.slice(0, (CHAIN_BYTES * 4) / 3);

/** @param secret shared by all processes of an installation */
export function createCursorIds(secret: Uint8Array): CursorIds {
  const mac = (purpose: string, ...parts: readonly (string | Uint8Array)[]): Buffer => {
    const hmac = createHmac("sha256", secret).update(purpose);
    for (const part of parts) hmac.update("\0").update(part);
    return hmac.digest();
  };

  function seal(clientId: string, chain: Uint8Array, step: Uint8Array): string {
    const name = Buffer.concat([chain, step.subarray(0, STEP_BYTES)]);
    return Buffer.concat([name, proof(clientId, name)]).toString("base64url");
  }

  const proof = (clientId: string, name: Uint8Array) => mac("proof", clientId, name).subarray(0, PROOF_BYTES);
  const firstOf = (clientId: string, chain: Uint8Array) => seal(clientId, chain, mac("first", chain));

  return {
    first(clientId, mode, random) {
      const chain = Buffer.from(random.subarray(0, CHAIN_BYTES));
      const [head = 0] = chain;
      chain[0] = mode === "ordered" ? head | ORDERED_BIT : head & ~ORDERED_BIT;
      return firstOf(clientId, chain);
    },

    next(clientId, { id, mode }, page) {
      const bytes = Buffer.from(id, "base64url");
      const step = mode === "ordered" ? mac("page", bytes, String(page)) : mac("next", bytes);
      return seal(clientId, bytes.subarray(0, CHAIN_BYTES), step);
    },

    read(clientId, id) {
      if (!isCursorIdForm(id)) return undefined;
      const bytes = Buffer.from(id, "base64url");
      const name = bytes.subarray(0, NAME_BYTES);
      if (!timingSafeEqual(bytes.subarray(NAME_BYTES), proof(clientId, name))) return undefined;
      const chain = bytes.subarray(0, CHAIN_BYTES);
      return {
        id,
        mode: ((chain[0] ?? 0) & ORDERED_BIT) === 0 ? "ranked" : "ordered",
        chain: chainOf(id),
        root: firstOf(clientId, chain),
      };
    },
  };
}

/** A cursor that names no page: `expired` when there was one, `unknown` when this client was never given it. */
export const unknownPage = (reason: "expired" | "unknown"): ServiceError =>
  new ServiceError("unknown_page", "there is no such page any more; search again without pagination", {
    field: "pagination.cursor",
    reason,
  });
