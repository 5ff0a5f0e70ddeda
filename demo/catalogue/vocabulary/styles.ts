import type { Weighted } from "../../random.js";
import type { ColorKey } from "./colors.js";

/** Style of a designer, which determines preferred colours and patterns. */
export type Style =
  "minimal" | "classic" | "heritage" | "romantic" | "resort" | "street" | "outdoor" | "avant_garde" | "everyday";

export type Pattern =
  | "Plain"
  | "Striped"
  | "Pinstriped"
  | "Checked"
  | "Gingham"
  | "Floral"
  | "Polka dot"
  | "Houndstooth"
  | "Herringbone"
  | "Argyle";

/** Preferred cloth colours by style. */
export const CLOTH_COLORS: Readonly<Record<Style, Weighted<ColorKey>>> = {
  minimal: [
    ["black", 8], ["off_white", 6], ["grey", 5], ["navy", 5], ["oatmeal", 5], ["stone_grey", 4], ["camel", 4],
    ["charcoal", 4], ["white", 4], ["sage", 2], ["chocolate", 2], ["slate_blue", 1.5], ["butter", 1],
  ],
  classic: [
    ["navy", 9], ["white", 7], ["black", 6], ["grey", 5], ["sky", 5], ["camel", 3], ["burgundy", 3], ["cream", 3],
    ["forest", 2], ["charcoal", 4], ["red", 1.5], ["blue", 2], ["midnight", 2], ["chocolate", 1.5],
  ],
  heritage: [
    ["navy", 6], ["olive", 5], ["camel", 4], ["forest", 5], ["burgundy", 4], ["chocolate", 4], ["oatmeal", 4],
    ["charcoal", 4], ["mustard", 3], ["rust", 3], ["ecru", 3], ["petrol", 2], ["grey", 3], ["khaki", 3],
  ],
  romantic: [
    ["cream", 6], ["blush", 6], ["black", 6], ["rose", 4], ["lilac", 4], ["sky", 3], ["white", 4], ["butter", 3],
    ["sage", 3], ["burgundy", 3], ["red", 2], ["emerald", 2], ["plum", 2], ["apricot", 2], ["navy", 2],
  ],
  resort: [
    ["white", 7], ["ecru", 4], ["sky", 5], ["cobalt", 4], ["tomato", 3], ["lemon", 3], ["mint", 3], ["apricot", 3],
    ["navy", 4], ["sand", 4], ["emerald", 2], ["fuchsia", 2], ["tangerine", 2], ["black", 2],
  ],
  street: [
    ["black", 10], ["white", 6], ["grey", 6], ["cobalt", 3], ["forest", 3], ["tangerine", 2], ["red", 3], ["lilac", 2],
    ["ecru", 3], ["khaki", 3], ["burgundy", 2], ["lemon", 1], ["navy", 3],
  ],
  outdoor: [
    ["black", 7], ["olive", 6], ["navy", 6], ["khaki", 4], ["petrol", 3], ["rust", 3], ["mustard", 3], ["sand", 3],
    ["anthracite", 4], ["tangerine", 2], ["forest", 4], ["slate_blue", 3], ["red", 1],
  ],
  avant_garde: [
    ["black", 14], ["anthracite", 5], ["white", 4], ["charcoal", 4], ["chocolate", 2], ["oxblood", 2], ["stone_grey", 3],
    ["midnight", 2], ["cobalt", 1], ["fuchsia", 0.7],
  ],
  everyday: [
    ["black", 8], ["white", 7], ["navy", 7], ["grey", 6], ["blue", 3], ["sage", 3], ["sand", 3], ["khaki", 3], ["red", 2],
    ["rose", 2], ["burgundy", 2], ["butter", 1.5], ["sky", 3], ["lilac", 1.5], ["chocolate", 2], ["rust", 1.5],
  ],
}; // prettier-ignore

/** Probability, by style, that a product has no pattern although at least one pattern is suitable. */
export const PLAIN_SHARE: Readonly<Record<Style, number>> = {
  minimal: 0.9,
  classic: 0.66,
  heritage: 0.5,
  romantic: 0.5,
  resort: 0.48,
  street: 0.82,
  outdoor: 0.88,
  avant_garde: 0.9,
  everyday: 0.7,
};

/** Patterns that a style never uses, regardless of the product type. */
export const AVOIDED_PATTERNS: Readonly<Record<Style, readonly Pattern[]>> = {
  minimal: ["Floral", "Polka dot", "Argyle", "Gingham"],
  classic: [],
  heritage: ["Polka dot"],
  romantic: ["Argyle", "Houndstooth"],
  resort: ["Herringbone", "Houndstooth", "Argyle"],
  street: ["Floral", "Polka dot", "Herringbone"],
  outdoor: ["Floral", "Polka dot", "Argyle"],
  avant_garde: ["Floral", "Gingham", "Argyle"],
  everyday: [],
};

/** Words that describe patterns in product titles. */
export const PATTERN_WORDS: Readonly<Record<Exclude<Pattern, "Plain">, string>> = {
  Striped: "Striped",
  Pinstriped: "Pinstriped",
  Checked: "Checked",
  Gingham: "Gingham",
  Floral: "Floral-Print",
  "Polka dot": "Polka-Dot",
  Houndstooth: "Houndstooth",
  Herringbone: "Herringbone",
  Argyle: "Argyle",
};
