import { digestOf } from "../digest.js";
import type { Json, ProductData, SourceVariant, Version } from "../product-document.js";
import { flatten, type IndexWarning } from "../flatten.js";
import { isJsonObject } from "../../lib/json-text.js";
import { isBlank } from "../../filters/operand.js";
import { fitValue } from "../field-types.js";
import type { FieldValues } from "../fields.js";
import { withExactIntegers, withNumbers } from "./literals.js";
import { EXPECTED_VERSION, readVersion } from "./versions.js";
import { isBelow, type FieldUpdate, fieldUpdatesOf, problemOfChange } from "./update.js";

/** A parsed feed line. A rejected line also contains its product id and variant id if the ids are readable. */
export type FeedLine =
  | InsertLine
  | UpdateLine
  /** Line that deactivates one variant, or the whole product if the line specifies no variant. */
  | DeleteLine
  | RejectedLine;

interface DeleteLine extends Versioned {
  readonly kind: "delete";
  readonly product_identifier: string;
  readonly variant_identifier: string | null;
}

/** A line that is applied in the order of versions instead of the order in the payload. */
interface Versioned {
  readonly versioned?: { readonly version: Version; readonly number: number };
}

export interface InsertLine extends Understood, Versioned {
  readonly kind: "insert";
  readonly product_identifier: string;
  readonly variant: SourceVariant;
}

/** Line that changes fields of one variant, or of all variants of the product if the line specifies no variant. */
export interface UpdateLine extends Understood, Versioned {
  readonly kind: "update";
  /** Line number for errors that are only detected when the line is applied, such as an update of a missing product. */
  readonly number: number;
  readonly product_identifier: string;
  readonly variant_identifier: string | null;
  readonly changes: readonly FieldUpdate[];
}

interface Understood {
  /** Fields of the line's data as returned by `flatten`. */
  readonly fields: FieldValues;
  readonly lost: readonly IndexWarning[];
  readonly ignored: readonly string[];
}

export interface RejectedLine {
  readonly kind: "rejected";
  readonly reason: string;
  readonly product_identifier: string | null;
  readonly variant_identifier: string | null;
}

/** Maximum length of an identifier in bytes: the engine's limit for document ids. */
const MAX_IDENTIFIER_BYTES = 512;
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
const CONTROL = /\p{Cc}/u;

/** Fields that identify a product and its variant. An update cannot change them. */
const IDENTIFIERS = ["product_identifier", "variant_identifier"];
export const OPERATIONS = ["insert", "update", "delete"] as const;

/**
 * Parses and validates one line. Never throws; the result for an invalid line contains the `reason` of the rejection.
 * @param hasVersion whether lines require a `version`; otherwise, `version` is ignored like any unknown member
 */
export function parseFeedLine(text: string, number = 1, hasVersion = false): FeedLine {
  const line = parseJson(text);
  // The parser's message quotes part of the text and may contain half a surrogate pair.
  if (line instanceof SyntaxError) return rejectedLine(`not valid JSON: ${messageOf(line)}`);
  if (!isJsonObject(line)) return rejectedLine(`expected a JSON object, got ${kindOf(line)}`);
  const data = line.product_data ?? null;
  const names = {
    product: identifierOf(data, "product_identifier"),
    variant: identifierOf(data, "variant_identifier"),
  };
  const reject = (reason: string) => rejectedLine(reason, names.product, names.variant);
  const operation = OPERATIONS.find((known) => known === line.operation);
  if (operation === undefined) {
    return reject(`operation: expected "insert", "update" or "delete", got ${shown(line.operation)}`);
  }
  if (!isJsonObject(data)) return reject(`product_data: expected an object, got ${kindOf(data)}`);
  const wrong = wrongIdentifier(data, "product_identifier", true) ?? wrongIdentifier(data, "variant_identifier", false);
  if (wrong !== undefined) return reject(wrong);
  const product = names.product as string;
  const version = hasVersion ? readVersion(line.version) : undefined;
  if (hasVersion && version === undefined) {
    return reject(`version: expected ${EXPECTED_VERSION}, got ${shown(line.version)}`);
  }
  const versioned = version === undefined ? {} : { versioned: { version, number } };
  if (operation === "delete") {
    return { kind: "delete", product_identifier: product, variant_identifier: names.variant, ...versioned };
  }
  const price = priceOf(data);
  if (price === undefined) return reject(`price: expected a number of at least 0, got ${shown(data["price"])}`);
  const variant = names.variant ?? product;
  const isUnnamed = operation === "insert" && names.variant === null;
  const isPriceText = price !== null && price !== data["price"];
  const priced = isPriceText ? { ...data, price } : data;
  const kept = isUnnamed ? { ...priced, variant_identifier: variant } : priced;
  const { fields, lost, invalid, hasUnsafe } = flatten(kept);
  if (invalid !== undefined) return reject(invalid);
  const exact = hasUnsafe === true ? withExactIntegers(text) : text;
  if (exact !== text) return reportingIntegers(parseFeedLine(exact, number, hasVersion), fields);
  if (isPriceText) lost.push({ field: "price", reason: "price_as_text", value: data["price"] as string });
  // `isWellFormed` is recursive, so it runs after `flatten`, which rejects deeply nested data.
  if (ESCAPED_SURROGATE.test(text) && !isWellFormed(data))
    return reject("text is not well-formed Unicode: a lone surrogate");
  const read = ["operation", "product_data", ...(hasVersion ? ["version"] : [])];
  const ignored = Object.keys(line).filter((key) => !read.includes(key));
  if (operation === "update") {
    const changes = fieldUpdatesOf(kept).filter(
      ({ path }) => !IDENTIFIERS.some((name) => path === name || isBelow(path, name)),
    );
    if (changes.some(({ path }) => isBelow(path, "price"))) {
      return reject("price: expected a number of at least 0, got an object");
    }
    const problem = changes.map(problemOfChange).find((one) => one !== undefined);
    if (problem !== undefined) return reject(problem);
    const named = { product_identifier: product, variant_identifier: names.variant };
    return { kind: "update", number, ...named, changes, fields, lost, ignored, ...versioned };
  }
  return {
    kind: "insert",
    product_identifier: product,
    variant: {
      variant_identifier: variant,
      active: true,
      ...(isUnnamed ? { is_whole_product: true } : {}),
      // The digest excludes the version, so that equal data in a full feed has the same digest.
      digest: digestOf(hasVersion ? JSON.stringify({ operation, product_data: data }) : text),
      data: kept as ProductData,
    },
    fields,
    lost,
    ignored,
    ...versioned,
  };
}

