import type { JsonSchema } from "../../schema/validator.js";

/** The parts of OpenAPI 3.1 that this service's document is made of. */
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

/** Path template ("/v1/ingestion/{id}") → method → operation. */
type Paths = Readonly<Record<string, PathItem>>;
export type Method = "get" | "put" | "post" | "patch" | "delete";
type PathItem = Readonly<Partial<Record<Method, Operation>>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** An empty list: no key is needed. */
  readonly security: readonly Readonly<Record<string, readonly never[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly description?: string; readonly required: boolean; readonly content: MediaContent };
  readonly responses: Responses;
}

/** By status. */
export type Responses = Readonly<Record<string, ResponseObject>>;

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Reference>>;
  readonly content: MediaContent;
  readonly links?: Readonly<Record<string, object>>;
}

/** By media type. */
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

/** A text, or JSON in a text. */
export type Parameter = AnyParameter &
  (
    | { readonly schema: JsonSchema }
    | { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } }
  );

/** Of what the text says. */
export const schemaOf = (parameter: Parameter): JsonSchema =>
  "schema" in parameter ? parameter.schema : parameter.content["application/json"].schema;

export interface Header {
  readonly description: string;
  /** Whether every such answer has it. */
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

/** The schema of successful responses of `/v1`. */
export const envelopeOf = (data: JsonSchema, meta: JsonSchema = { type: "null" }): JsonSchema => ({
  type: "object",
  description: "The envelope of every `/v1` answer.",
  properties: { errors: { type: "null" }, meta, data },
  required: ["errors", "meta", "data"],
});
