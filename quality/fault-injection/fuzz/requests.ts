import { gzipSync } from "node:zlib";
import fc, { type Arbitrary } from "fast-check";
import type { JsonSchema } from "../../../src/schema/validator.js";
import {
  schemaOf,
  type OpenApiDocument,
  type Parameter,
  type Reference,
} from "../../../src/http/description/document-types.js";
import { operationsOf, type DocumentedOperation } from "../../../test/support/openapi.js";
import { damagedText, TEXT_DAMAGES } from "./damage.js";
import { hostileText, hostileValue } from "./hostile.js";
import type { SchemaValues } from "./values.js";
import type { Vocabulary } from "./vocabulary.js";

/** A request with placeholders for values from earlier responses. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FuzzBody | undefined;
}

export interface FuzzBody {
  /** Content of the body. Text may contain placeholders; damaged bytes are sent unchanged. */
  readonly content: string | Buffer;
  readonly encoding: "plain" | "gzip" | "cut gzip";
}

export interface FuzzKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Relative frequency of some operations in the generated requests; `WEIGHT` for all others. Feeds are rare, because a
 * client's jobs run one after another.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  createIngestion: 2,
  replaceStorefrontConfiguration: 3,
  readDocs: 1,
  readOpenApi: 1,
};
const WEIGHT = 6;

/** Generates requests for all operations of an OpenAPI document. */
export function requestsFor(
  document: OpenApiDocument,
  values: SchemaValues,
  vocabulary: Vocabulary,
  keys: FuzzKeys,
): Arbitrary<FuzzRequest> {
  const make = (one: DocumentedOperation) => requestFor(document, values, vocabulary, keys, one);
  return fc.oneof(
    ...operationsOf(document).map((one) => ({
      weight: WEIGHTS[one.operation.operationId] ?? WEIGHT,
      arbitrary: make(one),
    })),
  );
}

