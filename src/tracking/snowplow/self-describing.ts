import { isUtf8 } from "node:buffer";
import { isFields, type Fields } from "./fields.js";

/** A piece of data that names its schema, `iglu:vendor/name/jsonschema/1-0-2`. */
export interface SelfDescribing {
  /** `vendor/name`, of the first model of the schema; later models are other things. */
  readonly schema: string;
  readonly data: unknown;
}

/** Undefined when it is not such a piece. */
export function selfDescribing(value: unknown): SelfDescribing | undefined {
  if (!isFields(value) || !Object.hasOwn(value, "schema") || typeof value.schema !== "string") return undefined;
  const match = /^iglu:([\w.-]+\/[\w.-]+)\/jsonschema\/1-\d{1,4}-\d{1,4}$/.exec(value.schema);
  return match?.[1] === undefined ? undefined : { schema: match[1], data: value.data };
}

/** JSON from a tracker, either plain or in base64. */
export type EncodedJson = { readonly value: unknown } | { readonly mistake: "bad_base64" | "bad_json" };

/** Reads JSON from whichever of the two fields is there; undefined when neither is. Base64 is that of URLs or the common one. */
export function jsonIn(fields: Fields, encodedName: string, plainName: string): EncodedJson | undefined {
  const encoded = fields[encodedName];
  if (typeof encoded === "string" && encoded !== "") return decoded(encoded);
  const plain = fields[plainName];
  return typeof plain === "string" && plain !== "" ? parsed(plain) : undefined;
}

function decoded(text: string): EncodedJson {
  // Buffer passes over what is not base64.
  if (!/^[\w+/-]+={0,2}$/.test(text)) return { mistake: "bad_base64" };
  const bytes = Buffer.from(text, "base64");
  return isUtf8(bytes) ? parsed(bytes.toString("utf8")) : { mistake: "bad_base64" };
}

function parsed(text: string): EncodedJson {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { mistake: "bad_json" };
  }
}
