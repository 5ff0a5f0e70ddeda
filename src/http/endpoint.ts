import { Router, type RequestHandler } from "express";
import type { TSchema } from "typebox";
import { byDeadline } from "../engine/deadline.js";
import { JsonText } from "../lib/json-text.js";
import { publishedRequest } from "../schema/published.js";
import type { Of } from "../schema/typed.js";
import type { JsonSchema } from "../schema/validator.js";
import type { Storefront } from "../storefront/client.js";
import {
  envelopeOf,
  type MediaContent,
  type Method,
  type Operation,
  type Parameter,
  reference,
  type Reference,
  type ResponseObject,
} from "./description/document-types.js";
import { type ErrorExamples, errorResponses, impliedErrors, type KeyKind } from "./description/error-responses.js";
import {
  ALWAYS,
  CROSS_ORIGIN,
  NO_KEY,
  parameter,
  PRIVATE_KEY,
  PUBLIC_KEY,
  type ResponseHeaders,
} from "./description/response-headers.js";
import { methodNotAllowed } from "./error-handler.js";
import { storefrontOf } from "./locals.js";
import { validateBody } from "./validation.js";

/** A JSON body: the schema that validates it, and its name in the document. */
interface JsonBody<S extends TSchema> {
  readonly name: string;
  readonly schema: S;
  /** Keywords beside the schema in the document. */
  readonly with?: JsonSchema;
  /** Has the schema as the document has it; as that of a request unless given. */
  readonly published?: (schema: object) => object;
  readonly example: unknown;
}

/** A body of lines, each a JSON object. */
interface LinesBody {
  /** A schema with a name (`$id`). */
  readonly line: object;
  readonly description?: string;
  readonly example: string;
}

interface ResponseBody {
  readonly description: string;
  /** Of the JSON; under `/v1` of the `data` in its envelope. Without it and `content` there is no body. */
  readonly schema?: object;
  /** Of `meta`; null unless given. */
  readonly meta?: JsonSchema;
  readonly example?: unknown;
  /** Of answers that are not JSON. */
  readonly content?: MediaContent;
  /** Beside those of every answer. */
  readonly headers?: ResponseHeaders;
  readonly links?: ResponseObject["links"];
}

/** All that is known of a route but its handler: Express mounts it and the OpenAPI document describes it by this. */
export interface Endpoint<S extends TSchema = TSchema> {
  readonly operationId: string;
  readonly method: Method;
  /** As in OpenAPI: `/v1/ingestion/{id}`. */
  readonly path: string;
  readonly key: KeyKind;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Beside the client's id, which comes with a public key, and the request's id. */
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly json?: JsonBody<S>;
  readonly lines?: LinesBody;
  /** Of any other kind. */
  readonly body?: NonNullable<Operation["requestBody"]>;
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseBody>>;
  /** Beside those that the key and the body imply, or in their place. */
  readonly errors?: ErrorExamples;
}

/** Keeps the type of the body's schema. */
export const declare = <S extends TSchema>(endpoint: Endpoint<S>): Endpoint<S> => endpoint;

export interface JsonHandler<S extends TSchema> {
  /** Key check, rate limit where there is one, and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
  /** The storefront as the device that asks gets it; as it is in force unless given. */
  readonly storefrontFor?: (storefront: Storefront, body: Of<S>) => Storefront;
  /** @returns what is sent */
  readonly response: (storefront: Storefront, body: Of<S>) => Promise<object | JsonText>;
}

/** An endpoint with what handles its requests, last of all. */
export interface Mounted {
  readonly endpoint: Endpoint;
  readonly handlers: readonly RequestHandler[];
}

export const handled = (endpoint: Endpoint, ...handlers: readonly RequestHandler[]): Mounted => ({
  endpoint,
  handlers,
});

/** Has an endpoint answer a storefront's questions, which come as JSON that its schema validates. */
export function answered<S extends TSchema>(
  endpoint: Endpoint<S> & { readonly json?: JsonBody<S> },
  { guards, storefrontFor = (storefront) => storefront, response }: JsonHandler<S>,
): Mounted {
  if (endpoint.json === undefined) throw new Error(`${endpoint.operationId} takes no JSON`);
  const parseBody = validateBody(endpoint.json.schema);
  return handled(endpoint, ...guards, async (req, res) => {
    const body = parseBody(req.body);
    const reported = await byDeadline(response(storefrontFor(storefrontOf(res), body), body));
    if (reported instanceof JsonText) res.type("json").send(reported.text);
    else res.json(reported);
  });
}

/** Mounts endpoints at their whole paths; other methods of a path answer 405. */
export function routerOf(...all: readonly Mounted[]): Router {
  const router = Router();
  for (const path of new Set(all.map(({ endpoint }) => endpoint.path))) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ":$1"));
    const here = all.filter(({ endpoint }) => endpoint.path === path);
    for (const { endpoint, handlers } of here) route[endpoint.method](...handlers);
    route.all(methodNotAllowed(...here.map(({ endpoint }) => endpoint.method.toUpperCase())));
  }
  return router;
}

const SECURITY = { public: PUBLIC_KEY, private: PRIVATE_KEY, none: NO_KEY } as const;

const oneExample = (value: unknown) => (value === undefined ? {} : { examples: { example: { value } } });

/** The endpoint as the document has it. Schemas with names are still in their places. */
export function operationOf(endpoint: Endpoint): Operation {
  const { operationId, path, key, tag, summary, description, parameters = [], responses, errors } = endpoint;
  const requestBody = bodyOf(endpoint);
  const known = [...(key === "public" ? [parameter("Client")] : []), ...parameters];
  const all = key === "none" && known.length === 0 ? [] : [...known, parameter("RequestId")];
  const bodyKind = endpoint.json ? "json" : endpoint.lines ? "lines" : undefined;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: SECURITY[key],
    ...(all.length === 0 ? {} : { parameters: all }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, responseOf(path, response)]),
      ),
      ...errorResponses(path, { ...impliedErrors(key, bodyKind), ...errors }),
    },
  };
}

function bodyOf({ json, lines, body }: Endpoint): Operation["requestBody"] {
  if (json !== undefined) {
    const { name, schema, published = publishedRequest, example } = json;
    const named = json.with ? { ...reference("schemas", name), ...json.with } : { ...published(schema), $id: name };
    return { required: true, content: { "application/json": { schema: named, ...oneExample(example) } } };
  }
  if (lines === undefined) return body;
  const { $id } = lines.line as { readonly $id: string };
  return {
    description: `One JSON object a line, see the schema \`${$id}\`.${lines.description ?? ""}`,
    required: true,
    content: { "application/x-ndjson": { schema: linesOf($id), ...oneExample(lines.example) } },
  };
}

/** OpenAPI 3.1 cannot say what the lines of a body are; words do. */
export const linesOf = (name: string): JsonSchema => ({
  type: "string",
  description: `Each line is ${/^[AEIOU]/.test(name) ? "an" : "a"} \`${name}\`.`,
});

function responseOf(
  path: string,
  { description, schema, meta, example, content, headers, links }: ResponseBody,
): ResponseObject {
  const body = path.startsWith("/v1/") && schema !== undefined ? envelopeOf(schema as JsonSchema, meta) : schema;
  return {
    description,
    headers: { ...(path.startsWith("/v2/") ? CROSS_ORIGIN : ALWAYS), ...headers },
    content: {
      ...(body === undefined ? {} : { "application/json": { schema: body as JsonSchema, ...oneExample(example) } }),
      ...content,
    },
    ...(links === undefined ? {} : { links }),
  };
}