function requestFor(
  document: OpenApiDocument,
  values: SchemaValues,
  vocabulary: Vocabulary,
  keys: FuzzKeys,
  { method, path, operation }: DocumentedOperation,
): Arbitrary<FuzzRequest> {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one));
  const of = (place: Parameter["in"]) => parameters.filter((one) => one.in === place);
  const [mediaType = "", media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const pixel = operation.operationId === "collectEvent" ? vocabulary.trackerPayload : fc.constant(undefined);
  const scheme = Object.keys(operation.security[0] ?? {})[0];
  return fc
    .record({
      method: rarely(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"), fc.constant(method)),
      path: fc.record(Object.fromEntries(of("path").map((one) => [one.name, texts(values, one)]))),
      query: fc.record(Object.fromEntries(of("query").map((one) => [one.name, maybe(texts(values, one))]))),
      oddQuery: rarely(
        fc.constantFrom("%", "%zz", "%00=%00", "%ff=%ff", "a[]=1&a[]=2", "&&=&", "device_id=a&device_id=b"),
      ),
      pixel,
      headers: fc.record(Object.fromEntries(of("header").map((one) => [one.name, sometimes(texts(values, one))]))),
      key: keyFor(scheme, keys),
      type: rarely(
        fc.constantFrom("text/plain", "text/csv", "application/json; charset=latin1", ""),
        fc.constant(mediaType),
      ),
      body: media === undefined ? fc.constant(undefined) : bodyOf(document, values, mediaType, media.schema),
    })
    .map((made) => {
      const query = Object.entries({ ...made.query, ...fieldsOf(made.pixel) })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value))}`);
      if (made.oddQuery !== undefined) query.push(made.oddQuery);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(made.path[name]));
      const body = BODILESS.has(made.method.toUpperCase()) ? undefined : made.body;
      return {
        method: made.method.toUpperCase(),
        path: `${filled}${query.length === 0 ? "" : `?${query.join("&")}`}`,
        headers: headersOf({
          ...made.headers,
          ...(made.key === undefined ? {} : { "X-SERVICE-API-KEY": made.key }),
          ...(body !== undefined && made.type !== "" ? { "Content-Type": made.type } : {}),
          ...(body !== undefined && body.encoding !== "plain" ? { "Content-Encoding": "gzip" } : {}),
        }),
        body,
      };
    });
}

function resolved(document: OpenApiDocument, parameter: Parameter | Reference): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const found = document.components.parameters[parameter.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`the OpenAPI document has no ${parameter.$ref}`);
  return found;
}

const texts = (values: SchemaValues, one: Parameter): Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: valid(values, one) }, { weight: 1, arbitrary: hostileText });

function valid(values: SchemaValues, one: Parameter): Arbitrary<unknown> {
  const value = values.valid(schemaOf(one), one.in === "path" ? `{${one.name}}` : one.name);
  return "schema" in one ? value : value.map((json) => JSON.stringify(json));
}

const rarely = <T, D = undefined>(
  rare: Arbitrary<T>,
  usual: Arbitrary<D> = fc.constant(undefined as D),
): Arbitrary<T | D> => fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: rare });
const sometimes = <T>(some: Arbitrary<T>): Arbitrary<T | undefined> => fc.option(some, { nil: undefined, freq: 1 });
const maybe = <T>(usual: Arbitrary<T>): Arbitrary<T | undefined> => fc.option(usual, { nil: undefined, freq: 15 });

/** Generates API keys: the required key in 15 of 16 requests, otherwise a wrong key. */
function keyFor(scheme: string | undefined, { publicKey, privateKey }: FuzzKeys): Arbitrary<string | undefined> {
  const right = scheme === "PrivateKey" ? privateKey : scheme === "PublicKey" ? publicKey : undefined;
  const wrong = fc.constantFrom(undefined, publicKey, privateKey, "pk_", "sk_nobody", "x".repeat(3_000), "pk_ü");
  return fc.oneof({ weight: 15, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wrong });
}

function bodyOf(
  document: OpenApiDocument,
  values: SchemaValues,
  mediaType: string,
  schema: JsonSchema,
): Arbitrary<FuzzBody> {
  const content = mediaType.endsWith("ndjson") ? lines(document, values, schema) : json(values.any(schema));
  const encoding = fc.oneof(
    { weight: 16, arbitrary: fc.constant("plain" as const) },
    { weight: 4, arbitrary: fc.constant("gzip" as const) },
    { weight: 1, arbitrary: fc.constant("cut gzip" as const) },
  );
  return fc.record({ content, encoding });
}

/** Generates the JSON text of a value, which is sometimes damaged. */
function json(value: Arbitrary<unknown>): Arbitrary<string | Buffer> {
  const text = value.map((one) => JSON.stringify(one));
  const wrong = fc.tuple(text, fc.constantFrom(...TEXT_DAMAGES), fc.nat());
  return fc.oneof(
    { weight: 9, arbitrary: text },
    { weight: 1, arbitrary: wrong.map(([one, how, where]) => damagedText(one, how, where)) },
  );
}

/**
 * Generates JSON Lines: lines that are valid for the schema named in the description, and damaged, hostile or empty
 * lines.
 */
function lines(document: OpenApiDocument, values: SchemaValues, schema: JsonSchema): Arbitrary<Buffer> {
  const name = /`(\w+)`/.exec(String(schema["description"]))?.[1] ?? "";
  const line = document.components.schemas[name];
  if (line === undefined) throw new Error(`the document has no schema of a line: ${String(schema["description"])}`);
  const one = fc.oneof(
    { weight: 12, arbitrary: json(values.any(line)) },
    { weight: 2, arbitrary: json(hostileValue) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "   ", "\ufeff", "\u0000", "{", "[".repeat(3_000), `"${"x".repeat(40_000)}"`),
    },
  );
  const separator = fc.constantFrom("\n", "\n", "\n", "\r\n", "\n\n", "\r");
  return fc.tuple(fc.array(one, { maxLength: 12 }), separator, fc.boolean()).map(([all, between, last]) => {
    const parts = all.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
    return Buffer.concat([...parts, last ? between : ""].map((part) => Buffer.from(part)));
  });
}

export function bytesOf({ content, encoding }: FuzzBody, fill: (text: string) => string): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(fill(content)) : content;
  if (encoding === "plain") return bytes;
  const zipped = gzipSync(bytes);
  return encoding === "gzip" ? zipped : zipped.subarray(0, zipped.length - 9);
}

export const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const LONGEST = 2_000;
const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed().slice(0, LONGEST).toWellFormed();

/** Path segments must not be empty, because an empty segment would change the path. */
const segment = (value: unknown): string => encodeURIComponent(textOf(value) || "-");

/** Returns the fields of an event, which are sent as query parameters of the tracker's GET request. */
const fieldsOf = (payload: unknown): object => (typeof payload === "object" && payload !== null ? payload : {});

/** Replaces characters that HTTP clients refuse to send in headers. */
function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?")] as const],
  );
  return Object.fromEntries(sent);
}
