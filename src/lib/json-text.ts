/** This file is also used in browsers, so it must not depend on Node. */

/** A value that is already serialized as JSON. */
export class JsonText {
  /** @param text valid JSON */
  constructor(readonly text: string) {}

  parsed(): unknown {
    return JSON.parse(this.text);
  }

  toJSON(): unknown {
    return this.parsed();
  }
}

/** A JSON object. The value of a missing member is undefined. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Serializes an object as JSON. Properties of type `JsonText` are copied without parsing. */
export function writeObject(object: object): JsonText {
  const members: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    const text = value instanceof JsonText ? value.text : (JSON.stringify(value) as string | undefined);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return new JsonText(`{${members.join(",")}}`);
}

/** @param elements texts that are valid JSON */
export const writeArray = (elements: readonly string[]): JsonText => new JsonText(`[${elements.join(",")}]`);

/** Returns whether two JSON values are equal, regardless of the order of members. Undefined members count as absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, at) => sameJson(value, other[at]));
  }
  const [left, right] = [one as JsonObject, other as JsonObject];
  const names = Object.keys(left).filter((name) => left[name] !== undefined);
  if (names.length !== Object.keys(right).filter((name) => right[name] !== undefined).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]));
}
