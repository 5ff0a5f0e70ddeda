import Type, { type Static } from "typebox";
import { choice, count, list, text } from "../../schema/typed.js";
import { degraded, ITEM, REDIRECTED } from "../response-schema.js";
import type { Phrase } from "./phrase-book.js";

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

/** The response of `POST /v2/recommendations/suggest`. */
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
