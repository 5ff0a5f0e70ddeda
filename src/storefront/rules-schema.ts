import { PUBLISHED_FILTER } from "../filters/filter-schema.js";
import type { JsonSchema } from "../schema/validator.js";
import {
  DEFAULT_POINTS,
  DEFAULT_SCOPE,
  MAX_POINTS,
  MAX_POSITION,
  MAX_RULES,
  MAX_TARGET_PRODUCTS,
} from "./rules-configuration.js";

const key = {
  type: "string",
  pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$",
  "x-expected": "a name of letters, digits, `_`, `.` and `-`",
  description: "Names the rule in explanations and reports; each once.",
};

const product = { type: "string", minLength: 1, maxLength: 512 };

const filters = (description: string) => ({
  type: ["object", "null"],
  default: null,
  description: `A filter expression, as in requests. ${description}`,
  "x-published": PUBLISHED_FILTER,
});

const moment = (description: string) => ({
  type: ["string", "null"],
  format: "date-time",
  "x-expected": "an ISO 8601 timestamp with a time zone, like `2026-11-27T00:00:00Z`",
  default: null,
  description,
});

const texts = (most: number, description: string) => ({
  type: "array",
  maxItems: most,
  items: { type: "string", minLength: 1, maxLength: 500 },
  default: [],
  description,
});

const when = {
  type: "object",
  additionalProperties: false,
  properties: {
    queries: texts(1_000, "The shopper typed one of these, compared without case."),
    categories: texts(1_000, "The request's filters ask for one of these categories, or one below."),
    filters: filters("The request's `filters` hold all of its conditions, maybe beside others."),
  },
  default: DEFAULT_SCOPE,
  description: "The requests that the rule is for: those of which all that is given holds. Left out: all.",
};

const shared = {
  key,
  when,
  starts_at: moment("In force from this moment on; null: always was."),
  ends_at: moment("Not in force from this moment on; null: for ever."),
};

const target = {
  products: {
    type: ["array", "null"],
    default: null,
    minItems: 1,
    maxItems: MAX_TARGET_PRODUCTS,
    items: product,
    description: "Product identifiers; either these or `filters`.",
  },
  filters: {
    ...filters("Products of which a variant is like this; either this or `products`."),
    minProperties: 1,
  },
};

const points = {
  type: "number",
  exclusiveMinimum: 0,
  maximum: MAX_POINTS,
  default: DEFAULT_POINTS,
  description:
    "In a listing as if e^points times as popular (a part, where buried); in a search beside the text score.",
};

/** That there is one of them is checked by hand; null stands for none. */
const ONE_TARGET: JsonSchema = {
  "x-published": {
    oneOf: [
      { required: ["products"], properties: { products: { type: "array" } } },
      { required: ["filters"], properties: { filters: { type: "object" } } },
    ],
  },
};

const rule = (properties: JsonSchema, required: readonly string[], more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  additionalProperties: false,
  properties: { ...shared, ...properties },
  required: ["key", "action", ...required],
  ...more,
});

export const RULES_SCHEMA: JsonSchema = {
  type: "array",
  maxItems: MAX_RULES,
  default: [],
  description:
    "How merchandisers steer listings and searches; of rules that contradict each other the first one holds.",
  items: {
    type: "object",
    required: ["action"],
    discriminator: { propertyName: "action" },
    oneOf: [
      rule(
        {
          action: { const: "pin", description: "Puts a product that matches at a place of the order." },
          product: { ...product, description: "Its identifier." },
          position: { type: "integer", minimum: 1, maximum: MAX_POSITION, description: "Counted over all pages." },
        },
        ["product", "position"],
      ),
      rule({ action: { const: "boost", description: "Raises products." }, ...target, points }, [], ONE_TARGET),
      rule({ action: { const: "bury", description: "Lowers products." }, ...target, points }, [], ONE_TARGET),
      rule(
        {
          action: { const: "hide", description: "Leaves variants out everywhere, also of recommendations." },
          ...target,
        },
        [],
        ONE_TARGET,
      ),
    ],
  },
};
