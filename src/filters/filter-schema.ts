import { COMPONENTS } from "../schema/published.js";
import type { JsonSchema } from "../schema/validator.js";
import { MAX_FIELD_LENGTH, MAX_LIST_VALUES, MAX_STRING_LENGTH } from "./filter-expression.js";

const expression: JsonSchema = { $ref: `${COMPONENTS}FilterExpression` };
const condition: JsonSchema = { $ref: `${COMPONENTS}FilterCondition` };
const expressions = { type: "array", items: expression };

const scalar = { type: ["string", "number", "boolean", "null"], maxLength: MAX_STRING_LENGTH };

/** What a lower or upper bound may be. */
export const BOUND = { type: ["string", "number"], maxLength: MAX_STRING_LENGTH };

/** What compares a field with values, by operator. */
export function operatorSchemas(bound: JsonSchema, maxValues: number) {
  const scalars = { type: "array", maxItems: maxValues, items: scalar };
  return {
    $eq: scalar,
    $ne: scalar,
    $in: scalars,
    $nin: scalars,
    $gt: bound,
    $gte: bound,
    $lt: bound,
    $lte: bound,
    $exists: { type: "boolean" },
  };
}

/** The grammar of `filter-expression.ts`, for those who write filters; what reads them says more of what is wrong. */
export const FILTER_SCHEMAS = {
  FilterExpression: {
    type: "object",
    description: "Conditions that all have to hold, by field; those of an empty one always do.",
    properties: {
      $and: { ...expressions, description: "All of them hold." },
      $or: { ...expressions, description: "One of them holds, of an empty list none." },
      $not: { ...expression, description: "It does not hold." },
    },
    propertyNames: {
      type: "string",
      minLength: 1,
      maxLength: MAX_FIELD_LENGTH,
      pattern: "^(?:[^$]|\\$(?:and|or|not)$)",
      description: "Fields inside objects are named with dots.",
    },
    additionalProperties: condition,
  },
  FilterCondition: {
    type: ["string", "number", "boolean", "null", "object"],
    description: "A value that the field has, null for none, or operators that all have to hold.",
    maxLength: MAX_STRING_LENGTH,
    minProperties: 1,
    additionalProperties: false,
    properties: {
      ...operatorSchemas({ ...BOUND, pattern: "\\S" }, MAX_LIST_VALUES),
      $not: { ...condition, type: "object" },
    },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Beside `type: ["object", "null"]`, of what is read as a filter expression. */
export const PUBLISHED_FILTER: JsonSchema = { anyOf: [expression, { type: "null" }] };
