import Type from "typebox";
import { closed, list } from "../schema/typed.js";

export const EVENTS = closed(
  {
    page_url_parameters: list(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 100,
      uniqueItems: true,
      default: [],
      description:
        "Parameters of the query string of `page_url` that are stored, by name, like `utm_source`; all others are dropped before anything is written.",
    }),
  },
  { description: "What is kept of shoppers' events." },
);
