import { reference, type Operation } from "../document-types.js";
import {
  errorResponses,
  JSON_BODY_ERRORS,
  PUBLIC_KEY_ERRORS,
  RATE_ERRORS,
  type ErrorExamples,
} from "../error-responses.js";
import { CROSS_ORIGIN, parameter, PUBLIC_KEY } from "../response-headers.js";

/** Requests and responses, by name. */
export type Exchanges = Readonly<
  Record<string, { readonly summary: string; readonly request: unknown; readonly response: unknown }>
>;

export interface RecommendationOperation {
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
