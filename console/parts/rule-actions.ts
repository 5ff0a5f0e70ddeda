import type { RuleAction } from "../../src/storefront/rules-configuration.js";

interface ActionInForms {
  /** On buttons and titles. */
  readonly verb: string;
  /** In a menu of one product. */
  readonly menu: string;
  /** In a form that makes any rule. */
  readonly label: string;
  /** What a form asks for, besides when the rule holds. */
  readonly asks: readonly ("place" | "target" | "points")[];
}

export const RULE_ACTIONS: Readonly<Record<RuleAction, ActionInForms>> = {
  pin: { verb: "Pin", menu: "Pin to a place…", label: "Pin a product to a place", asks: ["place"] },
  boost: { verb: "Raise", menu: "Raise…", label: "Raise products", asks: ["target", "points"] },
  bury: { verb: "Lower", menu: "Lower…", label: "Lower products", asks: ["target", "points"] },
  hide: { verb: "Hide", menu: "Hide…", label: "Hide products", asks: ["target"] },
};

export const RULE_ACTION_NAMES = Object.keys(RULE_ACTIONS) as RuleAction[];
