import Type, { type Static } from "typebox";
import { choice, closed, count, list, nullable, type Of, text } from "../../schema/typed.js";
import { degraded, ITEM, REDIRECTED } from "../response-schema.js";
import type { Phrase } from "./suggestion-dictionary.js";
import { contextSchema, MAX_QUERY_LENGTH, PROJECTION, USER } from "../request-schema.js";

const QUERY = Type.Object(
  {
    query: text("Lower case."),
    from: choice(["shoppers", "catalog"], {
      description: "Whether several other shoppers typed it, or the catalogue's words make it.",
    }),
  },
  { description: "A query that finds something." },
);

const values = (what: string, filter: string) =>
  list(
    Type.Object(
      {
        value: text("As filters want it."),
        label: text("For shoppers: of a category its last level."),
        count: count("Products that have it."),
      },
      { description: `To be filtered by: \`${filter}\`.` },
    ),
    { description: `${what}, likely ones first.` },
  );

export const SUGGEST_RESPONSE = Type.Object(
  {
    queries: list(QUERY, { description: "To be searched for as they are, likely ones first." }),
    categories: values("Categories of any level", '{"categories": value}'),
    brands: values("Brands", '{"designer": value}'),
    products: list(ITEM, { description: "Best first." }),
    meta: Type.Object(
      {
        suggestion: Type.Optional(text("What was probably meant, where nothing begins with what was typed.")),
        redirect: Type.Optional(REDIRECTED),
        degraded: degraded(
          ["taste", "user", "phrases", "products"],
          "`phrases`, `products`: some of these are missing. The others as in a search.",
        ),
      },
      { description: "What else there is to know; mostly empty." },
    ),
  },
  { $id: "SuggestResponse", description: "What a shopper may be about to type." },
);

export type SuggestResult = Static<typeof SUGGEST_RESPONSE>;
export type SuggestedQuery = SuggestResult["queries"][number];
export type SuggestedValue = SuggestResult["brands"][number];
export type SuggestDegradation = NonNullable<SuggestResult["meta"]["degraded"]>[number];

export const suggestedQuery = ({ value, from_catalog }: Phrase): SuggestedQuery => ({
  query: value,
  from: from_catalog ? "catalog" : "shoppers",
});

/** Default number of suggestions per kind. */
export const DEFAULT_LIMITS = { queries: 6, categories: 3, brands: 3, products: 4 } as const;

const limit = (of: keyof typeof DEFAULT_LIMITS) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 20, default: DEFAULT_LIMITS[of] }));

/** The body of `POST /v2/recommendations/suggest`. */
export const SUGGEST_REQUEST = closed({
  user: USER,
  query: Type.Optional(
    nullable(
      Type.String({
        maxLength: MAX_QUERY_LENGTH,
        description: "What has been typed so far; nothing in it is syntax. Without it: where many begin.",
      }),
    ),
  ),
  limits: Type.Optional(
    nullable(
      closed({
        queries: limit("queries"),
        categories: limit("categories"),
        brands: limit("brands"),
        products: limit("products"),
      }),
      { description: "How many of each at most; 0 leaves them out." },
    ),
  ),
  projection: PROJECTION,
  context: contextSchema("Accepted; suggestions are the same with it and without."),
});

export type SuggestBody = Of<typeof SUGGEST_REQUEST>;
