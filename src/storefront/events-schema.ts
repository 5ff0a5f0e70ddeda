import type { JsonSchema } from "../schema/validator.js";
import { DEFAULT_EVENTS as DEFAULTS } from "./events-configuration.js";

export const EVENTS_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    page_url_parameters: {
      type: "array",
      maxItems: 100,
      uniqueItems: true,
      items: { type: "string", minLength: 1, maxLength: 100 },
      default: DEFAULTS.page_url_parameters,
      description:
        "Parameters that are stored of the query strings of `page_url`, by name, like `utm_source`; all others are dropped.",
    },
  },
  description: "What is kept of shoppers' events.",
};
