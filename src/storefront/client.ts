import { ALL_FIELDS } from "../filters/visible-fields.js";
import type { StorefrontConfiguration } from "./configuration.js";
import { ServiceError, validationError } from "../errors.js";

export type KeyKind = "public" | "private";

/** A storefront of one client: one catalogue, one language, one currency. */
export interface Storefront {
  readonly client_id: string;
  readonly name: string;
  /** Origins whose pages may call `/v2` from a browser. */
  readonly origins: readonly string[];
  readonly configuration: StorefrontConfiguration;
  /** SHA-256 hashes of the valid private keys, which sign user ids. The hashes are never logged or sent. */
  readonly signing_hashes: readonly string[];
  /** Experiment arm to which this storefront belongs, or `holdout`; absent for storefronts outside experiments and holdout. */
  readonly arm?: string | null;
  /** Storefronts for devices in the holdout and in experiment arms. The field is absent if all devices get the same storefront. */
  readonly arms?: Arms;
}

export interface Arms {
  readonly holdout: {
    /** Share of all devices that get unpersonalized results, from 0 to 0.2. */
    readonly share: number;
    readonly storefront: Storefront;
  };
  /** The running experiment; null if no experiment is running. */
  readonly experiment: {
    readonly id: string;
    readonly share: number;
    readonly split: number;
    readonly a: Storefront;
    readonly b: Storefront;
  } | null;
}

/** The storefront for requests with a private key, which may read all feed fields. */
export const seeingAllFields = (storefront: Storefront): Storefront => ({
  ...storefront,
  configuration: { ...storefront.configuration, fields: ALL_FIELDS },
});

const CLIENT_ID = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const isClientId = (text: string): boolean => CLIENT_ID.test(text);

/**
 * Derives the client id from a name: lower-case letters and digits without accents, words joined by "-" ("Café Noir" → "cafe-noir").
 * @throws {ServiceError} validation_error if the name contains no usable character
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
  throw validationError(
    "name",
    `the name must contain at least one letter (a–z) or digit, got ${JSON.stringify(name)}`,
  );
}

/**
 * Normalizes an origin to the form browsers send: scheme, host, and port unless it is the scheme's default.
 * @throws {ServiceError} validation_error unless the text is `http(s)://host[:port]`
 */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username + url.password === "";
  if (url !== undefined && isBare && (url.protocol === "https:" || url.protocol === "http:")) return url.origin;
  throw new ServiceError(
    "validation_error",
    `expected an origin like https://shop.example or http://localhost:3000, got ${JSON.stringify(text)}`,
    { field: "origins" },
  );
}
