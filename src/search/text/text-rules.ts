import type { StorefrontConfiguration } from "../../storefront/configuration.js";

/** What of a storefront's configuration shapes text queries. */
export type TextRules = Pick<StorefrontConfiguration, "language" | "field_weights" | "search">;

/**
 * `strict`: every word must be somewhere in the product. `relaxed`: half of them. `any`: one of them. In the last two, words
 * may be misspelt, and written together or apart.
 */
export type TextTier = "strict" | "relaxed" | "any";
