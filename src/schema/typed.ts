import Type, {
  type Static,
  type TArrayOptions,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
} from "typebox";

import { tagValues, type ValueTag } from "./validation-errors.js";

/** The type of the values that a schema accepts, with defaults filled in. */
export type Of<S extends TSchema> = DeepReadonly<Static<S>>;

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A document of type T as a client writes it: members may be missing at every level. The schema defines which members are optional. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/**
 * An object schema that rejects unlisted fields. Its static type describes the complete value. A document may omit optional fields, fields
 * with a default, and objects whose fields may all be omitted.
 */
export function closed<P extends TProperties>(properties: P, options: TObjectOptions = {}): TObject<P> {
  const inDocuments = Object.entries(properties).map(([name, schema]): [string, TSchema] => [
    name,
    mayBeLeftOut(schema) ? Type.Optional(schema) : schema,
  ]);
  return Type.Object(Object.fromEntries(inDocuments) as P, { additionalProperties: false, ...options });
}

/** Returns a schema that also allows null. */
export const nullable = <S extends TSchema>(schema: S, options: TSchemaOptions = {}): TUnsafe<Static<S> | null> =>
  Type.Unsafe({ ...schema, ...options, ...orNull(schema) });

function orNull({ type, enum: values }: Shape) {
  return { type: [type, "null"].flat(), ...(values === undefined ? {} : { enum: [...values, null] }) };
}

export const choice = <const V extends string>(values: readonly V[], options: TSchemaOptions = {}): TUnsafe<V> =>
  Type.Unsafe({ type: "string", enum: values, ...options });

/** An enumeration of words, each with a description. */
export const choiceOf = <V extends string>(meanings: Readonly<Record<V, string>>) =>
  choice(Object.keys(meanings) as V[], {
    description: Object.entries(meanings)
      .map(([name, meaning]) => `\`${name}\`: ${String(meaning)}`)
      .join("; "),
  });

/**
 * An object with arbitrary property names. Entries of a document are merged with the default entries, and override
 * default entries of the same name.
 */
export const record = <S extends TSchema>(
  names: TSchema,
  values: S,
  options: TObjectOptions = {},
): TUnsafe<Record<string, Static<S>>> =>
  Type.Unsafe({ type: "object", propertyNames: names, additionalProperties: values, ...options });

/** Schema for one of several object types, which are distinguished by the field that `tag` names. */
export const oneOf = <const V extends readonly TSchema[]>(tag: string, variants: V): TUnsafe<Static<V[number]>> =>
  Type.Unsafe({ type: "object", required: [tag], discriminator: { propertyName: tag }, oneOf: variants });

export const list = <S extends TSchema>(items: S, options: TArrayOptions = {}): TUnsafe<readonly Static<S>[]> =>
  Type.Unsafe(Type.Array(items, options));

export const text = (description: string) => Type.String({ description });

export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const toggle = (fallback: boolean, description: string) => Type.Boolean({ default: fallback, description });

/** A number within inclusive bounds. */
export const number = (fallback: number, [minimum, maximum]: Bounds, description: string) =>
  Type.Number({ minimum, maximum, default: fallback, description });

export const integer = (fallback: number, [minimum, maximum]: Bounds, description: string) =>
  Type.Integer({ minimum, maximum, default: fallback, description });

type Bounds = readonly [minimum: number, maximum: number];

/** Returns a document with the defaults of its schema filled in. Unknown fields stay unchanged. */
export const completed = <S extends TSchema>(schema: S, document?: DeepPartial<Static<S>>): Of<S> =>
  filled(schema, document) as Of<S>;

interface Shape extends ValueTag {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly discriminator?: { readonly propertyName: string };
  readonly oneOf?: readonly Shape[];
}

function filled(schema: Shape, document: unknown): unknown {
  const value = document === undefined ? fallbackOf(schema) : document;
  if (typeof value !== "object" || value === null) return value;
  const { items = {} } = schema;
  if (Array.isArray(value)) return value.map((item) => filled(items, item));
  const given = value as Readonly<Record<string, unknown>>;
  const { properties, additionalProperties } = variantOf(schema, given);
  if (properties !== undefined) {
    const parts = Object.entries(properties).map(([name, part]) => [name, filled(part, given[name])] as const);
    return { ...given, ...Object.fromEntries(parts.filter(([, part]) => part !== undefined)) };
  }
  if (typeof additionalProperties !== "object") return value;
  const entries = Object.entries({ ...(schema.default as object | null), ...given });
  return Object.fromEntries(entries.map(([name, entry]) => [name, filled(additionalProperties, entry)]));
}

const fallbackOf = (schema: Shape) => (schema.default === undefined && isSection(schema) ? {} : schema.default);

/** Returns whether all fields of an object may be omitted, so that the object may be omitted too. */
const isSection = ({ type, properties, required = [] }: Shape) =>
  type === "object" && properties !== undefined && required.length === 0;

const mayBeLeftOut = (schema: TSchema) =>
  Type.IsOptional(schema) || (schema as Shape).default !== undefined || isSection(schema);

function variantOf(schema: Shape, value: Readonly<Record<string, unknown>>): Shape {
  const tag = schema.discriminator?.propertyName;
  if (tag === undefined) return schema;
  return schema.oneOf?.find(({ properties }) => tagValues(properties?.[tag]).includes(value[tag])) ?? {};
}
