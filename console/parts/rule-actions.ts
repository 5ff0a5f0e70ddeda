import type { RuleAction } from "../../src/storefront/rules-configuration.js";

interface ActionInForms {
  /** On buttons and titles. */
  readonly verb: string;
  /** In a form that makes any rule. */
  readonly label: string;
  /** What a form asks for, besides when the rule holds. */
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

/** What is done with one product. */
export type ProductAction = Exclude<RuleAction, "reserve" | "banner">;

/** In a menu of one product. */
export const PRODUCT_ACTIONS: Readonly<Record<ProductAction, string>> = {
  pin: "Pin to a place…",
  boost: "Raise…",
  bury: "Lower…",
  hide: "Hide…",
};
