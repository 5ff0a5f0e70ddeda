import Type from "typebox";
import { closed, list, nullable, number, type Of } from "../schema/typed.js";

/** A taste token is "field=value", so the field name cannot contain "=". */
const field = Type.String({
  maxLength: 255,
  pattern: "^[^_.=][^.=]*(?:\\.[^_.=][^.=]*)*$",
  "x-expected": "the dotted name of a feed field without `=`",
  description: "A feed field.",
});

const tasteField = (description: string) =>
  closed(
    { field, weight: Type.Number({ minimum: 0, maximum: 100, description: "Only the proportions matter." }) },
    { description },
  );

/** Limits the index size per product and the size of a shopper's taste document. */
const MAX_FIELDS = 10;

export const TASTE = closed(
  {
    fields: list(tasteField("A feed field and how much it counts beside the others."), {
      maxItems: MAX_FIELDS,
      default: [
        { field: "designer", weight: 1 },
        { field: "categories", weight: 3 },
        { field: "department", weight: 1 },
        { field: "color", weight: 0.4 },
      ],
      description:
        "Feed fields whose values are liked or not, each with its `weight` beside the others; a change reaches each product with its next ingestion.",
    }),
    price: nullable(
      tasteField(
        "The numeric field that says what products cost; its weight is that of the same price. Null: prices say nothing.",
      ),
      {
        default: { field: "price", weight: 1 },
      },
    ),
    half_lives: closed(
      {
        impression_hours: number(24, [0.1, 8_760], "That a product was shown, in hours."),
      },
      {
        description:
          "After so long, what was learnt counts half. What was looked at counts half with each look after it.",
      },
    ),
    event_weights: closed(
      {
        click: number(0.5, [0, 100], "A click in a list."),
        view: number(1, [0, 100], "A look at a product's page."),
        cart: number(3, [0, 100], "Put into the cart; taking it out again takes this back."),
        purchase: number(6, [0, 100], "A purchase; a refund takes this back."),
      },
      { description: "How much interest in a product an event tells of." },
    ),
  },
  { description: "What a shopper's taste is made of and how fast it fades." },
);

export const RANKING = closed(
  {
    affinity: number(
      25,
      [0, 100],
      "The most that taste adds in a listing: what matches everything ranks as if e^affinity times as popular.",
    ),
    text_affinity: number(
      2,
      [0, 100],
      "The most that taste adds to a text score, which is mostly between 5 and 50. 0 also ends the lifts to every fourth place of searches.",
    ),
    co_visitation: number(
      0.2,
      [0, 1],
      "The most that is added for going with recent products, as a share of `affinity`, or of `text_affinity` in a search.",
    ),
    fatigue: number(
      0,
      [0, 1],
      "The most that products move down that were shown again and again and ignored. What is shown is learned only while it is above 0.",
    ),
    category_diversity: number(
      0.3,
      [0, 1],
      "How far products of one category are kept apart, for requests with `context.category_diversification`.",
    ),
  },
  { description: "How much each signal counts when products are ranked for a shopper. 0 turns a signal off." },
);

export type TasteRules = Of<typeof TASTE>;
export type HalfLives = TasteRules["half_lives"];
export type EventWeights = TasteRules["event_weights"];
export type RankingWeights = Of<typeof RANKING>;
