import type { Header, Parameter, Reference, SecurityScheme } from "./document-types.js";
import { reference } from "./document-types.js";

export const HEADERS = {
  RequestId: {
    description:
      "Id of the request: the value of the request header `X-Request-Id`, or a generated id. It also appears in the logs.",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: 128 },
  },
  RetryAfter: {
    description: "Number of seconds to wait before sending the request again.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  RateLimit: {
    description:
      "Remaining quota of each rate limit: `r` requests for `t` seconds (draft-ietf-httpapi-ratelimit-headers). Absent if no limit is set.",
    schema: { type: "string" },
  },
  RateLimitPolicy: {
    description: "Rate limits per `key` and per IP `address`: `q` requests in `w` seconds. Absent if no limit is set.",
    schema: { type: "string" },
  },
  Warnings: {
    description: "Summary of rejected lines, without text from the feed. Absent if all lines were accepted.",
    schema: { type: "string" },
  },
  AllowedOrigin: {
    description:
      "Origin of the calling page, if the client allows this origin; `*` in some error responses. The header is absent in other responses.",
    schema: { type: "string" },
  },
  ExposedHeaders: {
    description: "Headers that browser scripts may read: `X-Request-Id,Retry-After,RateLimit,RateLimit-Policy`.",
    schema: { type: "string" },
  },
  AllowedCredentials: {
    description: "`true`; present together with `Access-Control-Allow-Origin`.",
    schema: { type: "string" },
  },
  CollectorCookie: {
    description:
      "Snowplow trackers expect the cookie `sp`. It is absent if the cookie is disabled or the request is anonymous (header SP-Anonymous). The service does not store the cookie.",
    schema: { type: "string" },
  },
  Vary: {
    description: "Request headers that the response depends on: `Origin`, and `Accept-Encoding` for larger responses.",
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

/** Headers of each response that pages of other origins may read. */
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
  description: "Compression of the body.",
  schema: { type: "string", enum: ["gzip"] },
};

export const PARAMETERS = {
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description:
      "Request id for the response and the log: up to 128 letters, digits, dots, underscores and hyphens. The service replaces an invalid id.",
    schema: { type: "string" },
  },
  Client: {
    name: "service_api_client",
    in: "query",
    description: "Id of the client that the API key belongs to.",
    required: true,
    schema: { type: "string", minLength: 1 },
    example: "demo",
  },
  Device: {
    name: "device_id",
    in: "query",
    description: "Long-lived identifier of the browser, as in `user.device_id` of recommendation requests.",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: 256 },
    example: EXAMPLE_DEVICE,
  },
  IngestionId: {
    name: "id",
    in: "path",
    description: "The `ingestion_id` returned when the ingestion was created.",
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
  PublicKey: key(
    "Public key for web pages. It starts with `pk_` and is not secret. Requests with a public key also need the client id.",
  ),
  PrivateKey: key("Private key for servers only. It starts with `sk_` and identifies the client."),
} as const;

export const PUBLIC_KEY = [{ PublicKey: [] }] as const;
export const PRIVATE_KEY = [{ PrivateKey: [] }] as const;
export const NO_KEY = [] as const;
