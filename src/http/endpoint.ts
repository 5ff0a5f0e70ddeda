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

/** A JSON request body: the schema that validates the body, and the name of this schema in the OpenAPI document. */
interface JsonBody<S extends TSchema> {
  readonly name: string;
  readonly schema: S;
  /** Additional keywords of the schema in the OpenAPI document. */
  readonly with?: JsonSchema;
  /** Converts the schema for the OpenAPI document. Default: `publishedRequest`. */
  readonly published?: (schema: object) => object;
  readonly example: unknown;
}

/** A request body in the JSON lines format: each line contains a JSON object. */
interface LinesBody {
  /** Schema of a line. The schema must have a name (`$id`). */
  readonly line: object;
  readonly description?: string;
  readonly example: string;
}

interface ResponseBody {
  readonly description: string;
  /**
   * Schema of the JSON response body or, for paths under /v1, of `data` in the response envelope. A response without `schema` and `content`
   * has no body.
   */
  readonly schema?: object;
  /** Schema of `meta` in the response envelope. By default, `meta` is null. */
  readonly meta?: JsonSchema;
  readonly example?: unknown;
  /** Content of a response that is not JSON, by media type. */
  readonly content?: MediaContent;
  /** Response headers in addition to the common headers of all responses. */
  readonly headers?: ResponseHeaders;
  readonly links?: ResponseObject["links"];
}

/** Describes a route without its handler. The Express route and the operation in the OpenAPI document are derived from this description. */
export interface Endpoint<S extends TSchema = TSchema> {
  readonly operationId: string;
  readonly method: Method;
  /** Path in OpenAPI notation: `/v1/ingestion/{id}`. */
  readonly path: string;
  readonly key: KeyKind;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Parameters of the endpoint. The client id and the request id are added automatically. */
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly json?: JsonBody<S>;
  readonly lines?: LinesBody;
  /** Request body that is neither JSON nor JSON lines. */
  readonly body?: NonNullable<Operation["requestBody"]>;
  /** Responses of the endpoint by HTTP status. */
  readonly responses: Readonly<Record<string, ResponseBody>>;
  /** Additional documented errors of the endpoint. An error overrides the error of `impliedErrors` with the same code. */
  readonly errors?: ErrorExamples;
}

/** Returns the endpoint unchanged, but lets TypeScript infer the type of the request body. */
export const declare = <S extends TSchema>(endpoint: Endpoint<S>): Endpoint<S> => endpoint;

export interface JsonHandler<S extends TSchema> {
  /** Middleware that runs before the handler: key check, optional rate limiter, and JSON body reader, in this order. */
  readonly guards: readonly RequestHandler[];
  /** Returns the storefront with the settings for the requesting device. By default, returns the storefront unchanged. */
  readonly storefrontFor?: (storefront: Storefront, body: Of<S>) => Storefront;
  /**
   * Handles a request.
   * @returns the response body
   */
  readonly response: (storefront: Storefront, body: Of<S>) => Promise<object | JsonText>;
}

/** An endpoint with its Express handlers, in the order in which they run. */
export interface Mounted {
  readonly endpoint: Endpoint;
  readonly handlers: readonly RequestHandler[];
}

export const handled = (endpoint: Endpoint, ...handlers: readonly RequestHandler[]): Mounted => ({
  endpoint,
  handlers,
});

/**
 * Mounts an endpoint with a JSON body. The body is validated with the endpoint's schema, and the handler gets the
 * storefront of the API key.
 */
export function answered<S extends TSchema>(
  endpoint: Endpoint<S> & { readonly json?: JsonBody<S> },
  { guards, storefrontFor = (storefront) => storefront, response }: JsonHandler<S>,
): Mounted {
  if (endpoint.json === undefined) throw new Error(`the endpoint ${endpoint.operationId} does not accept JSON`);
  const parseBody = validateBody(endpoint.json.schema);
  return handled(endpoint, ...guards, async (req, res) => {
    const body = parseBody(req.body);
    const result = await byDeadline(response(storefrontFor(storefrontOf(res), body), body));
    if (result instanceof JsonText) res.type("json").send(result.text);
    else res.json(result);
  });
}

/** Mounts endpoints at their full paths. Requests with an unsupported method receive status 405. */
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

/** Returns the OpenAPI operation of an endpoint. Named schemas are not yet replaced by references. */
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
    description: `One JSON object per line, see the schema \`${$id}\`.${lines.description ?? ""}`,
    required: true,
    content: { "application/x-ndjson": { schema: linesOf($id), ...oneExample(lines.example) } },
  };
}

/** Returns a schema that describes the lines of a body in words, because OpenAPI 3.1 cannot describe the schema of a line. */
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
