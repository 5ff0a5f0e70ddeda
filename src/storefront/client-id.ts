import { ServiceError, validationError } from "../errors.js";

const CLIENT_ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a text can be a client id at all. */
export const isClientId = (text: string): boolean => CLIENT_ID.test(text);

/**
 * The client id that a name gives: lower-case letters and digits without accents, words joined by "-" ("Café Noir" → "cafe-noir").
 * @throws ServiceError validation_error when nothing usable is left of the name.
 */
export function clientIdOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, "");
  if (isClientId(slug)) return slug;
  throw validationError("name", `the name must hold at least one letter (a–z) or digit, got ${JSON.stringify(name)}`);
}

/**
 * An origin as browsers send it: scheme, host, and port unless it is the scheme's own.
 * @throws ServiceError validation_error for anything that is not `http(s)://host[:port]`.
 */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username + url.password === "";
  if (url !== undefined && isBare && (url.protocol === "https:" || url.protocol === "http:")) return url.origin;
  throw new ServiceError(
    "validation_error",
    `an origin looks like https://shop.example or http://localhost:3000, got ${JSON.stringify(text)}`,
    { field: "origins" },
  );
}
