import Type from "typebox";
import { closed, number, type Of } from "../schema/typed.js";

export const POPULARITY = closed(
  {
    half_life_days: number(14, [1, 36_500], "Half-life of popularity and of the bonus for new products, in days."),
    release: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      default: 10,
      description:
        "Bonus for new products, on the scale of the event weights. A higher value favours new products, and a lower value popular products.",
    }),
    event_weights: closed(
      {
        view: number(1, [0, 100], "Weight of a product view, or of a click on a product in a list."),
        cart: number(3, [0, 100], "Weight of an addition to the cart."),
        purchase: number(6, [0, 100], "Weight of a purchase."),
      },
      { description: "Weight of each event type. Repeated events of a device within a short time count once." },
    ),
  },
  { description: "Popularity of products in the unpersonalized ranking." },
);

export type PopularityRules = Of<typeof POPULARITY>;
