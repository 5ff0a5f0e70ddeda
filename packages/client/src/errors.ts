import type { RecommendationError } from "./schema.js";

/** What the service said about the request it did not answer. */
export interface ErrorDetails {
  /** As in the service's error table; `network` and `timeout` where there was no answer. */
  readonly code: RecommendationError["code"] | "network" | "timeout";
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  readonly context: RecommendationError["context"];
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | null;
}

const NO_RESPONSE = { status: null, requestId: null, context: null, retryAfterMs: null };

/** Whatever a call can fail with, other than being aborted. */
export class VitrineError extends Error implements ErrorDetails {
  override readonly name: string = "VitrineError";
  /** Whether the same request may succeed later. */
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

/** The request makes no sense to the service; `field` says which part of it. */
export class ValidationError extends VitrineError {
  override readonly name: string = "ValidationError";
  get field(): string | null {
    return this.context?.field ?? null;
  }
}

/** The key is missing, wrong, revoked, or not one for this. */
export class AuthenticationError extends VitrineError {
  override readonly name: string = "AuthenticationError";
}

export class NotFoundError extends VitrineError {
  override readonly name: string = "NotFoundError";
}

/** A cursor whose time is over, or that this client was never given. `listing` starts again by itself. */
export class ExpiredCursorError extends NotFoundError {
  override readonly name: string = "ExpiredCursorError";
}

/** Too many requests with this key or from this address. */
export class RateLimitedError extends VitrineError {
  override readonly name: string = "RateLimitedError";
  override readonly isTemporary: boolean = true;
}

/** The service, or the engine behind it, is away or has too much to do. */
export class UnavailableError extends VitrineError {
  override readonly name: string = "UnavailableError";
  override readonly isTemporary: boolean = true;
}

/** The service failed at this request; its log has more under `requestId`. */
export class InternalError extends VitrineError {
  override readonly name: string = "InternalError";
}

/** There was no answer at all. */
export class NetworkError extends VitrineError {
  override readonly name: string = "NetworkError";
  override readonly isTemporary: boolean = true;
  constructor(cause: unknown) {
    super("the service could not be reached", { code: "network", ...NO_RESPONSE }, { cause });
  }
}

/** There was no answer in time. */
export class TimeoutError extends VitrineError {
  override readonly name: string = "TimeoutError";
  override readonly isTemporary: boolean = true;
  constructor(timeoutMs: number) {
    super(`the service did not answer within ${timeoutMs} ms`, { code: "timeout", ...NO_RESPONSE });
  }
}

const BUSY = [408, 502, 503, 504];

/** The error that an answer is. Proxies in between may have answered in their own words. */
export function errorOf(status: number, details: Omit<ErrorDetails, "status">, message: string): VitrineError {
  const reported = { ...details, status };
  if (details.code === "unknown_page") return new ExpiredCursorError(message, reported);
  if (status === 401 || status === 403) return new AuthenticationError(message, reported);
  if (status === 404) return new NotFoundError(message, reported);
  if (status === 429) return new RateLimitedError(message, reported);
  if (BUSY.includes(status)) return new UnavailableError(message, reported);
  return status >= 500 ? new InternalError(message, reported) : new ValidationError(message, reported);
}
