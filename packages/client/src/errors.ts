import type { RecommendationError } from "./schema.js";

/** Details of a failed request. */
export interface ErrorDetails {
  /** Code from the service's error table; `network` or `timeout` if no response arrived. */
  readonly code: RecommendationError["code"] | "network" | "timeout";
  /** HTTP status; null if no response arrived. */
  readonly status: number | null;
  /** Id of the request in the service's log. */
  readonly requestId: string | null;
  readonly context: RecommendationError["context"];
  /** Milliseconds to wait before a retry, from `Retry-After`. */
  readonly retryAfterMs: number | null;
}

const NO_RESPONSE = { status: null, requestId: null, context: null, retryAfterMs: null };

/** Base class of all errors of a call except aborts. */
export class VitrineError extends Error implements ErrorDetails {
  override readonly name: string = "VitrineError";
  /** Whether the same request may succeed if it is sent again. */
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

/** The request is invalid; `field` names the invalid part. */
export class ValidationError extends VitrineError {
  override readonly name: string = "ValidationError";
  get field(): string | null {
    return this.context?.field ?? null;
  }
}

/** The key is missing, unknown, revoked, or lacks permission. */
export class AuthenticationError extends VitrineError {
  override readonly name: string = "AuthenticationError";
}

export class NotFoundError extends VitrineError {
  override readonly name: string = "NotFoundError";
}

/** The cursor has expired or belongs to another client. `listing` handles this error and restarts. */
export class ExpiredCursorError extends NotFoundError {
  override readonly name: string = "ExpiredCursorError";
}

/** Too many requests with this key or from this IP address. */
export class RateLimitedError extends VitrineError {
  override readonly name: string = "RateLimitedError";
  override readonly isTemporary: boolean = true;
}

/** The service or its engine is unreachable or overloaded. */
export class UnavailableError extends VitrineError {
  override readonly name: string = "UnavailableError";
  override readonly isTemporary: boolean = true;
}

/** Internal error of the service; its log has the details under `requestId`. */
export class InternalError extends VitrineError {
  override readonly name: string = "InternalError";
}

/** No response arrived. */
export class NetworkError extends VitrineError {
  override readonly name: string = "NetworkError";
  override readonly isTemporary: boolean = true;
  constructor(cause: unknown) {
    super("the service could not be reached", { code: "network", ...NO_RESPONSE }, { cause });
  }
}

/** No response arrived within the timeout. */
export class TimeoutError extends VitrineError {
  override readonly name: string = "TimeoutError";
  override readonly isTemporary: boolean = true;
  constructor(timeoutMs: number) {
    super(`the service did not respond within ${timeoutMs} ms`, { code: "timeout", ...NO_RESPONSE });
  }
}

const BUSY = [408, 502, 503, 504];

/** Maps a status and error code to an error class. Details may be missing, because proxies send bodies of their own. */
export function errorOf(status: number, details: Omit<ErrorDetails, "status">, message: string): VitrineError {
  const reported = { ...details, status };
  if (details.code === "unknown_page") return new ExpiredCursorError(message, reported);
  if (status === 401 || status === 403) return new AuthenticationError(message, reported);
  if (status === 404) return new NotFoundError(message, reported);
  if (status === 429) return new RateLimitedError(message, reported);
  if (BUSY.includes(status)) return new UnavailableError(message, reported);
  return status >= 500 ? new InternalError(message, reported) : new ValidationError(message, reported);
}
