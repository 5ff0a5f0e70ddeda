import Type, { type Static } from "typebox";
import { choice, count, list, nullable, text } from "../../schema/typed.js";
import { DEGRADATIONS, ITEM } from "../response-schema.js";

const SIGNAL_POINTS = Type.Object(
  {
    signal: text(
      "Name of the signal: `text …`, `prior`, `stock`, `rule …` (key of a rule), `intent …` (the category that shoppers choose after the query), or `category …` (the categories that match the product type in the query). For known shoppers also `taste …` (a taste token), `taste price` and `co_visitation`.",
    ),
    points: Type.Number({ description: "Points that the signal adds to the score." }),
  },
  { description: "A ranking signal with its points." },
);

const ENGINE = Type.Object(
  {
    rank: count("Rank of the product in the engine's result before reranking, from 1."),
    score: nullable(
      Type.Number({
        description: "Score of the product in the search engine. null if products are not sorted by score.",
      }),
    ),
    signals: list(SIGNAL_POINTS, { description: "Ranking signals whose points add up to the score." }),
    sorted_by: list(
      Type.Object(
        {
          by: text("Name of the sort criterion."),
          value: Type.Unknown({ description: "The product's value for this sort criterion." }),
        },
        { description: "A sort criterion with the value of the product." },
      ),
      { description: "Sort criteria, the most important first." },
    ),
  },
  {
    description: "Score and rank of the product in the search engine. null for pinned products, which are not ranked.",
  },
);

const RERANK = Type.Object(
  {
    score: Type.Number({
      description: "Reranking score that determined the position of the product.",
    }),
    signals: list(
      Type.Object(
        {
          signal: choice(["engine_rank", "taste", "fatigue", "category_diversity"]),
          score: Type.Number({
            description:
              "Contribution of the signal to the reranking score, divided by the number of reranked products.",
          }),
        },
        { description: "A reranking signal." },
      ),
      { description: "Reranking signals whose contributions add up to the score." },
    ),
    limited_by: Type.Optional(
      list(Type.String(), {
        description:
          "Brands and categories of the product whose quota was exhausted, so that the product could not rank higher.",
      }),
    ),
  },
  { description: "Details about the reranking for the shopper. null if the results are not personalized." },
);

const PINNED = Type.Object(
  {
    rule: text("Key of the rule."),
    wanted_position: count(
      "Position that the rule requests, from 1. The product's `rank` differs if another rule has this position.",
    ),
  },
  { description: "Rule that pins the product or reserves its position. null for other products." },
);

const APPLIED_RULE = Type.Object(
  { key: text("Key of the rule."), action: choice(["pin", "reserve", "boost", "bury"]) },
  { description: "A rule that applies to the product." },
);

const EXPLAINED_ITEM = Type.Object(
  {
    rank: count("Position in the result, from 1."),
    item: ITEM,
    engine: nullable(ENGINE),
    rerank: nullable(RERANK),
    pinned: nullable(PINNED),
    rules: list(APPLIED_RULE, {
      description:
        "Rules that pin, boost or bury the product, or reserve its position, in the order of the configuration.",
    }),
  },
  { description: "A product with the explanation of its position." },
);

export const EXPLANATION = Type.Object(
  {
    total: count("Number of matching products."),
    tier: choice(["strict", "any"], {
      description: "`strict`: products match all words of the query. `any`: products match at least one word.",
    }),
    corrections: list(
      Type.Object(
        { word: text("Word in the query."), by: text("Corrected word that was searched instead.") },
        { description: "A corrected word." },
      ),
      { description: "Typo corrections, if enabled in `search.spelling`." },
    ),
    personalized: Type.Boolean({ description: "Whether the shopper's taste profile affects the ranking." }),
    degraded: list(choice(DEGRADATIONS), {
      description: "Reasons why the results are incomplete or outdated, as in `meta.degraded` of a search response.",
    }),
    rules: list(
      Type.Object(
        { key: text("Key of the rule."), action: choice(["pin", "reserve", "boost", "bury", "hide", "banner"]) },
        { description: "A rule that applies to the request." },
      ),
      { description: "Rules that apply to the request, in the order of the configuration." },
    ),
    items: list(EXPLAINED_ITEM, { description: "Products of the first page." }),
  },
  { $id: "Explanation", description: "Explanation of the first page of a search." },
);

export type Explanation = Static<typeof EXPLANATION>;
export type ExplainedItem = Static<typeof EXPLAINED_ITEM>;
export type SignalPoints = Static<typeof SIGNAL_POINTS>;
