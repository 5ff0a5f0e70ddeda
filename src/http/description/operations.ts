import { publishedRequest } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import { envelopeOf, type Example, type Operation, reference, type ResponseObject } from "./document-types.js";
import {
  type ErrorExamples,
  errorResponses,
  JSON_BODY_ERRORS,
  PRIVATE_KEY_ERRORS,
  PUBLIC_KEY_ERRORS,
  RATE_ERRORS,
} from "./error-responses.js";
import { ALWAYS, CROSS_ORIGIN, parameter, PRIVATE_KEY, PUBLIC_KEY, type ResponseHeaders } from "./response-headers.js";

/** The schema of a request as the document has it, under a name. */
export const requestSchema = ($id: string, schema: object) => ({ ...publishedRequest(schema), $id });

/** A response of `/v1` in its envelope. @param meta the schema of `meta`; null unless given */
export const enveloped = (
  description: string,
  data: JsonSchema,
  examples: Readonly<Record<string, Example>>,
  { meta, headers = ALWAYS }: { readonly meta?: JsonSchema; readonly headers?: ResponseHeaders } = {},
): ResponseObject => ({
  description,
  headers,
  content: { "application/json": { schema: envelopeOf(data, meta), examples } },
});

/** One of the schemas, and examples of it by name. */
interface Side {
  readonly schema: string;
  /** Keywords beside the schema. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly examples: Readonly<Record<string, Example>>;
}

interface PrivateOperation {
  readonly path: string;
  readonly tag: string;
  readonly request: Side;
  readonly answer: Side & { readonly description: string };
  /** Beside those that every one of them can have, or in their place. */
  readonly errors: ErrorExamples;
  /** Besides the request's id. */
  readonly parameters?: NonNullable<Operation["parameters"]>;
}

/** Describes an operation that a shop's server calls with a private key and a JSON body. */
export const privateOperation = ({
  path,
  tag,
  request,
  answer,
  errors,
  parameters = [],
}: PrivateOperation): Pick<Operation, "tags" | "security" | "parameters" | "requestBody" | "responses"> => ({
  tags: [tag],
  security: PRIVATE_KEY,
  parameters: [...parameters, parameter("RequestId")],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: { ...reference("schemas", request.schema), ...request.with },
        examples: request.examples,
      },
    },
  },
  responses: {
    "200": enveloped(answer.description, reference("schemas", answer.schema), answer.examples),
    ...errorResponses(path, { ...PRIVATE_KEY_ERRORS, ...JSON_BODY_ERRORS, ...errors }),
  },
});

/** Requests and responses, by name. */
type Exchanges = Readonly<
  Record<string, { readonly summary: string; readonly request: unknown; readonly response: unknown }>
>;

interface RecommendationOperation {
  readonly path: string;
  /** Of the schemas: `Search` for `SearchRequest` and `SearchResponse`. */
  readonly name: string;
  readonly exchanges: Exchanges;
  readonly answer: string;
  /** Beside those that every one of them can have. */
  readonly errors: ErrorExamples;
}

/** Describes an operation that a page calls with a public key and a JSON body. */
export const recommendationOperation = ({
  path,
  name,
  exchanges,
  answer,
  errors,
}: RecommendationOperation): Pick<Operation, "tags" | "security" | "parameters" | "requestBody" | "responses"> => ({
  tags: ["Recommendations"],
  security: PUBLIC_KEY,
  parameters: [parameter("Client"), parameter("RequestId")],
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: reference("schemas", `${name}Request`), examples: sides(exchanges, "request") },
    },
  },
  responses: {
    "200": {
      description: answer,
      headers: CROSS_ORIGIN,
      content: {
        "application/json": { schema: reference("schemas", `${name}Response`), examples: sides(exchanges, "response") },
      },
    },
    ...errorResponses(path, { ...PUBLIC_KEY_ERRORS, ...JSON_BODY_ERRORS, ...RATE_ERRORS, ...errors }),
  },
});

const sides = (exchanges: Exchanges, side: "request" | "response") =>
  Object.fromEntries(
    Object.entries(exchanges).map(([name, one]) => [name, { summary: one.summary, value: one[side] }]),
  );
