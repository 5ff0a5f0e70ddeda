import { ERROR_STATUS, sentCode, type ErrorCode, type ErrorContext } from "../../errors.js";
import { errorEnvelope } from "../envelope.js";
import { reference, type Example, type ResponseObject, type Responses } from "./document-types.js";
import { ALWAYS, CROSS_ORIGIN, RETRY_AFTER } from "./response-headers.js";

/** Descriptions of the error codes, for the table in the introduction and for every response that can have the code. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  validation_error: "The request is not valid; `context.field` names the place.",
  payload_empty: "The feed, or the list of events, holds no line.",
  unauthorized: "No key came, or one that is not valid (any more).",
  forbidden: "The key is of the wrong kind, or belongs to another client.",
  not_found: "There is no such thing.",
  unknown_page: "The cursor is unknown or has expired; search again without `pagination`.",
  method_not_allowed: "The path does not have this method; `Allow` has those it has.",
  request_timeout:
    "The body did not arrive in time: within seconds, an upload within an hour and without standing still. Send it again.",
  conflict: "What is asked for is no longer possible.",
  payload_too_large:
    "The body is larger than this installation takes, as sent or inflated, or inflates to many times what was sent.",
  unsupported_media_type: "The content type or encoding is not one that is read here.",
  rate_limited: "Too many requests with this key, or from this address; `Retry-After` says when to go on.",
  internal_error: "The service failed. The log has the details, under the request's id.",
  unavailable:
    "The engine or the store of payloads is away or too busy, has not answered in time, or too much is asked of this process; `Retry-After` says when to try again.",
};

interface ErrorExample {
  readonly message: string;
  readonly context: ErrorContext | null;
}

/** The error codes of an operation, each with one example, or with one example for each reason. */
export type ErrorExamples = Readonly<Partial<Record<ErrorCode, ErrorExample | readonly ErrorExample[]>>>;

/** Returns the error responses of the operations under a path, by status with the possible codes. */
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

/** Example of an error without context. */
const reported = (message: string): ErrorExample => ({ message, context: null });

/** Errors of any request that needs the engine. */
export const SERVICE_ERRORS: ErrorExamples = {
  internal_error: reported("the service failed to answer this request"),
  unavailable: reported("the service cannot answer at the moment; try again shortly"),
};

const KEY_ERRORS: ErrorExamples = {
  unauthorized: reported("the key in X-SERVICE-API-KEY is not valid"),
  ...SERVICE_ERRORS,
};

const BODY_ERRORS = {
  json: {
    request_timeout: reported("the body did not arrive in time"),
    payload_too_large: reported("the body must be at most 65536 bytes long"),
    unsupported_media_type: reported('the content type must be application/json, got "text/plain"'),
  },
  lines: {
    payload_empty: reported("the body is empty: expected one JSON object per line"),
    request_timeout: reported("the body did not arrive in time"),
    unsupported_media_type: reported("Content-Type: expected application/x-ndjson, got text/csv"),
  },
} as const satisfies Readonly<Record<string, ErrorExamples>>;

/** Returns the errors of all requests with this key and this body. */
export function impliedErrors(key: KeyKind, body: keyof typeof BODY_ERRORS | undefined): ErrorExamples {
  const ofBody = body === undefined ? {} : BODY_ERRORS[body];
  switch (key) {
    case "none":
      return ofBody;
    case "private":
      return {
        ...KEY_ERRORS,
        forbidden: reported("this needs a private key (sk_…), and a public one came"),
        ...ofBody,
      };
    case "public":
      return {
        ...KEY_ERRORS,
        forbidden: reported("this key does not belong to the client that `service_api_client` names"),
        rate_limited: reported("at most 50 requests a second are answered for one key"),
        ...ofBody,
      };
  }
}
