import type { StorefrontConfiguration } from "../../src/storefront/configuration.js";
import { pageLanguage, type PageLanguage } from "./page-language.js";

/** Access data of a storefront. The client ID and the public key are part of every page and not secret. */
export interface ShopAccess {
  readonly client_id: string;
  readonly public_key: string;
}

/** Settings that are embedded in the HTML document. Pages request all other data from the service. */
export interface ShopSettings extends ShopAccess {
  /** Name of the imported shop; `null` for the demo's own shop. */
  readonly imported: string | null;
  /** Language of the storefront. */
  readonly language: PageLanguage;
  /** ISO 4217 currency code. Without a currency (`null`), prices are shown as plain numbers. */
  readonly currency: string | null;
  readonly sort_keys: readonly { readonly key: string; readonly label: string }[];
  readonly default_sort: string;
  /** Whether the storefront's default sort order is personalized. */
  readonly ranks_personally: boolean;
}

/**
 * Creates the settings for the pages of a shop.
 * @param imported name of the imported shop; `null` for the demo's own shop
 */
export function shopSettings(
  access: ShopAccess,
  configuration: StorefrontConfiguration,
  imported: string | null,
): ShopSettings {
  const { currency = null, language, sort_keys, default_sort } = configuration;
  return {
    imported,
    client_id: access.client_id,
    public_key: access.public_key,
    language: pageLanguage(language),
    currency,
    sort_keys: sort_keys.map(({ key, label }) => ({ key, label })),
    default_sort,
    ranks_personally: sort_keys.some(({ key, by }) => key === default_sort && by === "featured"),
  };
}
