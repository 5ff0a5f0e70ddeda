import { COMPONENTS } from "../schema/published.js";
import type { JsonSchema } from "../schema/validator.js";
import { MAX_FIELD_LENGTH, MAX_LIST_VALUES, MAX_STRING_LENGTH } from "./filter-expression.js";
import { MAX_DAYS, RELATIVE_OPERATORS } from "./relative-dates.js";

const scalar = { type: ["string", "number", "boolean", "null"], maxLength: MAX_STRING_LENGTH };

export const BOUND = { type: ["string", "number"], maxLength: MAX_STRING_LENGTH };

/** Schemas of the comparison operators. */
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

/**
 * The grammar of `filter-expression.ts` as a JSON schema, published for clients. The parser's error messages are more detailed.
 * @param name prefix for the names of the component schemas
 * @param more additional operators of a condition
 */
function grammar(name: string, more: Readonly<Record<string, JsonSchema>> = {}) {
  const expressionOf: JsonSchema = { $ref: `${COMPONENTS}${name}Expression` };
  const conditionOf: JsonSchema = { $ref: `${COMPONENTS}${name}Condition` };
  const expressions = { type: "array", items: expressionOf };
  return {
    expression: {
      type: "object",
      description: "Maps field names to conditions. All conditions must be met. An empty object matches all products.",
      properties: {
        $and: { ...expressions, description: "All expressions must match." },
        $or: { ...expressions, description: "At least one expression must match. An empty list matches no product." },
        $not: { ...expressionOf, description: "The expression must not match." },
      },
      propertyNames: {
        type: "string",
        minLength: 1,
        maxLength: MAX_FIELD_LENGTH,
        pattern: "^(?:[^$]|\\$(?:and|or|not)$)",
        description: "Field name. Nested fields use dot notation.",
      },
      additionalProperties: conditionOf,
    },
    condition: {
      type: ["string", "number", "boolean", "null", "object"],
      description:
        "A value that the field must have, null to match products without a value in this field, or an object of operators, which must all match.",
      maxLength: MAX_STRING_LENGTH,
      minProperties: 1,
      additionalProperties: false,
      properties: {
        ...operatorSchemas({ ...BOUND, pattern: "\\S" }, MAX_LIST_VALUES),
        ...more,
        $not: { ...conditionOf, type: "object" },
      },
    },
  } satisfies Readonly<Record<string, JsonSchema>>;
}

const days: JsonSchema = { type: "number", minimum: 0, maximum: MAX_DAYS };

const ofRequests = grammar("Filter");
const ofRules = grammar("RuleFilter", Object.fromEntries([...RELATIVE_OPERATORS.keys()].map((name) => [name, days])));

/** Schemas for filters in requests and in rules. Rules have additional operators for relative dates. */
export const FILTER_SCHEMAS = {
  FilterExpression: ofRequests.expression,
  FilterCondition: ofRequests.condition,
  RuleFilterExpression: ofRules.expression,
  RuleFilterCondition: ofRules.condition,
} as const satisfies Readonly<Record<string, JsonSchema>>;

const published = (name: keyof typeof FILTER_SCHEMAS): JsonSchema => ({
  anyOf: [{ $ref: `${COMPONENTS}${name}` }, { type: "null" }],
});

/** Published JSON schema of a filter expression. Schemas that use it also declare `type: ["object", "null"]`. */
export const PUBLISHED_FILTER = published("FilterExpression");

/** Published schema of a filter expression in a rule, see `relative-dates.ts`. */
export const PUBLISHED_RULE_FILTER = published("RuleFilterExpression");
