import { isJsonObject } from "../lib/json-text.js";
import type { JsonSchema } from "./validator.js";

/**
 * Returns a schema that accepts null for optional fields. In requests, null means that a field is absent, because many serializers write
 * null for missing values. This function and `nullDropper` change only fields in the `properties` of the schema. Objects with arbitrary
 * names (filters, metadata) and lists are unchanged, because null is a value there. Required fields stay required.
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

/** Schema that rejects objects with only null members, because such objects count as empty. */
const NOT_ONLY_NULLS: JsonSchema = { not: { additionalProperties: { type: "null" } } };

/** Removes optional null members from a value. A value without null members is returned unchanged. */
type DropNulls = (value: unknown) => unknown;

/**
 * Compiles a function that removes optional nulls from a document. The function runs before validation, so the document may be any value.
 */
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

/** Location of named schemas in the OpenAPI document. */
export const COMPONENTS = "#/components/schemas/";

/**
 * Returns the schema that is published in the API description. Keywords under `x-published` are added to the published schema. The service
 * validates these keywords in code to return better messages than a schema validator.
 * @param definitions JSON pointer to the definitions of referenced schemas
 */
export function published(schema: object, definitions = COMPONENTS): JsonSchema {
  return rewritten(schema, definitions) as JsonSchema;
}

/** Returns the published schema of a request body. Optional fields of request bodies may be null. */
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
