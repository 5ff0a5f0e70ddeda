import Type, { type Static } from "typebox";
import { choice, count, list, nullable, text } from "../../schema/typed.js";
import { DEGRADATIONS, ITEM } from "../response-schema.js";

const SIGNAL_POINTS = Type.Object(
  {
    signal: text(
      "`text …`, `prior`, `stock`, `rule …` with its key, `intent …` with a category, or `category …` with those in which things are called what the query names; for a known shopper `taste …` with its token, `taste price`, `co_visitation`.",
    ),
    points: Type.Number({ description: "What it gave." }),
  },
  { description: "A signal." },
);

const ENGINE = Type.Object(
  {
    rank: count("From 1, by the score."),
    score: nullable(Type.Number({ description: "Null where the order has no score." })),
    signals: list(SIGNAL_POINTS, { description: "What the score is the sum of." }),
    sorted_by: list(
      Type.Object(
        { by: text("A field of the engine."), value: Type.Unknown({ description: "The product's." }) },
        { description: "One after the other." },
      ),
      { description: "What the order goes by." },
    ),
  },
  { description: "What it scores; null for a pinned product, which is not ranked." },
);

const RERANK = Type.Object(
  {
    score: Type.Number({ description: "What the product was worth when its place was filled; the highest had it." }),
    signals: list(
      Type.Object(
        {
          signal: choice(["engine_rank", "taste", "fatigue", "category_diversity"]),
          score: Type.Number({ description: "In shares of the window." }),
        },
        { description: "A signal." },
      ),
      { description: "What that is the sum of." },
    ),
    limited_by: Type.Optional(
      list(Type.String(), {
        description: "Brands and categories that pages had no room left for when it would have had a place further up.",
      }),
    ),
  },
  { description: "How it came to its place; null where products are placed by their score alone." },
);

const PINNED = Type.Object(
  { rule: text("Its key."), position: count("Its place.") },
  { description: "By a rule; null for most." },
);

const EXPLAINED_ITEM = Type.Object(
  {
    rank: count("From 1, over all pages."),
    item: ITEM,
    engine: nullable(ENGINE),
    rerank: nullable(RERANK),
    pinned: nullable(PINNED),
  },
  { description: "A product and why it is there." },
);

export const EXPLANATION = Type.Object(
  {
    total: count("Products that match."),
    tier: choice(["strict", "any"], {
      description: "Products have all of the words, or one at least.",
    }),
    corrections: list(
      Type.Object(
        { word: text("As it was typed."), by: text("What was looked for in its place.") },
        { description: "A word that no product has." },
      ),
      { description: "What `search.spelling` corrected." },
    ),
    personalized: Type.Boolean({ description: "Whether anything is known of the shopper that ranks." }),
    degraded: list(choice(DEGRADATIONS), { description: "What was left out, as in a search's `meta`." }),
    rules: list(
      Type.Object(
        { key: text("Its name."), action: choice(["pin", "reserve", "boost", "bury", "hide", "banner"]) },
        { description: "A rule." },
      ),
      { description: "Those that are for the request, in the order of the configuration." },
    ),
    items: list(EXPLAINED_ITEM, { description: "The page." }),
  },
  { $id: "Explanation", description: "Why a first page is as it is." },
);

export type Explanation = Static<typeof EXPLANATION>;
export type ExplainedItem = Static<typeof EXPLAINED_ITEM>;
export type SignalPoints = Static<typeof SIGNAL_POINTS>;
