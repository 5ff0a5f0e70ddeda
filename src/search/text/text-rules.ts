import type { StorefrontConfiguration } from "../../storefront/configuration.js";

/** What of a storefront's configuration shapes text queries. */
export type TextRules = Pick<StorefrontConfiguration, "language" | "field_weights" | "search">;

/** `strict`: every word must be somewhere in the product. `any`: one of them; what has all words comes first. */
export type TextTier = "strict" | "any";
