import type { JsonSchema } from "../../schema/validator.js";
import type { ExplainedItem, Explanation } from "../../search/explain/explain.js";
import type { SignalPoints } from "../../search/explain/explained-rows.js";
import { reference } from "../document.js";
import { count, list, objectSchema, text } from "./object-schema.js";

const number = (description: string): JsonSchema => ({ type: "number", description });
const orNull = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, { type: "null" }] });

const engine = objectSchema<NonNullable<ExplainedItem["engine"]>>(
  "What the engine gave; null for a pinned product, which is not ranked.",
  {
    rank: count("From 1, before re-ranking."),
    score: { type: ["number", "null"], description: "Null where the order has no score." },
    signals: list(
      "What the score is the sum of.",
      objectSchema<SignalPoints>("A signal.", {
        signal: text(
          "`text …`, `prior`, `stock`, `taste …` with its token, `rule …` with its key, `intent …` with a category.",
        ),
        points: number("What it gave."),
      }),
    ),
    sorted_by: list(
      "What the order goes by.",
      objectSchema<{ by: string; value: unknown }>("One after the other.", {
        by: text("A field of the engine."),
        value: { description: "The product's." },
      }),
    ),
  },
);

const rerank = objectSchema<NonNullable<ExplainedItem["rerank"]>>(
  "What re-ranking made of it; null where nothing is re-ranked.",
  {
    worth: number("What the product was worth when its place was filled; the highest had it."),
    signals: list(
      "What that is the sum of.",
      objectSchema<{ signal: string; worth: number }>("A signal.", {
        signal: {
          type: "string",
          enum: ["engine_rank", "co_visitation", "fatigue", "category_diversity"],
        },
        worth: number("In shares of the window."),
      }),
    ),
    held_back_by: list(
      "Brands and categories that pages had no room left for when it would have had a place further up.",
      {
        type: "string",
      },
    ),
  },
  ["held_back_by"],
);

export const EXPLANATION_SCHEMAS = {
  Explanation: objectSchema<Explanation>("Why a first page is as it is.", {
    total: count("Products that match."),
    tier: {
      type: "string",
      enum: ["strict", "any"],
      description: "Products have all of the words, or one at least.",
    },
    personalized: { type: "boolean", description: "Whether anything is known of the shopper that ranks." },
    degraded: list("What was left out, as in a search's `meta`.", { type: "string", enum: ["taste", "user", "rules"] }),
    rules: list(
      "Those that are for the request, in the order of the configuration.",
      objectSchema<Explanation["rules"][number]>("A rule.", {
        key: text("Its name."),
        action: { type: "string", enum: ["pin", "boost", "bury", "hide"] },
      }),
    ),
    items: list(
      "The page.",
      objectSchema<ExplainedItem>("A product and why it is there.", {
        rank: count("From 1."),
        item: reference("schemas", "Item"),
        engine: orNull(engine),
        rerank: orNull(rerank),
        pinned: orNull(
          objectSchema<NonNullable<ExplainedItem["pinned"]>>("By a rule; null for most.", {
            rule: text("Its key."),
            position: count("Its place."),
          }),
        ),
      }),
    ),
  }),
} as const;
