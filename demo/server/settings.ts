import type { StorefrontConfiguration } from "../../src/storefront/configuration.js";
import { pageLanguage, type PageLanguage } from "./page-language.js";

/** How pages call the service as the storefront they belong to. Both are public: every page of a shop has them. */
export interface ShopAccess {
  readonly client_id: string;
  readonly public_key: string;
}

/** The settings that the document passes to the program in it; pages request everything else. */
export interface ShopSettings extends ShopAccess {
  /** The name of an imported shop whose catalogue the pages show; null: the demo's own. */
  readonly imported: string | null;
  /** The language of the storefront. */
  readonly language: PageLanguage;
  /** ISO 4217; null: prices are plain numbers. */
  readonly currency: string | null;
  readonly sort_keys: readonly { readonly key: string; readonly label: string }[];
  readonly default_sort: string;
  /** Whether the default order is the personal one. */
  readonly ranks_personally: boolean;
}

/** @param imported the name of a shop that is not the demo's own */
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
