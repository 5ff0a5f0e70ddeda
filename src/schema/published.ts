import { acceptingNulls } from "./optional-nulls.js";
import type { JsonSchema } from "./validator.js";

/** Where schemas stand that others refer to, in the OpenAPI document. */
export const COMPONENTS = "#/components/schemas/";

/**
 * A schema as it is given to others: with what `x-published` holds in it, as further keywords. That is for conditions that are checked by hand,
 * because a validator would say only that one of several alternatives does not fit.
 * @param definitions where schemas stand that it refers to
 */
export function published(schema: object, definitions = COMPONENTS): JsonSchema {
  return rewritten(schema, definitions) as JsonSchema;
}

/** The same of what validates a request body, whose optional fields may be null. */
export const publishedRequest = (schema: object): JsonSchema => published(acceptingNulls(schema));

function rewritten(value: unknown, definitions: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => rewritten(member, definitions));
  const { "x-published": more = {}, ...own } = value as JsonSchema;
  const members = Object.entries({ ...own, ...(more as JsonSchema) }).map(([name, member]): [string, unknown] => [
    name,
    name === "$ref" && typeof member === "string"
      ? member.replace(COMPONENTS, definitions)
      : rewritten(member, definitions),
  ]);
  return Object.fromEntries(members);
}
