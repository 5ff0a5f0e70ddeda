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
  /** The arm of a running experiment whose configuration this is; absent where there is none. */
  readonly arm?: string | null;
}

/** The part of a storefront that a holder of its private key may read. */
export type DescribedStorefront = Omit<Storefront, "signing_hashes">;

export const describeStorefront = ({ client_id, name, origins, configuration }: Storefront): DescribedStorefront => ({
  client_id,
  name,
  origins,
  configuration,
});
