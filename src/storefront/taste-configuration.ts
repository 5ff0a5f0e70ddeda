import Type from "typebox";
import { closed, list, nullable, number, type Of } from "../schema/typed.js";

/** Name of a taste field. The name cannot contain an equals sign, because taste tokens have the form field=value. */
const field = Type.String({
  maxLength: 255,
  pattern: "^[^_.=][^.=]*(?:\\.[^_.=][^.=]*)*$",
  "x-expected": "the dotted name of a feed field, which must not contain an equals sign",
  description: "A feed field.",
});

const tasteField = (description: string) =>
  closed(
    { field, weight: Type.Number({ minimum: 0, maximum: 100, description: "Relative weight." }) },
    { description },
  );

/** Maximum number of taste fields. This number limits the index size per product and the size of a shopper's taste document. */
const MAX_FIELDS = 10;

export const TASTE = closed(
  {
    fields: list(tasteField("A feed field and its weight."), {
      maxItems: MAX_FIELDS,
      default: [
        { field: "designer", weight: 1 },
        { field: "categories", weight: 3 },
        { field: "department", weight: 1 },
        { field: "color", weight: 0.4 },
      ],
      description: "Feed fields whose values form the taste profile.",
    }),
    price: nullable(
      tasteField(
        "Numeric feed field with the price, and the weight of a product in the preferred price range. Null: prices are ignored.",
      ),
      {
        default: { field: "price", weight: 1 },
      },
    ),
    half_lives: closed(
      {
        impression_hours: number(24, [0.1, 8_760], "Half-life of an impression, in hours."),
      },
      {
        description:
          "Half-lives of data about shopper behaviour. The weight of a product view does not depend on time: each later view halves the weight.",
      },
    ),
    event_weights: closed(
      {
        click: number(0.5, [0, 100], "Weight of a click on a product in a list."),
        view: number(1, [0, 100], "Weight of a product view."),
        cart: number(
          3,
          [0, 100],
          "Weight of an addition to the cart. A removal from the cart reverts the effect of the addition.",
        ),
        purchase: number(6, [0, 100], "Weight of a purchase. A refund reverts the effect of the purchase."),
      },
      { description: "Weight of each event type." },
    ),
  },
  { description: "Fields and event weights of taste profiles." },
);

export const RANKING = closed(
  {
    affinity: number(
      25,
      [0, 100],
      "Maximum effect of the taste profile in listings. A product that matches the taste profile completely ranks as if its popularity were multiplied by e^affinity.",
    ),
    text_affinity: number(
      2,
      [0, 100],
      "Maximum points for a match with the taste profile in searches. 0 also disables the promotion of products that match the taste profile (by default, to every fourth position).",
    ),
    co_visitation: number(
      0.2,
      [0, 1],
      "Maximum effect of co-visitation (products viewed in the same visits as the recently viewed products), relative to the maximum effect of the taste profile.",
    ),
    fatigue: number(
      0,
      [0, 1],
      "Maximum demotion of products that were shown repeatedly and ignored. At 0.1, they move down by at most a tenth of the reranked list. 0 also stops learning from impressions.",
    ),
    category_diversity: number(
      0.3,
      [0, 1],
      "How strongly products of the same category are separated in the results. Applies to requests with `context.category_diversification`.",
    ),
  },
  { description: "Weight of each personalization signal. 0 turns a signal off." },
);

export type TasteRules = Of<typeof TASTE>;
export type HalfLives = TasteRules["half_lives"];
export type EventWeights = TasteRules["event_weights"];
export type RankingWeights = Of<typeof RANKING>;
