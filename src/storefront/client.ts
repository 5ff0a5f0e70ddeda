import { ALL_FIELDS } from "../filters/seen-fields.js";
import type { StorefrontConfiguration } from "./configuration.js";

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

/** See `assigned`. */
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

/** The part of a storefront that a holder of its private key may read. */
export type DescribedStorefront = Omit<Storefront, "signing_hashes" | "arm" | "arms">;

export const describeStorefront = ({ client_id, name, origins, configuration }: Storefront): DescribedStorefront => ({
  client_id,
  name,
  origins,
  configuration,
});
