import { createHmac } from "node:crypto";
import { hashKey } from "../../src/storefront/keys.js";

/** The signed user id that a shop's server hands to its pages. */
export const signUser = (privateKey: string, userId: string): string =>
  `${userId}.${createHmac("sha256", hashKey(privateKey)).update(userId).digest("base64url")}`;
