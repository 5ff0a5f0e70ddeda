/** A JSON object of unknown content. Only own properties are ever read: what a sender calls `__proto__` is just a name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The most characters of an identifier; longer ones are ignored. */
export const MAX_ID_LENGTH = 256;
/** Longer texts are cut. */
export const MAX_TEXT_LENGTH = 512;
export const MAX_URL_LENGTH = 2_048;

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** An identifier: a text or a number; null when there is none. One that is too long or ill-formed is `undefined`. */
export function idIn(fields: Fields, name: string, longest = MAX_ID_LENGTH): string | null | undefined {
  const value = own(fields, name);
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string" || text === "") return null;
  return text.length <= longest && text.isWellFormed() && !text.includes("\0") ? text : undefined;
}

/** A text for people, cut and mended where need be; null when there is none. */
export function textIn(fields: Fields, name: string, longest = MAX_TEXT_LENGTH): string | null {
  const value = own(fields, name);
  if (typeof value !== "string" || value === "") return null;
  return value.slice(0, longest).replaceAll("\0", "").toWellFormed() || null;
}

/** A finite number that is not negative, from a number or from text that is one; null when there is none. */
export function numberIn(fields: Fields, name: string): number | null {
  const value = own(fields, name);
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : null;
}

/** A whole number from 1 to a million; null when there is none. */
export function countIn(fields: Fields, name: string): number | null {
  const number = numberIn(fields, name);
  return number !== null && Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : null;
}

/** Milliseconds since 1970 as trackers send them. */
export function millisecondsIn(fields: Fields, name: string): number | null {
  const number = numberIn(fields, name);
  return number === null || number > LATEST_DATE ? null : Math.round(number);
}

/** The end of what a date can be. */
const LATEST_DATE = 8.64e15;

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
