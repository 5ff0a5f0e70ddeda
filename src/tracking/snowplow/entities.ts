import { isJsonObject } from "../../lib/json-text.js";
import { isUtf8 } from "node:buffer";
import { groupedBy } from "../../lib/grouped-by.js";
import type { EventProduct } from "../event.js";
import { countIn, type Fields, idIn, numberIn, textIn } from "./fields.js";

const ECOMMERCE = "com.snowplowanalytics.snowplow.ecommerce";
export const ACTION = `${ECOMMERCE}/snowplow_ecommerce_action`;

/** Names of the event schemas that this project defines, described in `docs/developers/events.md`. */
export const EXPERIMENT_EXPOSURE = "vitrine/experiment_exposure";
const RECOMMENDATION = "vitrine/recommendation";

/** Maximum number of products per event. The limit exceeds the number of products on the largest page. */
export const MAX_PRODUCTS = 500;

/** The supported entities of an event. Other entities are ignored. */
export interface Entities {
  readonly products: readonly Fields[];
  readonly transaction: Fields | null;
  readonly refund: Fields | null;
  readonly checkoutStep: Fields | null;
  readonly user: Fields | null;
  readonly recommendation: Fields | null;
}

/**
 * Groups the entities of a `contexts` document by schema; returns null for an invalid document. If an entity type may occur only once, the
 * first entity is used.
 * @param contexts undefined for an event without entities
 */
export function entitiesIn(contexts: unknown): Entities | null {
  const list = contexts === undefined ? [] : selfDescribing(contexts)?.data;
  if (!Array.isArray(list)) return null;
  const entities = (list as unknown[]).flatMap((one) => {
    const { schema, data } = selfDescribing(one) ?? {};
    return schema !== undefined && isJsonObject(data) ? [{ schema, data }] : [];
  });
  const found = groupedBy(entities, ({ schema }) => schema);
  const first = (schema: string) => found.get(schema)?.[0]?.data ?? null;
  return {
    products: (found.get(`${ECOMMERCE}/product`) ?? []).map(({ data }) => data),
    transaction: first(`${ECOMMERCE}/transaction`),
    refund: first(`${ECOMMERCE}/refund`),
    checkoutStep: first(`${ECOMMERCE}/checkout_step`),
    user: first(`${ECOMMERCE}/user`),
    recommendation: first(RECOMMENDATION),
  };
}

/**
 * Parses a product entity. Returns undefined if the entity has no valid identifier. All other fields are treated as absent if their value
 * has the wrong type.
 */
export function eventProductOf(fields: Fields): EventProduct | undefined {
  const id = idIn(fields, "id");
  if (id === null || id === undefined) return undefined;
  return {
    id,
    price: numberIn(fields, "price"),
    quantity: countIn(fields, "quantity") ?? 1,
    position: countIn(fields, "position"),
    brand: textIn(fields, "brand"),
    category: textIn(fields, "category"),
  };
}

/** Data with the URI of its schema, such as `iglu:vendor/name/jsonschema/1-0-2`. */
export interface SelfDescribing {
  /** `vendor/name` of the schema. Only the first major version (model) is supported, because later major versions are incompatible. */
  readonly schema: string;
  readonly data: unknown;
}

/** Parses a self-describing JSON object. Returns undefined for a value that is not self-describing. */
export function selfDescribing(value: unknown): SelfDescribing | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, "schema") || typeof value.schema !== "string") return undefined;
  const match = /^iglu:([\w.-]+\/[\w.-]+)\/jsonschema\/1-\d{1,4}-\d{1,4}$/.exec(value.schema);
  return match?.[1] === undefined ? undefined : { schema: match[1], data: value.data };
}

/** Parsed JSON from a tracker, which is sent as plain text or in base64, or the parsing error. */
type EncodedJson = { readonly value: unknown } | { readonly error: "bad_base64" | "bad_json" };

/**
 * Parses JSON from a base64 field or, if this field is missing, from a plain-text field; returns undefined if both fields are missing.
 * Base64 may use the standard or the URL-safe alphabet.
 */
export function jsonIn(fields: Fields, encodedName: string, plainName: string): EncodedJson | undefined {
  const encoded = fields[encodedName];
  if (typeof encoded === "string" && encoded !== "") return decoded(encoded);
  const plain = fields[plainName];
  return typeof plain === "string" && plain !== "" ? parsed(plain) : undefined;
}

function decoded(text: string): EncodedJson {
  // Check the characters first, because `Buffer.from` ignores invalid base64 characters.
  if (!/^[\w+/-]+={0,2}$/.test(text)) return { error: "bad_base64" };
  const bytes = Buffer.from(text, "base64");
  return isUtf8(bytes) ? parsed(bytes.toString("utf8")) : { error: "bad_base64" };
}

function parsed(text: string): EncodedJson {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { error: "bad_json" };
  }
}