/**
 * Adds a warning for each integer that is stored as text.
 * @param rounded the fields, with these integers parsed as numbers
 */
function reportingIntegers(line: FeedLine, rounded: FieldValues): FeedLine {
  if (!("fields" in line)) return line;
  const changed = [...line.fields].flatMap(([field, values]) =>
    values
      .filter((value, at) => typeof value !== typeof rounded.get(field)?.[at])
      .map((value): IndexWarning => ({ field, reason: "unsafe_integer", value })),
  );
  return { ...line, lost: [...line.lost, ...changed] };
}

/** Removes the line and column that some JSON parsers append, which could be mistaken for a position in the feed. */
const messageOf = ({ message }: SyntaxError): string => message.replace(/ \(line \d+ column \d+\)$/, "").toWellFormed();

function parseJson(text: string): Json | SyntaxError {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const repaired = withNumbers(text);
    if (repaired === text) return error as SyntaxError;
    try {
      return JSON.parse(repaired) as Json;
    } catch {
      return error as SyntaxError;
    }
  }
}

export function rejectedLine(
  reason: string,
  product: string | null = null,
  variant: string | null = null,
): RejectedLine {
  return { kind: "rejected", reason, product_identifier: product, variant_identifier: variant };
}

function wrongIdentifier(data: { readonly [key: string]: Json }, name: string, required: boolean): string | undefined {
  const value = data[name];
  if (value === undefined || value === null) return required ? `${name}: expected a string, got no value` : undefined;
  if (typeof value !== "string") return `${name}: expected a string, got ${shown(value)}`;
  if (value.trim() === "") return `${name}: expected a non-blank string`;
  if (Buffer.byteLength(value) > MAX_IDENTIFIER_BYTES) return `${name}: longer than ${MAX_IDENTIFIER_BYTES} bytes`;
  if (!value.isWellFormed() || CONTROL.test(value))
    return `${name}: control characters and lone surrogates are not allowed`;
  return undefined;
}

/** Returns the value if it is a valid identifier, otherwise null. */
function identifierOf(data: Json, name: string): string | null {
  if (!isJsonObject(data) || wrongIdentifier(data, name, true) !== undefined) return null;
  return data[name] as string;
}

/** Reads the price, a number or numeric text. Returns null for a missing price and undefined for an invalid one. */
function priceOf({ price = null }: { readonly [key: string]: Json }): number | null | undefined {
  if (price === null || (typeof price === "string" && isBlank(price))) return null;
  if (typeof price === "object") return undefined;
  const amount = fitValue(price, "number");
  return typeof amount === "number" && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

function isWellFormed(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value as Record<string, Json>).every(
    ([key, member]) => key.isWellFormed() && isWellFormed(member),
  );
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "no value";
  if (typeof value === "object") return kindOf(value);
  // The number itself is not shown, because parsing has changed its digits.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return "an integer beyond 2^53";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
