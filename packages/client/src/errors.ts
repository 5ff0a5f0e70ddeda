import type { RecommendationError } from "./schema.js";

/** Details of a failed request. */
export interface ErrorDetails {
  /** Error code of the service's response; `network` or `timeout` if no response arrived. */
  readonly code: RecommendationError["code"] | "network" | "timeout";
  /** HTTP status; null if no response arrived. */
  readonly status: number | null;
  /** Id of the request in the service's log. */
  readonly requestId: string | null;
  readonly context: RecommendationError["context"];
  /** Time to wait before a retry in milliseconds, from the `Retry-After` header. */
  readonly retryAfterMs: number | null;
}

const NO_RESPONSE = { status: null, requestId: null, context: null, retryAfterMs: null };

/** Base class of all errors of API calls, except for aborted calls. */
export class VitrineError extends Error implements ErrorDetails {
  override readonly name: string = "VitrineError";
  /** Whether the request may succeed if it is repeated without changes. */
  readonly isTemporary: boolean = false;
  readonly code: ErrorDetails["code"];
  readonly status: number | null;
  readonly requestId: string | null;
  readonly context: ErrorDetails["context"];
  readonly retryAfterMs: number | null;

  constructor(message: string, details: ErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.context = details.context;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Error for an invalid request. `field` is the invalid field of the request. */
export class ValidationError extends VitrineError {
  override readonly name: string = "ValidationError";
  get field(): string | null {
    return this.context?.field ?? null;
  }
}

/** Error for an API key that is missing, unknown, revoked, or lacks permission. */
export class AuthenticationError extends VitrineError {
  override readonly name: string = "AuthenticationError";
}

export class NotFoundError extends VitrineError {
  override readonly name: string = "NotFoundError";
}

/**
 * Error for a pagination cursor that has expired or belongs to another client. `listing` handles this error and
 * restarts at the first page.
 */
export class ExpiredCursorError extends NotFoundError {
  override readonly name: string = "ExpiredCursorError";
}

/** Error for too many requests with an API key or from an IP address. */
export class RateLimitedError extends VitrineError {
  override readonly name: string = "RateLimitedError";
  override readonly isTemporary: boolean = true;
}

/** Error for an overloaded or unreachable service or search engine. */
export class UnavailableError extends VitrineError {
  override readonly name: string = "UnavailableError";
  override readonly isTemporary: boolean = true;
}

/** Internal error of the service. The service's log contains the details under `requestId`. */
export class InternalError extends VitrineError {
  override readonly name: string = "InternalError";
}

/** Error for a request that receives no response, for example after a connection failure. */
export class NetworkError extends VitrineError {
  override readonly name: string = "NetworkError";
  override readonly isTemporary: boolean = true;
  constructor(cause: unknown) {
    super("the service could not be reached", { code: "network", ...NO_RESPONSE }, { cause });
  }
}

/** Error for a request that receives no response within the timeout. */
export class TimeoutError extends VitrineError {
  override readonly name: string = "TimeoutError";
  override readonly isTemporary: boolean = true;
  constructor(timeoutMs: number) {
    super(`the service did not respond within ${timeoutMs} ms`, { code: "timeout", ...NO_RESPONSE });
  }
}

const BUSY = [408, 502, 503, 504];

/**
 * Maps a status and error code to an error class. Error details may be missing, because proxies send response bodies of
 * their own.
 */
export function errorOf(status: number, details: Omit<ErrorDetails, "status">, message: string): VitrineError {
  const reported = { ...details, status };
  if (details.code === "unknown_page") return new ExpiredCursorError(message, reported);
  if (status === 401 || status === 403) return new AuthenticationError(message, reported);
  if (status === 404) return new NotFoundError(message, reported);
  if (status === 429) return new RateLimitedError(message, reported);
  if (BUSY.includes(status)) return new UnavailableError(message, reported);
  return status >= 500 ? new InternalError(message, reported) : new ValidationError(message, reported);
}
