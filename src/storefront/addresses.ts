import type { ValidationError } from "../schema/validation-errors.js";

/** Pattern of valid link and image URLs for schemas and forms. `wrongAddress` also checks conditions that a pattern cannot express. */
export const ADDRESS = "(?:https?:\\/\\/[^\\s\\\\]+|\\/(?:[^\\/\\s\\\\][^\\s\\\\]*)?)";

export function wrongAddress(url: string | null, path: string): ValidationError[] {
  if (url === null || isAddress(url)) return [];
  const got = JSON.stringify(url);
  const message = `\`${path}\` must be an http or https address or a path that begins with one slash, got ${got}`;
  return [{ path, message }];
}

/** Validates a URL strictly: browsers read "\" as "/" and a second leading slash as another host, and drop control characters. */
function isAddress(url: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(url) || !url.isWellFormed()) return false;
  if (url.startsWith("/")) return !url.startsWith("//");
  return /^https?:\/\//.test(url) && URL.canParse(url);
}
