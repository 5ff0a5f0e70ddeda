import type { JsonSchema } from "../schema/validator.js";
import { DEFAULT_SUGGEST as DEFAULTS } from "./suggest-configuration.js";

export const SUGGEST_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    typed_queries: {
      type: "boolean",
      default: DEFAULTS.typed_queries,
      description: "Suggest what other shoppers typed, beside what the catalogue's own words make.",
    },
    shoppers: {
      type: "integer",
      minimum: 2,
      maximum: 10,
      default: DEFAULTS.shoppers,
      description: "So many different shoppers must have typed a query before others are shown it.",
    },
    spelling: {
      type: "boolean",
      default: DEFAULTS.spelling,
      description: "Where nothing begins with what was typed, suggest what nearly does.",
    },
    blocked: {
      type: "array",
      maxItems: 1000,
      items: { type: "string", maxLength: 100, pattern: "[\\p{L}\\p{N}]", "x-expected": "one word or several" },
      default: DEFAULTS.blocked,
      description: "No query with one of these terms is suggested.",
    },
    taste: {
      type: "number",
      minimum: 0,
      maximum: 100,
      default: DEFAULTS.taste,
      description: "How far what a shopper likes goes before what everybody types, in units of what is typed most.",
    },
  },
  description: "What is suggested while shoppers type.",
};
