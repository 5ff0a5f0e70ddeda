import type { JsonSchema } from "../schema/validator.js";
import { DEFAULT_POPULARITY } from "./popularity-configuration.js";

const { half_life_days, release, event_weights: weights } = DEFAULT_POPULARITY;

const weight = (fallback: number, description: string): JsonSchema => ({
  type: "number",
  minimum: 0,
  maximum: 100,
  default: fallback,
  description,
});

export const POPULARITY_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    half_life_days: {
      type: "number",
      minimum: 1,
      maximum: 36_500,
      default: half_life_days,
      description: "After so many days an interest in a product counts half, and so does its release.",
    },
    release: {
      type: "number",
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      default: release,
      description:
        "What being released today is worth beside the events. More: new products lead. Less: popular ones do.",
    },
    event_weights: {
      type: "object",
      additionalProperties: false,
      properties: {
        view: weight(weights.view, "A look at a product's page, or a click on it in a list."),
        cart: weight(weights.cart, "Put into the cart."),
        purchase: weight(weights.purchase, "A purchase."),
      },
      description: "How much interest in a product an event tells of; each kind counts once a visit.",
    },
  },
  description: "What makes products popular, for the storefront's own order.",
};
