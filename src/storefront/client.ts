import { ALL_FIELDS } from "../filters/visible-fields.js";
import type { StorefrontConfiguration } from "./configuration.js";
import { ServiceError, validationError } from "../errors.js";

export type KeyKind = "public" | "private";

/** One client is one storefront: one catalogue, one language, one currency. */
export interface Storefront {
  readonly client_id: string;
  readonly name: string;
  /** Origins whose pages may call `/v2` from a browser. */
  readonly origins: readonly string[];
  readonly configuration: StorefrontConfiguration;
  /** SHA-256 of the private keys that are valid: what user ids are signed with. Never logged, never sent. */
  readonly signing_hashes: readonly string[];
  /** The arm of a running experiment whose configuration this is, or the holdout; absent where there is none. */
  readonly arm?: string | null;
  /** What some devices get in its place; absent where all get the same. */
  readonly arms?: Arms;
}

export interface Arms {
  readonly holdout: {
    /** The share of all devices that are ranked for as strangers, from 0 to 0.2. */
    readonly share: number;
    readonly storefront: Storefront;
  };
  /** The experiment that runs; null while there is none. */
  readonly experiment: {
    readonly id: string;
    readonly share: number;
    readonly split: number;
    readonly a: Storefront;
    readonly b: Storefront;
  } | null;
}

/** The same storefront for a holder of its private key: no field of the feed is hidden from them. */
export const seeingAllFields = (storefront: Storefront): Storefront => ({
  ...storefront,
  configuration: { ...storefront.configuration, fields: ALL_FIELDS },
});

const CLIENT_ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

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
