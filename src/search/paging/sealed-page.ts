import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { MAX_SEALED } from "./cursor.js";
import type { PageState } from "./state.js";

/**
 * Encrypts the state of a cursor chain's first page into the cursor: `<id>.<sealed>`. The page is not stored until the second page is
 * requested. The state is deflated, encrypted and authenticated (AES-256-GCM). Clients can neither read nor modify the state. It can be
 * decrypted only for the client and the id for which it was encrypted.
 */
export interface SealedPages {
  /**
   * Encrypts the state of a page.
   * @param random SALT_BYTES random bytes
   * @returns `undefined` if the state is too large for a cursor and must be stored
   */
  seal(clientId: string, id: string, state: PageState, random: Uint8Array): string | undefined;
  /**
   * Decrypts the state of a page.
   * @returns `undefined` if the text was forged, modified, or created for another client or id
   */
  open(clientId: string, id: string, sealed: string): PageState | undefined;
}

export const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Maximum size of an uncompressed page state, in bytes. Encrypted states in cursors have at most `MAX_SEALED` characters. */
const MAX_STATE_BYTES = 256 * 1024;
/** A constant nonce is safe because every page state is encrypted with its own key. */
const NONCE = new Uint8Array(12);

/**
 * Compression dictionary with text that most page states contain. The dictionary makes compressed states a third shorter. Decompression
 * needs the same dictionary, so changes to the dictionary or to the fields of a state require a new FORMAT.
 */
const DICTIONARY = Buffer.from(
  '"diversify_categories":true"ranges":[{"min":,"max":}]"facet_filters":{"categories":[""],"designer":[""],"color":[""],"sizes":[""]}' +
    '"filters":{"$and":[{"categories":""}],"$or":[{"$in":["$gte","$lte":"price":"projection":["name","handle","title","images","price",' +
    '"categories","designer","color","sizes"]"sort":"price_asc"{"client_id":"","chain":"","expires_at":17,"page":1,"sequence":0,' +
    '"delivered":["","],"has_more":true,"after":null,"path":[],"root":{"started_at":17,"request":{"query":null,"limit":24,' +
    '"sort":"featured","filters":null,"facet_filters":null,"projection":null}},"shoppers":["',
);
const FORMAT = "7";

/** Encrypts and decrypts pages in cursors. @param secret the same key in all processes of an installation */
export function createSealedPages(secret: Uint8Array): SealedPages {
  const keyFor = (clientId: string, id: string, salt: Uint8Array) =>
    createHmac("sha256", secret).update(`seal\0${FORMAT}\0${clientId}\0${id}\0`).update(salt).digest();

  return {
    seal(clientId, id, state, random) {
      const salt = random.subarray(0, SALT_BYTES);
      const json = Buffer.from(JSON.stringify(state));
      if (json.length > MAX_STATE_BYTES) return undefined;
      const text = deflateRawSync(json, { dictionary: DICTIONARY });
      const cipher = createCipheriv("aes-256-gcm", keyFor(clientId, id, salt), NONCE);
      const sealed = Buffer.concat([salt, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
      const encoded = sealed.toString("base64url");
      return encoded.length > MAX_SEALED ? undefined : encoded;
    },

    open(clientId, id, encoded) {
      const sealed = Buffer.from(encoded, "base64url");
      // Unused bits of the last base64url character allow several encodings. Only the canonical encoding is accepted.
      if (sealed.length < SALT_BYTES + TAG_BYTES || sealed.toString("base64url") !== encoded) return undefined;
      const key = keyFor(clientId, id, sealed.subarray(0, SALT_BYTES));
      const decipher = createDecipheriv("aes-256-gcm", key, NONCE, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = decipher.update(sealed.subarray(SALT_BYTES, -TAG_BYTES));
      try {
        decipher.final();
      } catch {
        return undefined;
      }
      const text = inflateRawSync(opened, { dictionary: DICTIONARY, maxOutputLength: MAX_STATE_BYTES });
      return JSON.parse(text.toString()) as PageState;
    },
  };
}
