import { createHmac, timingSafeEqual } from "node:crypto";
import { ServiceError } from "../../errors.js";

/** A cursor as sent to clients: the id of a page and, for the first page of a cursor chain, the encrypted page state. */
export interface CursorText {
  readonly id: string;
  readonly sealed: string | undefined;
}

/** Maximum length of the encrypted page state in a cursor, in characters. */
export const MAX_SEALED = 999;

/** Maximum length of a cursor, in characters. Short enough for HTML attributes and logs. */
export const MAX_CURSOR = 24 + 1 + MAX_SEALED;

/** The format of a cursor, as a regular expression. */
export const CURSOR_FORM = "^[A-Za-z0-9_-]{24}(?:\\.[A-Za-z0-9_-]+)?$";
const CURSOR = new RegExp(CURSOR_FORM);

export const writeCursor = ({ id, sealed }: CursorText): string => (sealed === undefined ? id : `${id}.${sealed}`);

/** Splits a cursor into its id and the encrypted page state. @returns `undefined` if the text is not a cursor */
export function readCursor(text: string): CursorText | undefined {
  if (text.length > MAX_CURSOR || !CURSOR.test(text)) return undefined;
  const [id = "", sealed] = text.split(".");
  return { id, sealed };
}

/**
 * The paging mode of a cursor chain.
 *
 * - `ranked`: each page contains products that earlier pages did not contain. Page numbers do not affect the result.
 * - `ordered`: products are sorted by a field, and page N is always the Nth page of this order.
 */
export type ChainMode = "ranked" | "ordered";

/** A verified cursor, split into its parts. */
export interface ReadCursor {
  readonly id: string;
  readonly mode: ChainMode;
  /** The name of the cursor chain, which is part of all cursors in this chain. */
  readonly chain: string;
  /** The id of the first cursor in the cursor chain. */
  readonly root: string;
}

/**
 * Creates and verifies the ids of page states. An id is 18 bytes in base64url: 9 bytes identify the cursor chain (the first bit is the
 * paging mode), 5 bytes identify the page, and 4 bytes authenticate the id for one client. An expired cursor can therefore be distinguished
 * from a forged one, and the id of the next page is computed from the cursor alone.
 */
export interface CursorIds {
  /**
   * Returns the id of a cursor chain's first cursor.
   * @param random CHAIN_BYTES random bytes, so that names of chains do not collide
   */
  first(clientId: string, mode: ChainMode, random: Uint8Array): string;
  /**
   * Returns the id of the next cursor.
   * @param page the requested page number, which affects the id only in ordered chains
   */
  next(clientId: string, cursor: ReadCursor, page: number): string;
  /** Decodes a cursor id. @returns `undefined` if the id was forged, modified, or created for another client */
  read(clientId: string, id: string): ReadCursor | undefined;
}

export const CHAIN_BYTES = 9;
const STEP_BYTES = 5;
const NAME_BYTES = CHAIN_BYTES + STEP_BYTES;
const PROOF_BYTES = 4;
export const ID_BYTES = NAME_BYTES + PROOF_BYTES;
const ORDERED_BIT = 0x80;

/** Format of a cursor id: 18 bytes in base64url. The bytes use all bits of 24 characters, so an id has only one encoding. */
const FORM = /^[A-Za-z0-9_-]{24}$/;

export const isCursorIdForm = (text: string): boolean => FORM.test(text);

/** Returns the name of the cursor chain that a valid cursor id contains. */
export const chainOf = (id: string): string => id.slice(0, (CHAIN_BYTES * 4) / 3);

/** Creates and reads cursor ids. @param secret the same key in all processes of an installation */
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

/**
 * Returns the error for a cursor without a stored page: `expired` after the page was removed, `unknown` for a cursor
 * that was never issued to this client.
 */
export const unknownPage = (reason: "expired" | "unknown"): ServiceError =>
  new ServiceError("unknown_page", "the cursor is unknown or has expired; search again without pagination", {
    field: "pagination.cursor",
    reason,
  });
