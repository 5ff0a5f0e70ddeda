import type { StorefrontConfiguration } from "../../storefront/configuration.js";

/** The settings of a storefront that text queries depend on. */
export type TextRules = Pick<StorefrontConfiguration, "language" | "field_weights" | "search">;

/** `strict`: every word must be somewhere in the product. `any`: one of them; what has all words comes first. */
export type TextTier = "strict" | "any";
