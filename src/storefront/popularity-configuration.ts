import Type from "typebox";
import { closed, number, type Of } from "../schema/typed.js";

export const POPULARITY = closed(
  {
    half_life_days: number(
      14,
      [1, 36_500],
      "After so many days an interest in a product counts half, and so does its release.",
    ),
    release: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      default: 10,
      description:
        "What being released today is worth beside the events, in the units of `event_weights`. More: new products lead. Less: popular ones do.",
    }),
    event_weights: closed(
      {
        view: number(1, [0, 100], "A look at a product's page, or a click on it in a list."),
        cart: number(3, [0, 100], "Put into the cart."),
        purchase: number(6, [0, 100], "A purchase."),
      },
      { description: "How much interest in a product an event tells of; each kind counts once a visit." },
    ),
  },
  { description: "What makes products popular, for the storefront's own order." },
);

export type PopularityRules = Of<typeof POPULARITY>;
