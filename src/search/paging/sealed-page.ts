import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { MAX_SEALED } from "./cursor.js";
import type { PageState } from "./state.js";

/**
 * A chain's first page, carried by its own cursor: `<id>.<sealed>`. Nothing is stored until the second page is
 * requested. Sealed means deflated, encrypted and authenticated (AES-256-GCM): a shopper can neither read nor
 * change it, and it opens only for the client and the id that it was made for.
 */
export interface SealedPages {
  /**
   * @param random SALT_BYTES of them
   * @returns undefined for a state too large to travel, which has to be stored at once
   */
  seal(clientId: string, id: string, state: PageState, random: Uint8Array): string | undefined;
  /** Undefined for what was not sealed here, for another client or id, or has been changed. */
  open(clientId: string, id: string, sealed: string): PageState | undefined;
}

export const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** The largest size to which a state may inflate: far more than any that was sealed. */
const MAX_STATE_BYTES = 256 * 1024;
/** Every state has a key of its own, so the nonce need not differ. */
const NONCE = new Uint8Array(12);

/**
 * Text that most states share: as a dictionary it makes them a third shorter. A cursor can only be opened with the
 * dictionary it was sealed with; a change needs a new FORMAT, and so does a change of the state's fields.
 */
const DICTIONARY = Buffer.from(
  '"diversify_categories":true"ranges":[{"min":,"max":}]"facet_filters":{"categories":[""],"designer":[""],"color":[""],"sizes":[""]}' +
    '"filters":{"$and":[{"categories":""}],"$or":[{"$in":["$gte","$lte":"price":"projection":["name","handle","title","images","price",' +
    '"categories","designer","color","sizes"]"sort":"price_asc"{"client_id":"","chain":"","expires_at":17,"page":1,"sequence":0,' +
    '"delivered":["","],"has_more":true,"after":null,"path":[],"root":{"started_at":17,"request":{"query":null,"limit":24,' +
    '"sort":"featured","filters":null,"facet_filters":null,"projection":null}},"shoppers":["',
);
const FORMAT = "7";

/** @param secret shared by all processes of an installation */
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
      // The last character may have bits to spare: only one spelling is the cursor.
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
