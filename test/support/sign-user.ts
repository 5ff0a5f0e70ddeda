import { createHmac } from "node:crypto";
import { hashKey } from "../../src/storefront/keys.js";

/** Returns a signed user id, in the format in which a shop's server passes the id to the shop's pages. */
export const signUser = (privateKey: string, userId: string): string =>
  `${userId}.${createHmac("sha256", hashKey(privateKey)).update(userId).digest("base64url")}`;
