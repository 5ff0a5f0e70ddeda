/** A JSON object of unknown content. Only own properties are read, so that a property named `__proto__` is harmless. */
export type Fields = Readonly<Record<string, unknown>>;

/** Maximum length of an identifier in characters. Longer identifiers are rejected. */
export const MAX_ID_LENGTH = 256;
/** Maximum length of a text in characters. Longer texts are truncated. */
export const MAX_TEXT_LENGTH = 512;
export const MAX_URL_LENGTH = 2_048;

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/** Returns the identifier in a text or number field; null if the field is absent, undefined if the value is too long or malformed. */
export function idIn(fields: Fields, name: string, longest = MAX_ID_LENGTH): string | null | undefined {
  const value = own(fields, name);
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string" || text === "") return null;
  return text.length <= longest && text.isWellFormed() && !text.includes("\0") ? text : undefined;
}

/** Returns the value of a text field, truncated and made well-formed if necessary; null if the field is absent. */
export function textIn(fields: Fields, name: string, longest = MAX_TEXT_LENGTH): string | null {
  const value = own(fields, name);
  if (typeof value !== "string" || value === "") return null;
  return value.slice(0, longest).replaceAll("\0", "").toWellFormed() || null;
}

/** Returns the value of a field with a finite nonnegative number, which may be written as text; null for any other value. */
export function numberIn(fields: Fields, name: string): number | null {
  const value = own(fields, name);
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return null;
  const number = Number(value);
  return Number.isFinite(number) && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : null;
}

/** Returns the value of a field if it is an integer from 1 to a million, otherwise null. */
export function countIn(fields: Fields, name: string): number | null {
  const number = numberIn(fields, name);
  return number !== null && Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : null;
}

/** Returns the value of a time field in milliseconds since 1970; null if the field is absent or out of range. */
export function millisecondsIn(fields: Fields, name: string): number | null {
  const number = numberIn(fields, name);
  return number === null || number > LATEST_DATE ? null : Math.round(number);
}

/** Latest time that a JavaScript date can represent, in milliseconds since 1970. */
const LATEST_DATE = 8.64e15;

/** Base URL for parsing paths without a host. */
const NOWHERE = "http://nowhere.invalid";

/**
 * Reduces a page's address to the parts that may be stored: origin, path, and the query parameters that the storefront allows by name,
 * unchanged. The rest of the query, the fragment and the credentials are removed, because they may contain personal data (`?email=…`).
 * @returns `null` for a value that is neither an http(s) address nor a path starting with `/`
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

/** Returns the name of one `name=value` pair of a query string. */
const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? "";
