import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { MAX_SEALED } from "./cursor.js";
import type { PageState } from "./state.js";

/**
 * A chain's first page, carried by its own cursor: `<id>.<sealed>`. Nothing is stored until the second page is
 * requested page. Sealed means deflated, encrypted and authenticated (AES-256-GCM): a shopper can neither read nor
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
  '"availability":null,"availability":{"field":"in_stock","in_stock":[true],"out_of_stock":"bury"},"facets":[{"key":"' +
    'categories","label":"Category","type":"list","field":"designer","selection_mode":"multi","collapsed":false,"order":' +
    '"count"}]"ranges":[{"min":,"max":}]"projection":["name","handle","images","price","category","designer","color","sizes"' +
    '],"facet_filters":{"color":[""],"sizes":[""]},"filters":{"$and":[{"categories":""}],"$or":[{"$in":["$gte","$lte":' +
    '{"client_id":"","chain":"","expires_at":17,"page":1,"sequence":0,"delivered":["","","segment":{"after":null},"remainder"' +
    ':[],"position":{"kind":"start","windows":0},"position":{"kind":"end"},"pins_left":0,"path":[],"root":{"started_at":17,"total":,"tier":' +
    '"strict","all_words":0,"request":{"query":null,"limit":24,"filters":null,"facet_filters":null,"projection":["name","images","price"]},' +
    '"ranking":{"sort":{"key":"price_asc","label":"Price: low to high","by":"field","field":"price","order":"asc"},"sort":{' +
    '"key":"featured","label":"Featured","by":"featured"},"field_weights":{"title":4,"designer":3,"categories":2,' +
    '"description":1,"other":0.5},"search":{"phrase":0.25,"heads":8,"kinds":8,"brand":4,"category_intent":4,"intent_share":0.5,"all_words":20,' +
    '"popularity":2,"spelling":true,"compounds":true,"named_variant":true,"general_synonyms":false,"synonyms":[],"enough":' +
    '50},"search":null,"availability":{"field":"in_stock","in_stock":[true],"out_of_stock":"bury","sorted":"keep"},"facets":[]},' +
    '"personal":{"taste":{"at":17,"tokens":[["designer=",0.0["categories=",0.0["color=",0.0["product_identifier=",0.0' +
    '],"prices":[],"recent":[["","ignored":[],"user":null},"weights":{"affinity":25,"text_affinity":2,"co_visitation":0.2,' +
    '"fatigue":0,"category_diversity":0.3},"half_life_days":14,"diversify_categories":false,"room":{"level":2,"department":' +
    '"categories","shares":[["designer=","categories=",0.5],0.784],0.833],0.333],0.167],0.196]]}},"rules":null,"intent":null}}',
);
const FORMAT = "6";

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
