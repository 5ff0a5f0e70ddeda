import { createHash } from "node:crypto";

/** Returns a short hash of a JSON value. The order of object members matters. */
export const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url");
