import { Ajv2020, type AnySchemaObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { Express } from "express";
import type {
  Header,
  Method,
  OpenApiDocument,
  Operation,
  Reference,
} from "../../src/http/description/document-types.js";

const METHODS: readonly Method[] = ["get", "put", "post", "patch", "delete"];

export interface DocumentedOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf(document: OpenApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
}

/** Returns the OpenAPI operation that matches a request, or undefined if the document contains no such operation. */
export function operationFor(document: OpenApiDocument, method: string, path: string): DocumentedOperation | undefined {
  return operationsOf(document).find((one) => one.method === method.toLowerCase() && matches(one.path, path));
}

function matches(template: string, path: string): boolean {
  const parts = template.split("/");
  const given = path.split("/");
  const isSo = (part: string, value: string | undefined) => (part.startsWith("{") ? value !== "" : part === value);
  return parts.length === given.length && parts.every((part, at) => isSo(part, given[at]));
}

/** Returns the validation errors of a value; an empty list if the value matches the schema. */
export type Validate = (value: unknown) => string[];

/**
 * Returns a function that compiles a schema of an OpenAPI document by its path, such as `["components", "schemas",
 * "Item"]`. The compiled schemas reject additional properties, although the published schemas allow them.
 */
export function schemasOf(document: OpenApiDocument): (place: readonly string[]) => Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addSchema(closed(document) as AnySchemaObject, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  return (place) => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
    compiled.set(pointer, validate);
    return (value) => {
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
      );
    };
  };
}

function closed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const object = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)] as const));
  const isObjectSchema = [object["type"]].flat().includes("object") && typeof object["properties"] === "object";
  return isObjectSchema && !("additionalProperties" in object) ? { ...object, additionalProperties: false } : object;
}

/** One response of the running service. */
export interface ObservedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Compares responses with the OpenAPI document and records which operations were checked. */
export function createResponseChecker(document: OpenApiDocument) {
  const schema = schemasOf(document);
  const seen = new Set<string>();

  const headerErrors = (headers: Readonly<Record<string, Header | Reference>>, response: ObservedResponse) =>
    Object.entries(headers).flatMap(([name, one]) => {
      const header = "$ref" in one ? document.components.headers[one.$ref.split("/").at(-1) ?? ""] : one;
      const value = response.headers.get(name);
      if (header === undefined) return [`no such header component: ${name}`];
      if (value === null) return header.required === true ? [`the header ${name} is missing`] : [];
      if (header.schema["type"] === "integer") return /^\d+$/.test(value) ? [] : [`${name} is no integer: ${value}`];
      const { pattern } = header.schema;
      if (typeof pattern === "string" && !new RegExp(pattern).test(value)) return [`${name}: ${value}`];
      if ("const" in header.schema && header.schema["const"] !== value) return [`${name}: ${value}`];
      return [];
    });

  return {
    /** Method, path and status of every checked response, such as `POST /v1/ingestion/ 202`. */
    seen: seen as ReadonlySet<string>,

    /** Returns the differences between a response and the OpenAPI document. */
    errors(result: ObservedResponse): string[] {
      const found = operationFor(document, result.method, result.path);
      if (found === undefined) return ["there is no such operation"];
      const status = String(result.status);
      const response = found.operation.responses[status];
      if (response === undefined) return [`the status ${status} is not documented`];
      seen.add(`${result.method} ${found.path} ${status}`);
      if (Object.keys(response.content).length === 0 && result.text === "")
        return headerErrors(response.headers, result);
      const type = result.headers.get("content-type")?.split(";", 1)[0] ?? "";
      if (!(type in response.content)) return [`the media type ${type} is not documented`];
      const place = ["paths", found.path, found.method, "responses", status, "content", type, "schema"];
      const body: unknown = type.endsWith("json") && !type.endsWith("ndjson") ? JSON.parse(result.text) : result.text;
      return [...headerErrors(response.headers, result), ...schema(place)(body)];
    },
  };
}

interface Layer {
  readonly rawPath: string;
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/**
 * Returns all routes of an application in the notation of the OpenAPI document, without a trailing slash: `POST
 * /v1/ingestion`.
 */
export function routesOf(app: Express): string[] {
  return (app.router.stack as unknown as readonly Layer[]).flatMap((layer) => routesIn(layer, ""));
}

function routesIn({ rawPath, route, handle }: Layer, mounted: string): string[] {
  const path = `${mounted}/${rawPath}`.replaceAll(/\/+/g, "/");
  if (route === undefined) return (handle.stack ?? []).flatMap((layer) => routesIn(layer, path));
  return Object.keys(route.methods)
    .filter((method) => method !== "_all")
    .map((method) => routeName(method, path.replaceAll(/:(\w+)/g, "{$1}")));
}

export const routeName = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/(?<=.)\/$/, "")}`;
