import { createHash } from "node:crypto";

/** The validator of a text: clients that have it ask whether it is still the same and are answered 304. Weak, as it may be sent compressed. */
export const etagOf = (text: string): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
