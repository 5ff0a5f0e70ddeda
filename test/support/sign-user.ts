import { createHmac } from "node:crypto";
import { hashKey } from "../../src/storefront/keys.js";

/** Signed user id, as a shop's server passes it to its pages. */
export const signUser = (privateKey: string, userId: string): string =>
  `${userId}.${createHmac("sha256", hashKey(privateKey)).update(userId).digest("base64url")}`;
