import type { RuleAction } from "../../src/storefront/rules-configuration.js";

interface ActionInForms {
  readonly verb: string;
  readonly label: string;
  /** Form fields of the action, besides scope and schedule. */
  readonly asks: readonly ("product" | "position" | "target" | "like" | "points" | "banner")[];
}

export const RULE_ACTIONS: Readonly<Record<RuleAction, ActionInForms>> = {
  pin: { verb: "Pin", label: "Pin a product", asks: ["product", "position"] },
  reserve: { verb: "Reserve", label: "Reserve a position", asks: ["like", "position"] },
  boost: { verb: "Boost", label: "Boost products", asks: ["target", "points"] },
  bury: { verb: "Bury", label: "Bury products", asks: ["target", "points"] },
  hide: { verb: "Hide", label: "Hide products", asks: ["target"] },
  banner: { verb: "Show", label: "Show a banner", asks: ["banner"] },
};

/**
 * Strengths of a boost or bury, with their points. In a listing, n points have the effect of multiplying the popularity
 * by e^n.
 */
export const STRENGTHS = [
  { value: "0.7", label: "Weak" },
  { value: "3", label: "Moderate" },
  { value: "8", label: "Strong" },
];

export type ProductAction = Exclude<RuleAction, "reserve" | "banner">;
