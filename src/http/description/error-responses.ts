import { ERROR_STATUS, sentCode, type ErrorCode, type ErrorContext } from "../../errors.js";
import { errorEnvelope } from "../envelope.js";
import { reference, type Example, type ResponseObject, type Responses } from "./document-types.js";
import { ALWAYS, CROSS_ORIGIN, RETRY_AFTER } from "./response-headers.js";

/** Descriptions of the error codes, for the table in the OpenAPI introduction and for every response that can contain the code. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  validation_error: "The request is invalid; `context.field` contains the name of the invalid field.",
  payload_empty: "The feed or the list of events is empty.",
  unauthorized: "The API key is missing, invalid or revoked.",
  forbidden: "The API key has the wrong type or belongs to another client.",
  not_found: "The requested resource does not exist.",
  unknown_page: "The cursor is unknown or has expired. Repeat the search without `pagination`.",
  method_not_allowed: "The path does not support this method; the header `Allow` lists the supported methods.",
  request_timeout:
    "The request body did not arrive within the time limit, which is one hour for uploads and a few seconds for other requests. Send the request again.",
  conflict: "The request conflicts with the current state of the resource.",
  payload_too_large:
    "The body exceeds the size limit, compressed or decompressed, or its compression ratio is too high.",
  unsupported_media_type: "The content type or content encoding is not supported.",
  rate_limited: "Too many requests with this key or from this IP address. Retry after the time in `Retry-After`.",
  internal_error: "An unexpected error occurred. The log contains the details under the request id.",
  unavailable:
    "OpenSearch or the feed storage is unavailable or did not respond in time, or this process is overloaded. Retry after the time in `Retry-After`.",
};

interface ErrorExample {
  readonly message: string;
  readonly context: ErrorContext | null;
}

/** Example errors of an operation by error code. An error code with several possible reasons has one example per reason. */
export type ErrorExamples = Readonly<Partial<Record<ErrorCode, ErrorExample | readonly ErrorExample[]>>>;

/** Returns the error responses of an operation by HTTP status. Each response describes the possible error codes. */
export function errorResponses(path: string, examples: ErrorExamples): Responses {
  const codes = (Object.keys(ERROR_MEANINGS) as ErrorCode[]).filter((code) => code in examples);
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status);
      return [String(status), errorResponse(path, ofStatus, examples)];
    }),
  );
}

function errorResponse(path: string, codes: readonly ErrorCode[], examples: ErrorExamples): ResponseObject {
  const isRecommendation = path.startsWith("/v2/");
  const retries = codes.includes("rate_limited") || codes.includes("unavailable");
  return {
    description: codes.map((code) => `\`${sentCode(code)}\`: ${ERROR_MEANINGS[code]}`).join("\n\n"),
    headers: { ...(isRecommendation ? CROSS_ORIGIN : ALWAYS), ...(retries ? RETRY_AFTER : {}) },
    content: {
      "application/json": {
        schema: {
          ...reference("schemas", isRecommendation ? "RecommendationErrors" : "Errors"),
          properties: { errors: { items: { properties: { code: { enum: codes.map(sentCode) } } } } },
        },
        examples: Object.fromEntries(codes.flatMap((code) => examplesOf(path, code, examples[code]))),
      },
    },
  };
}

function examplesOf(path: string, code: ErrorCode, given: ErrorExamples[ErrorCode] = []): [string, Example][] {
  return [given].flat().map((example: ErrorExample) => {
    const reason = example.context?.["reason"];
    const name = typeof reason === "string" ? `${code}_${reason}` : code;
    return [name, { value: errorEnvelope({ code, ...example }, path) }];
  });
}

export type KeyKind = "public" | "private" | "none";

/** Returns an example of an error whose `context` is null. */
const errorExample = (message: string): ErrorExample => ({ message, context: null });

/** Example errors of all requests that depend on the search engine. */
export const SERVICE_ERRORS: ErrorExamples = {
  internal_error: errorExample("an internal error occurred"),
  unavailable: errorExample("the service is temporarily unavailable; try again shortly"),
};

const KEY_ERRORS: ErrorExamples = {
  unauthorized: errorExample("the key in X-SERVICE-API-KEY is not valid"),
  ...SERVICE_ERRORS,
};

const BODY_ERRORS = {
  json: {
    request_timeout: errorExample("the body did not arrive in time"),
    payload_too_large: errorExample("the body must be at most 65536 bytes long"),
    unsupported_media_type: errorExample('the content type must be application/json, got "text/plain"'),
  },
  lines: {
    payload_empty: errorExample("the body is empty: expected one JSON object per line"),
    request_timeout: errorExample("the body did not arrive in time"),
    unsupported_media_type: errorExample("Content-Type: expected application/x-ndjson, got text/csv"),
  },
} as const satisfies Readonly<Record<string, ErrorExamples>>;

/** Returns the documented errors that every endpoint with this type of key and body can return. */
export function impliedErrors(key: KeyKind, body: keyof typeof BODY_ERRORS | undefined): ErrorExamples {
  const ofBody = body === undefined ? {} : BODY_ERRORS[body];
  switch (key) {
    case "none":
      return ofBody;
    case "private":
      return {
        ...KEY_ERRORS,
        forbidden: errorExample("expected a private key (sk_…), got a public key"),
        ...ofBody,
      };
    case "public":
      return {
        ...KEY_ERRORS,
        forbidden: errorExample(
          "this API key does not belong to the client in the query parameter `service_api_client`",
        ),
        rate_limited: errorExample("at most 50 requests per second are allowed per key"),
        ...ofBody,
      };
  }
}
