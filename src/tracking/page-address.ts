import { MAX_URL_LENGTH } from "./snowplow/fields.js";

/** Stands in for the host of an address that names none. */
const NOWHERE = "http://nowhere.invalid";

/**
 * Reduces a page's address to what may be stored: origin, path, and the query parameters that the storefront allows by
 * name, unchanged. The rest of the query, the fragment and the credentials are removed, because they may hold personal
 * data (`?email=…`).
 * @returns null for a value that is neither an http(s) address nor a path that begins with `/`
 */
export function storedAddress(address: string | null, allowed: readonly string[]): string | null {
  const isPath = address !== null && /^\/(?![/\\])/.test(address);
  const base = isPath ? NOWHERE : undefined;
  if (address === null || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((pair) => allowed.includes(nameOf(pair)));
  const query = kept.length === 0 ? "" : `?${kept.join("&")}`;
  return `${isPath ? "" : url.origin}${url.pathname}${query}`.slice(0, MAX_URL_LENGTH);
}

/** The name of one `name=value` of a query string. */
const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? "";
