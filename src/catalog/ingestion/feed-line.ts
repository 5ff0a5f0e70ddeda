import { digestOf } from "../digest.js";
import type { Json, ProductData, SourceVariant, Version } from "../product-document.js";
import { flatten, type LostLeaf } from "../flatten.js";
import type { Leaves } from "../leaves.js";
import { EXPECTED_VERSION, readVersion } from "./versions.js";
import { isBelow, type LeafUpdate, leafUpdatesOf, problemOfChange } from "./update.js";

/** One line of a feed, understood. A rejected line still names the product and variant it meant where they can be read. */
export type FeedLine =
  | InsertLine
  | UpdateLine
  /** Makes one variant inactive, or the whole product when the line names no variant. */
  | DeleteLine
  | RejectedLine;

interface DeleteLine extends Versioned {
  readonly kind: "delete";
  readonly product_identifier: string;
  readonly variant_identifier: string | null;
}

/** Of a line that is obeyed by its version, not by when it comes. */
interface Versioned {
  readonly versioned?: { readonly version: Version; readonly number: number };
}

/** A whole variant. */
export interface InsertLine extends Understood, Versioned {
  readonly kind: "insert";
  readonly product_identifier: string;
  readonly variant: SourceVariant;
}

/** Changes leaves of one variant, or of all the product's variants when the line names none. */
export interface UpdateLine extends Understood, Versioned {
  readonly kind: "update";
  /** Of the line alone: whether there is anything to update depends on the product. */
  readonly number: number;
  readonly product_identifier: string;
  readonly variant_identifier: string | null;
  readonly changes: readonly LeafUpdate[];
}

interface Understood {
  /** Of an insert: those of its variant, as `flatten` has them. */
  readonly leaves: Leaves;
  readonly lost: readonly LostLeaf[];
  readonly ignored: readonly string[];
}

export interface RejectedLine {
  readonly kind: "rejected";
  readonly reason: string;
  readonly product_identifier: string | null;
  readonly variant_identifier: string | null;
}

/** The engine's limit of a document's id. */
const MAX_IDENTIFIER_BYTES = 512;
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
const CONTROL = /\p{Cc}/u;

/** The fields that identify a product and its variant. An update cannot change them. */
const IDENTIFIERS = ["product_identifier", "variant_identifier"];
/** The operations that a line may request. */
export const OPERATIONS = ["insert", "update", "delete"] as const;

/**
 * Parses and judges one line. Never throws: whatever is wrong with it is the `reason`.
 * @param hasVersion lines are to have a `version`; without it that is a field like others that are left alone
 */
export function parseFeedLine(text: string, number = 1, hasVersion = false): FeedLine {
  const line = parseJson(text);
  // The message quotes a few characters of the text, perhaps half of one.
  if (line instanceof SyntaxError) return rejectedLine(`not valid JSON: ${messageOf(line)}`);
  if (!isObject(line)) return rejectedLine(`expected a JSON object, got ${kindOf(line)}`);
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
  if (!isObject(data)) return reject(`product_data: expected an object, got ${kindOf(data)}`);
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
  const { price } = data;
  if (price !== undefined && price !== null && price !== "" && !isPrice(price)) {
    return reject(`price: expected a number of at least 0, got ${shown(price)}`);
  }
  const variant = names.variant ?? product;
  const isUnnamed = operation === "insert" && names.variant === null;
  const kept = isUnnamed ? { ...data, variant_identifier: variant } : data;
  const { leaves, lost, invalid } = flatten(kept);
  if (invalid !== undefined) return reject(invalid);
  // Only now: what `flatten` takes is not nested too deeply to be walked.
  if (ESCAPED_SURROGATE.test(text) && !isWellFormed(data))
    return reject("text is not well-formed Unicode: a lone surrogate");
  const read = ["operation", "product_data", ...(hasVersion ? ["version"] : [])];
  const ignored = Object.keys(line).filter((key) => !read.includes(key));
  if (operation === "update") {
    const changes = leafUpdatesOf(data).filter(
      ({ path }) => !IDENTIFIERS.some((name) => path === name || isBelow(path, name)),
    );
    if (changes.some(({ path }) => isBelow(path, "price"))) {
      return reject("price: expected a number of at least 0, got an object");
    }
    const problem = changes.map(problemOfChange).find((one) => one !== undefined);
    if (problem !== undefined) return reject(problem);
    const named = { product_identifier: product, variant_identifier: names.variant };
    return { kind: "update", number, ...named, changes, leaves, lost, ignored, ...versioned };
  }
  return {
    kind: "insert",
    product_identifier: product,
    variant: {
      variant_identifier: variant,
      active: true,
      // With its version no line would be that of a feed, which says the same.
      digest: digestOf(hasVersion ? JSON.stringify({ operation, product_data: data }) : text),
      data: kept as ProductData,
    },
    leaves,
    lost,
    ignored,
    ...versioned,
  };
}

/** Some releases of the parser end with the place in the text as a line and column, which would be taken for those of the feed. */
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
  if (value === undefined || value === null) return required ? `${name}: expected a string, got nothing` : undefined;
  if (typeof value !== "string") return `${name}: expected a string, got ${shown(value)}`;
  if (value.trim() === "") return `${name}: expected a string that is not blank`;
  if (Buffer.byteLength(value) > MAX_IDENTIFIER_BYTES) return `${name}: longer than ${MAX_IDENTIFIER_BYTES} bytes`;
  if (!value.isWellFormed() || CONTROL.test(value))
    return `${name}: control characters and lone surrogates are not allowed`;
  return undefined;
}

/** The identifier where it is a usable one. */
function identifierOf(data: Json, name: string): string | null {
  if (!isObject(data) || wrongIdentifier(data, name, true) !== undefined) return null;
  return data[name] as string;
}

function isPrice(value: Json): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isWellFormed(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value as Record<string, Json>).every(
    ([key, member]) => key.isWellFormed() && isWellFormed(member),
  );
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (typeof value === "object") return kindOf(value);
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}

const NOT_A_NUMBER = /-?(?:NaN|Infinity)\b/y;

/**
 * Replaces the numbers that JSON does not have but many exporters write (NaN, Infinity, -Infinity) by one that is read
 * as infinite, which `flatten` counts as lost: one bad value does not cost the product. Texts inside quotes stay as they
 * are. Takes time in proportion to the text, whatever it holds.
 */
export function withNumbers(text: string): string {
  if (!text.includes("NaN") && !text.includes("Infinity")) return text;
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    NOT_A_NUMBER.lastIndex = at;
    const first = character === "-" ? text[at + 1] : character;
    const second = first === "N" ? "a" : first === "I" ? "n" : undefined;
    if (second !== undefined && text[character === "-" ? at + 2 : at + 1] === second && NOT_A_NUMBER.test(text)) {
      parts.push(text.slice(copied, at), "1e999");
      at = copied = NOT_A_NUMBER.lastIndex;
    } else {
      at += 1;
    }
  }
  return parts.join("") + text.slice(copied);
}

/** The position behind the string that begins at `start`; the end of the text when it does not end. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}
