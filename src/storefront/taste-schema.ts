import type { JsonSchema } from "../schema/validator.js";
import { DEFAULT_RANKING, DEFAULT_TASTE } from "./taste-configuration.js";

const closed = (properties: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...(required.length === 0 ? {} : { required }),
});

/** A token is "field=value", so the field cannot have a "=" of its own. */
const field = {
  type: "string",
  maxLength: 255,
  pattern: "^[^_.=][^.=]*(?:\\.[^_.=][^.=]*)*$",
  "x-expected": "the dotted name of a feed field without `=`",
};

const number = (minimum: number, maximum: number, fallback: number, description: string): JsonSchema => ({
  type: "number",
  minimum,
  maximum,
  default: fallback,
  description,
});

const tasteField = (description: string): JsonSchema => ({
  ...closed({ field, weight: { type: "number", minimum: 0, maximum: 100 } }, ["field", "weight"]),
  description,
});

const { half_lives: lives, event_weights: events } = DEFAULT_TASTE;

/** Bounds what one product adds to the index and what one shopper's document holds. */
const MAX_FIELDS = 10;

export const TASTE_SCHEMA: JsonSchema = {
  ...closed({
    fields: {
      type: "array",
      maxItems: MAX_FIELDS,
      items: tasteField("A feed field and how much it counts beside the others."),
      default: DEFAULT_TASTE.fields,
      description: "What taste is made of; a change reaches each product with its next ingestion.",
    },
    price: {
      ...tasteField("The numeric field that says what products cost. Null: prices say nothing of taste."),
      type: ["object", "null"],
      default: DEFAULT_TASTE.price,
    },
    half_lives: {
      ...closed({
        impression_hours: number(0.1, 8_760, lives.impression_hours, "That a product was shown, in hours."),
      }),
      description: "After so long, what was learnt counts half.",
    },
    event_weights: {
      ...closed({
        click: number(0, 100, events.click, "A click in a list."),
        view: number(0, 100, events.view, "A look at a product's page."),
        cart: number(0, 100, events.cart, "Put into the cart; taking it out again takes this back."),
        purchase: number(0, 100, events.purchase, "A purchase; a refund takes this back."),
      }),
      description: "How much interest in a product an event tells of.",
    },
  }),
  description: "What a shopper's taste is made of and how fast it fades.",
};

const share = (fallback: number, description: string) => number(0, 1, fallback, description);

export const RANKING_SCHEMA: JsonSchema = {
  ...closed({
    affinity: number(
      0,
      100,
      DEFAULT_RANKING.affinity,
      "The most that taste adds in a listing, beside freshness of at most 1.",
    ),
    text_affinity: number(0, 100, DEFAULT_RANKING.text_affinity, "The most that taste adds to a text score."),
    co_visitation: share(
      DEFAULT_RANKING.co_visitation,
      "Moves products up that are looked at together with recent ones.",
    ),
    fatigue: share(DEFAULT_RANKING.fatigue, "Moves products down that were shown again and again and ignored."),
    category_diversity: share(
      DEFAULT_RANKING.category_diversity,
      "Keeps products of one category apart, for requests with `context.category_diversification`.",
    ),
  }),
  description: "How much each signal counts when products are ranked for a shopper. 0 turns a signal off.",
};
