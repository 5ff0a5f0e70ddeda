import type { Header, Parameter, Reference, SecurityScheme } from "./document-types.js";
import { reference } from "./document-types.js";

export const HEADERS = {
  RequestId: {
    description: "The id of this request: the one that came in `X-Request-Id`, or a new one. Logs have it too.",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: 128 },
  },
  RetryAfter: {
    description: "Seconds to wait before the next try.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  RateLimit: {
    description:
      "What is left of each limit that is set: `r` requests for `t` seconds (draft-ietf-httpapi-ratelimit-headers). Missing where none is set.",
    schema: { type: "string" },
  },
  RateLimitPolicy: {
    description: "The limits: `q` requests in `w` seconds, by `key` and by `address`. Missing where none is set.",
    schema: { type: "string" },
  },
  Warnings: {
    description:
      "What a completed ingestion did not do, as in `meta.warnings`; missing when there is nothing. It quotes nothing of the feed.",
    schema: { type: "string" },
  },
  AllowedOrigin: {
    description:
      "The origin of the calling page, where the client's settings have it; of an error also `*`, for whatever page asked. Otherwise missing.",
    schema: { type: "string" },
  },
  ExposedHeaders: {
    description: "`X-Request-Id,Retry-After,RateLimit,RateLimit-Policy`, for pages.",
    schema: { type: "string" },
  },
  AllowedCredentials: {
    description: "`true`; beside `Access-Control-Allow-Origin`.",
    schema: { type: "string" },
  },
  CollectorCookie: {
    description:
      "The cookie `sp` that trackers expect, where it is switched on and the request has no `SP-Anonymous`. Nothing is stored under it.",
    schema: { type: "string" },
  },
  Vary: {
    description: "Answers differ by the origin of the calling page, and those of some size by the encodings it takes.",
    required: true,
    schema: { type: "string", pattern: "^Origin(, |$)" },
  },
} as const satisfies Readonly<Record<string, Header>>;

export const header = (name: keyof typeof HEADERS): Reference => reference("headers", name);

export type ResponseHeaders = Readonly<Record<string, Reference>>;

export const ALWAYS: ResponseHeaders = { "X-Request-Id": header("RequestId") };

const LIMITS: ResponseHeaders = {
  RateLimit: header("RateLimit"),
  "RateLimit-Policy": header("RateLimitPolicy"),
};

/** The headers of a response that pages of other origins may read. */
export const CROSS_ORIGIN: ResponseHeaders = {
  ...ALWAYS,
  ...LIMITS,
  "Access-Control-Allow-Origin": header("AllowedOrigin"),
  "Access-Control-Expose-Headers": header("ExposedHeaders"),
  Vary: header("Vary"),
};

export const TO_TRACKERS: ResponseHeaders = {
  ...CROSS_ORIGIN,
  "Access-Control-Allow-Credentials": header("AllowedCredentials"),
  "Set-Cookie": header("CollectorCookie"),
};

export const RETRY_AFTER: ResponseHeaders = { "Retry-After": header("RetryAfter") };

export const EXAMPLE_DEVICE = "7a0f6f0e-2f3c-4a4e-9f5e-3d3f5b1c9d20";

/** Header of requests whose body may be compressed. */
export const CONTENT_ENCODING: Parameter = {
  name: "Content-Encoding",
  in: "header",
  description: "When the body is compressed.",
  schema: { type: "string", enum: ["gzip"] },
};

export const PARAMETERS = {
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description:
      "A name for this request, to be found in its answer and in logs: letters, digits, `.`, `_` and `-`, at most 128. Anything else is replaced by a new one.",
    schema: { type: "string" },
  },
  Client: {
    name: "service_api_client",
    in: "query",
    description: "The client id that the key belongs to.",
    required: true,
    schema: { type: "string", minLength: 1 },
    example: "demo",
  },
  Device: {
    name: "device_id",
    in: "query",
    description: "The browser's long-lived identifier: the `user.device_id` of recommendation requests.",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: 256 },
    example: EXAMPLE_DEVICE,
  },
  IngestionId: {
    name: "id",
    in: "path",
    description: "The `ingestion_id` that creating the ingestion answered.",
    required: true,
    schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
  },
} as const satisfies Readonly<Record<string, Parameter>>;

export const parameter = (name: keyof typeof PARAMETERS): Reference => reference("parameters", name);

const key = (description: string): SecurityScheme => ({
  type: "apiKey",
  in: "header",
  name: "X-SERVICE-API-KEY",
  description,
});

export const SECURITY_SCHEMES = {
  PublicKey: key("A public key (`pk_…`), made to be seen in pages. Goes together with `service_api_client`."),
  PrivateKey: key("A private key (`sk_…`), for servers only. It says whose catalogue and settings are meant."),
} as const;

export const PUBLIC_KEY = [{ PublicKey: [] }] as const;
export const PRIVATE_KEY = [{ PrivateKey: [] }] as const;
export const NO_KEY = [] as const;
