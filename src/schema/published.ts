import { isJsonObject } from "../lib/json-text.js";
import type { JsonSchema } from "./validator.js";

/**
 * In a request, null says of an optional field that it is not given: many serializers write it for what they do not have.
 * Both functions go by the `properties` of the same schema. What has names of its own (filters, metadata) they leave alone,
 * there null is a value, and so is everything in lists; a required field stays required.
 */
export function acceptingNulls(schema: object): JsonSchema {
  const { properties, ...others } = schema as Shape;
  if (properties === undefined) return others;
  const required = requiredOf(schema);
  const accepting = Object.entries(properties).map(([name, property]): [string, JsonSchema] => {
    const inner = acceptingNulls(property);
    return [name, required.has(name) ? inner : nullable(inner)];
  });
  const filled = "minProperties" in schema ? NOT_ONLY_NULLS : {};
  return { ...others, ...filled, properties: Object.fromEntries(accepting) };
}

/** An object that has only nulls counts as empty. */
const NOT_ONLY_NULLS: JsonSchema = { not: { additionalProperties: { type: "null" } } };

/** Answers a value without its optional nulls; the very same value where it has none. */
type DropNulls = (value: unknown) => unknown;

/** Compiles what leaves optional nulls out of a document before it is checked, which may therefore be anything. */
export function nullDropper(schema: object): DropNulls {
  const { properties = {} } = schema as Shape;
  const required = requiredOf(schema);
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    isOptional: !required.has(name),
    drop: (property as Shape).properties === undefined ? asItIs : nullDropper(property),
  }));
  return (value) => {
    if (!isJsonObject(value)) return value;
    let kept: Record<string, unknown> | undefined;
    for (const { name, isOptional, drop } of fields) {
      if (!Object.hasOwn(value, name)) continue;
      const before = value[name];
      if (before === null && isOptional) {
        kept ??= { ...value };
        Reflect.deleteProperty(kept, name);
        continue;
      }
      const after = drop(before);
      if (after !== before) (kept ??= { ...value })[name] = after;
    }
    return kept ?? value;
  };
}

interface Shape {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const requiredOf = (schema: object): ReadonlySet<string> =>
  new Set((schema as { required?: readonly string[] }).required);

const asItIs: DropNulls = (value) => value;

function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema as { type?: string | readonly string[] };
  const types = [type ?? []].flat();
  return types.length === 0 || types.includes("null") ? schema : { ...schema, type: [...types, "null"] };
}

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
