import { publicStorefront } from "../../search/public-storefront.js";
import { DEFAULT_CONFIGURATION } from "../../storefront/configuration.js";

export const STOREFRONT = { client_id: "demo", name: "demo", origins: [] } as const;

export const STOREFRONT_CHANGE = { currency: "EUR", default_sort: "newest" } as const;

/** What pages are told of a client that configured nothing and has no products yet. */
export const OFFERED = publicStorefront(
  { ...STOREFRONT, configuration: DEFAULT_CONFIGURATION, signing_hashes: [] },
  undefined,
);
