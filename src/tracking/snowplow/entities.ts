import { isJsonObject } from "../../lib/json-text.js";
import { isUtf8 } from "node:buffer";
import { groupedBy } from "../../lib/grouped-by.js";
import type { EventProduct } from "../event.js";
import { countIn, type Fields, idIn, numberIn, textIn } from "./fields.js";

const ECOMMERCE = "com.snowplowanalytics.snowplow.ecommerce";
export const ACTION = `${ECOMMERCE}/snowplow_ecommerce_action`;

/** Schemas of our own; `docs/events.md` describes them. */
export const EXPERIMENT_EXPOSURE = "vitrine/experiment_exposure";
const RECOMMENDATION = "vitrine/recommendation";

/** More products than the largest page has. */
export const MAX_PRODUCTS = 500;

/** The entities attached to an event, as far as they are supported. All others are ignored. */
export interface Entities {
  readonly products: readonly Fields[];
  readonly transaction: Fields | null;
  readonly refund: Fields | null;
  readonly checkoutStep: Fields | null;
  readonly user: Fields | null;
  readonly recommendation: Fields | null;
}

/**
 * Sorts the data of a `contexts` document by schema; null when it is none. Of single entities the first counts.
 * @param contexts undefined where the event has none
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

/** Undefined without a usable identifier; values of the wrong type elsewhere are as good as absent. */
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

/** A piece of data that names its schema, `iglu:vendor/name/jsonschema/1-0-2`. */
export interface SelfDescribing {
  /** `vendor/name`, of the first model of the schema; later models are other things. */
  readonly schema: string;
  readonly data: unknown;
}

/** Undefined when it is not such a piece. */
export function selfDescribing(value: unknown): SelfDescribing | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, "schema") || typeof value.schema !== "string") return undefined;
  const match = /^iglu:([\w.-]+\/[\w.-]+)\/jsonschema\/1-\d{1,4}-\d{1,4}$/.exec(value.schema);
  return match?.[1] === undefined ? undefined : { schema: match[1], data: value.data };
}

/** JSON from a tracker, either plain or in base64. */
type EncodedJson = { readonly value: unknown } | { readonly error: "bad_base64" | "bad_json" };

/** Reads JSON from whichever of the two fields is there; undefined when neither is. Base64 is that of URLs or the common one. */
export function jsonIn(fields: Fields, encodedName: string, plainName: string): EncodedJson | undefined {
  const encoded = fields[encodedName];
  if (typeof encoded === "string" && encoded !== "") return decoded(encoded);
  const plain = fields[plainName];
  return typeof plain === "string" && plain !== "" ? parsed(plain) : undefined;
}

function decoded(text: string): EncodedJson {
  // Buffer passes over what is not base64.
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
