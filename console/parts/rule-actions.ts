import type { RuleAction } from "../../src/storefront/rules-configuration.js";

interface ActionInForms {
  /** Text on buttons and in titles. */
  readonly verb: string;
  /** Text in the form for any rule. */
  readonly label: string;
  /** Form fields of the action, besides scope and schedule. */
  readonly asks: readonly ("product" | "position" | "target" | "like" | "points" | "banner")[];
}

export const RULE_ACTIONS: Readonly<Record<RuleAction, ActionInForms>> = {
  pin: { verb: "Pin", label: "Pin a product to a place", asks: ["product", "position"] },
  reserve: { verb: "Keep", label: "Keep a place for products that are like this", asks: ["like", "position"] },
  boost: { verb: "Raise", label: "Raise products", asks: ["target", "points"] },
  bury: { verb: "Lower", label: "Lower products", asks: ["target", "points"] },
  hide: { verb: "Hide", label: "Hide products", asks: ["target"] },
  banner: { verb: "Show", label: "Show a banner", asks: ["banner"] },
};

/** Action on a single product. */
export type ProductAction = Exclude<RuleAction, "reserve" | "banner">;

/** Entries of a product's menu. */
export const PRODUCT_ACTIONS: Readonly<Record<ProductAction, string>> = {
  pin: "Pin to a place…",
  boost: "Raise…",
  bury: "Lower…",
  hide: "Hide…",
};
