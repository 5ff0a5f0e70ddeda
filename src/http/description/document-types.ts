import type { JsonSchema } from "../../schema/validator.js";

/** Type of an OpenAPI 3.1 document, reduced to the features that the document of this service uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

/** Operations by path template ("/v1/ingestion/{id}") and method. */
type Paths = Readonly<Record<string, PathItem>>;
export type Method = "get" | "put" | "post" | "patch" | "delete";
type PathItem = Readonly<Partial<Record<Method, Operation>>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** API keys that the operation requires. An empty list means that no key is required. */
  readonly security: readonly Readonly<Record<string, readonly never[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly description?: string; readonly required: boolean; readonly content: MediaContent };
  readonly responses: Responses;
}

/** Responses of an operation by HTTP status. */
export type Responses = Readonly<Record<string, ResponseObject>>;

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Reference>>;
  readonly content: MediaContent;
  readonly links?: Readonly<Record<string, object>>;
}

/** Content of a request body or response by media type. */
export type MediaContent = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

interface AnyParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

/** A parameter whose value is plain text or JSON text. */
export type Parameter = AnyParameter &
  (
    | { readonly schema: JsonSchema }
    | { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } }
  );

/** Returns the schema of the parameter's value. */
export const schemaOf = (parameter: Parameter): JsonSchema =>
  "schema" in parameter ? parameter.schema : parameter.content["application/json"].schema;

export interface Header {
  readonly description: string;
  /** Whether the header is always present. */
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface SecurityScheme {
  readonly type: "apiKey";
  readonly in: "header";
  readonly name: string;
  readonly description: string;
}

export interface Reference {
  readonly $ref: string;
}

type ComponentKind = keyof OpenApiDocument["components"];

export const reference = (kind: ComponentKind, name: string): { readonly $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Returns the schema of successful responses of `/v1`. */
export const envelopeOf = (data: JsonSchema, meta: JsonSchema = { type: "null" }): JsonSchema => ({
  type: "object",
  description: "Envelope of every `/v1` response.",
  properties: { errors: { type: "null" }, meta, data },
  required: ["errors", "meta", "data"],
});
