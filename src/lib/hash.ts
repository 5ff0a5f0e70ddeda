import { createHash } from "node:crypto";

/** A short name for a JSON value: the same for the same value, written in the same order. */
export const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url");
