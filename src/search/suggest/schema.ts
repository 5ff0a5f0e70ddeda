import Type, { type Static } from "typebox";
import { choice, closed, count, list, nullable, type Of, text } from "../../schema/typed.js";
import { degraded, ITEM, REDIRECTED } from "../response-schema.js";
import type { Phrase } from "./suggestion-dictionary.js";
import { contextSchema, MAX_QUERY_LENGTH, PROJECTION, USER } from "../request-schema.js";

const QUERY = Type.Object(
  {
    query: text("Suggested query, in lower case."),
    from: choice(["shoppers", "catalog"], {
      description: "Origin of the query: searches of several other shoppers, or product data of the catalogue.",
    }),
  },
  { description: "A suggested query that returns products." },
);

const values = (what: string, filter: string) =>
  list(
    Type.Object(
      {
        value: text("Category or brand, for use in filters."),
        label: text("Display name of the category or brand. For categories, the last level of the path."),
        count: count("Number of products in the category or of the brand."),
      },
      { description: `A value for the filter \`${filter}\`.` },
    ),
    { description: `${what}, most likely first.` },
  );

export const SUGGEST_RESPONSE = Type.Object(
  {
    queries: list(QUERY, { description: "Suggested queries, most likely first." }),
    categories: values("Matching categories of any level", '{"categories": value}'),
    brands: values("Matching brands", '{"designer": value}'),
    products: list(ITEM, { description: "Matching products, best first." }),
    meta: Type.Object(
      {
        suggestion: Type.Optional(
          text(
            "Corrected query. Present if there are no suggestions for `query`. The returned suggestions are for the corrected query.",
          ),
        ),
        redirect: Type.Optional(REDIRECTED),
        degraded: degraded(
          ["taste", "user", "phrases", "products"],
          "`phrases`: some queries, categories or brands are missing. `products`: some products are missing. `taste` and `user` have the same meaning as in a search.",
        ),
      },
      { description: "Details about the suggestions, such as corrections and redirects. Usually empty." },
    ),
  },
  { $id: "SuggestResponse", description: "Suggestions for an incomplete query." },
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
        description:
          "Text typed so far, without special syntax. Without a query, the most common suggestions are returned.",
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
      { description: "Maximum number of suggestions of each type. 0 omits the type." },
    ),
  ),
  projection: PROJECTION,
  context: contextSchema("This member is accepted for compatibility, but has no effect on suggestions."),
});

export type SuggestBody = Of<typeof SUGGEST_REQUEST>;
