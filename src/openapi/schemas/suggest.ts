import { publishedRequest } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import { SUGGEST_REQUEST } from "../../search/suggest/request-schema.js";
import type {
  SuggestDegradation,
  SuggestedQuery,
  SuggestedValue,
  SuggestMeta,
  SuggestResult,
} from "../../search/suggest/response.js";
import { reference } from "../document.js";
import { count, list, objectSchema, text } from "./object-schema.js";
import { redirect } from "./search.js";

const values = (what: string, filter: string) =>
  list(
    `${what}, likely ones first.`,
    objectSchema<SuggestedValue>(`To be filtered by: \`${filter}\`.`, {
      value: text("As filters want it."),
      label: text("For shoppers: of a category its last level."),
      count: count("Products that have it."),
    }),
  );

export const SUGGEST_SCHEMAS = {
  SuggestRequest: publishedRequest(SUGGEST_REQUEST),
  SuggestResponse: objectSchema<SuggestResult>("What a shopper may be about to type.", {
    queries: list(
      "To be searched for as they are, likely ones first.",
      objectSchema<SuggestedQuery>("A query that finds something.", {
        query: text("Lower case."),
        from: {
          type: "string",
          enum: ["shoppers", "catalog"] satisfies SuggestedQuery["from"][],
          description: "Whether several other shoppers typed it, or the catalogue's words make it.",
        },
      }),
    ),
    categories: values("Categories of any level", '{"categories": value}'),
    brands: values("Brands", '{"designer": value}'),
    products: list("Best first.", reference("schemas", "Item")),
    meta: objectSchema<SuggestMeta>(
      "What else there is to know; mostly empty.",
      {
        suggestion: text("What was probably meant, where nothing begins with what was typed."),
        redirect,
        degraded: list("What could not be had in time and was left out of the answer.", {
          type: "string",
          enum: ["taste", "user", "phrases", "products"] satisfies SuggestDegradation[],
          description: "`phrases`, `products`: some of these are missing. The others as in a search.",
        }),
      },
      ["suggestion", "redirect", "degraded"],
    ),
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;
