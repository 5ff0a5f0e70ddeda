import Type from "typebox";
import { closed, completed, integer, list, number, toggle, type Of } from "../schema/typed.js";

export const SUGGEST = closed(
  {
    typed_queries: toggle(true, "Suggest what other shoppers typed, beside what the catalogue's own words make."),
    shoppers: integer(
      3,
      [2, 10],
      "So many different shoppers must have typed a query before others are shown it, and have chosen something before `search.category_intent` goes by it.",
    ),
    spelling: toggle(true, "Where nothing begins with what was typed, suggest what nearly does, from five letters on."),
    blocked: list(Type.String({ maxLength: 100, pattern: "[\\p{L}\\p{N}]", "x-expected": "one word or several" }), {
      maxItems: 1000,
      default: [],
      description:
        "No query with one of these terms is suggested; a term is one word or several, compared without case.",
    }),
    taste: number(
      2,
      [0, 100],
      "How far what a shopper likes goes before what everybody types: 1 is what the most common query has, 0 is not at all.",
    ),
  },
  { description: "What is suggested while shoppers type." },
);

export type SuggestRules = Of<typeof SUGGEST>;

export const DEFAULT_SUGGEST = completed(SUGGEST);
