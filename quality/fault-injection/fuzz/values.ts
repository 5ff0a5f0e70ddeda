import fc, { type Arbitrary } from "fast-check";
import type { OpenApiDocument } from "../../../src/http/description/document-types.js";
import type { JsonSchema } from "../../../src/schema/validator.js";
import { damaged } from "./damage.js";
import { hostileValue } from "./hostile.js";
import type { Vocabulary } from "./vocabulary.js";

/** Maximum number of additional members of objects and of items in lists. */
const FEW = 3;
const LONGEST_TEXT = 60;
const DEEPEST = 8;

/** Generates values for the schemas of an OpenAPI document. */
export interface SchemaValues {
  /** Generates valid values. @param name name of the property or parameter */
  valid(schema: JsonSchema, name?: string): Arbitrary<unknown>;
  /** Generates mostly valid values, and sometimes damaged or arbitrary values. */
  any(schema: JsonSchema, name?: string): Arbitrary<unknown>;
}

export function schemaValues(document: OpenApiDocument, vocabulary: Vocabulary): SchemaValues {
  const resolved = (schema: JsonSchema): JsonSchema => {
    const target = schema["$ref"];
    if (typeof target !== "string") return schema;
    const found = document.components.schemas[target.split("/").at(-1) ?? ""];
    if (found === undefined) throw new Error(`the OpenAPI document has no ${target}`);
    return resolved(found);
  };

  /** Cached generators by schema and depth. Without the cache, recursive filter schemas would take half a minute. */
  const built = new Map<string, Arbitrary<unknown>>();

  function valid(given: JsonSchema, name = "", depth = 0): Arbitrary<unknown> {
    const schema = resolved(given);
    const known = vocabulary.of(name);
    const isFixed = "const" in schema || schema["type"] === "null";
    if (known !== undefined && !isFixed && (isParameter(name) || !isPlain(schema))) return known;
    if (typeof given["$ref"] !== "string") return ofSchema(schema, depth);
    const key = `${given["$ref"]} ${depth}`;
    const arbitrary = built.get(key) ?? ofSchema(schema, depth);
    built.set(key, arbitrary);
    return arbitrary;
  }

  function ofSchema(schema: JsonSchema, depth: number): Arbitrary<unknown> {
    if ("const" in schema) return fc.constant(schema["const"]);
    if (Array.isArray(schema["enum"])) return fc.constantFrom<unknown>(...(schema["enum"] as unknown[]));
    const alternatives = (schema["oneOf"] ?? schema["anyOf"]) as JsonSchema[] | undefined;
    if (alternatives !== undefined) {
      const shared = { ...schema, oneOf: undefined, anyOf: undefined };
      return fc.oneof(...alternatives.map((one) => valid(both(shared, resolved(one)), "", depth + 1)));
    }
    const types = [schema["type"] ?? []].flat() as string[];
    if (types.length === 0 || depth > DEEPEST) return fc.jsonValue({ maxDepth: 1 });
    return fc.oneof(...types.map((type) => ofType(type, schema, depth)));
  }

  function ofType(type: string, schema: JsonSchema, depth: number): Arbitrary<unknown> {
    switch (type) {
      case "object":
        return objectOf(schema, depth);
      case "array":
        return fc.array(valid((schema["items"] ?? {}) as JsonSchema, "", depth + 1), {
          minLength: number(schema, "minItems", 0),
          maxLength: Math.min(number(schema, "maxItems", FEW), number(schema, "minItems", 0) + FEW),
        });
      case "string":
        return text(schema);
      case "integer":
        return fc.integer({
          min: Math.max(number(schema, "minimum", -1_000), -(2 ** 31)),
          max: Math.min(number(schema, "maximum", 2 ** 31 - 1), 2 ** 31 - 1),
        });
      case "number":
        return fc.double({
          min: number(schema, "minimum", number(schema, "exclusiveMinimum", -1e6)),
          max: number(schema, "maximum", 1e6),
          noNaN: true,
        });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      default:
        throw new Error(`there is no type ${type}`);
    }
  }

  function objectOf(schema: JsonSchema, depth: number): Arbitrary<unknown> {
    const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
    const members = Object.fromEntries(
      Object.entries(properties).map(([key, one]) => [key, valid(one, key, depth + 1)]),
    );
    const named = fc.record(members, { requiredKeys: (schema["required"] ?? []) as string[] });
    const others = schema["additionalProperties"];
    if (others === false || (others === undefined && Object.keys(properties).length > 0)) return named;
    const names = text((schema["propertyNames"] ?? { type: "string", pattern: "^[a-z]{1,8}$" }) as JsonSchema);
    const member = typeof others === "object" && others !== null ? (others as JsonSchema) : {};
    const rest = fc.dictionary(names, valid(member, "", depth + 1), {
      maxKeys: FEW,
      minKeys: Math.min(FEW, number(schema, "minProperties", 0)),
    });
    return fc.tuple(rest, named).map(([more, own]) => ({ ...more, ...own }));
  }

  const damage = fc.record({
    where: fc.nat(),
    how: fc.constantFrom("replace" as const, "replace" as const, "remove" as const, "add" as const),
    value: hostileValue,
  });

  return {
    valid,
    any: (schema, name) => {
      const whole = valid(schema, name);
      return fc.oneof(
        { weight: 5, arbitrary: whole },
        { weight: 4, arbitrary: fc.tuple(whole, damage).map(([value, how]) => damaged(value, how)) },
        { weight: 1, arbitrary: hostileValue },
      );
    },
  };
}

/** Combines two schemas. The second schema restricts the first schema. */
function both(schema: JsonSchema, narrower: JsonSchema): JsonSchema {
  const [ours, theirs] = [schema, narrower].map(({ properties = {} }) => properties as Record<string, JsonSchema>);
  const properties = Object.fromEntries(
    Object.keys({ ...ours, ...theirs }).map((name) => [name, { ...ours?.[name], ...theirs?.[name] }]),
  );
  const required = [schema, narrower].flatMap(({ required: names = [] }) => names as string[]);
  return { ...schema, ...narrower, ...(Object.keys(properties).length === 0 ? {} : { properties }), required };
}

/** Whether a name is a path parameter, like `{id}`. */
const isParameter = (name: string) => name.startsWith("{");

/** Whether a schema allows numbers or booleans, for which no example values are collected. */
const isPlain = (schema: JsonSchema) =>
  [schema["type"] ?? []].flat().some((type) => ["integer", "number", "boolean"].includes(type as string));

const number = (schema: JsonSchema, keyword: string, otherwise: number): number =>
  typeof schema[keyword] === "number" ? schema[keyword] : otherwise;

function text(schema: JsonSchema): Arbitrary<string> {
  const [minLength, maxLength] = [number(schema, "minLength", 0), number(schema, "maxLength", LONGEST_TEXT)];
  if (schema["format"] === "date-time") {
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
  }
  const pattern = schema["pattern"];
  if (typeof pattern === "string") return matching(pattern, Math.min(maxLength, LONGEST_TEXT));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, Math.max(minLength, LONGEST_TEXT)) });
}

/** Cached generators by pattern and length, because character classes such as `\p{Cc}` are slow to generate. */
const matches = new Map<string, Arbitrary<string>>();

function matching(pattern: string, maxLength: number): Arbitrary<string> {
  const key = `${maxLength} ${pattern}`;
  const arbitrary = matches.get(key) ?? fc.stringMatching(new RegExp(pattern, "u"), { maxLength });
  matches.set(key, arbitrary);
  return arbitrary;
}
