import type { StorefrontConfiguration } from "./configuration.js";

export type KeyKind = "public" | "private";

/** One client is one storefront: one catalogue, one language, one currency. */
export interface Storefront {
  readonly client_id: string;
  readonly name: string;
  /** Origins whose pages may call `/v2` from a browser. */
  readonly origins: readonly string[];
  readonly configuration: StorefrontConfiguration;
}
