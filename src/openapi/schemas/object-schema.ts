import type { JsonSchema } from "../../schema/validator.js";

/** The fields of T that may be left out. */
type OptionalField<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/**
 * The schema of a T that the service answers. The compiler sees to it that it names the fields T has and no others.
 * Fields that come later are no breach of it, so it does not close the object.
 * @param optional exactly the fields that may be missing
 */
export function objectSchema<T>(
  description: string,
  properties: Readonly<Record<keyof T, JsonSchema>>,
  optional: readonly OptionalField<T>[] = [],
): JsonSchema {
  const names = Object.keys(properties) as (keyof T)[];
  const required = names.filter((name) => !optional.some((other) => other === name));
  return { type: "object", description, properties, ...(required.length === 0 ? {} : { required }) };
}

/** A whole number of things. */
export const count = (description: string): JsonSchema => ({ type: "integer", minimum: 0, description });

export const text = (description: string): JsonSchema => ({ type: "string", description });

export const list = (description: string, items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  description,
  items,
  ...more,
});
