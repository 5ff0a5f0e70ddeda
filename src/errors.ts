/**
 * The one table of error codes a client can see: code → HTTP status. Everything a route throws on purpose is a
 * ServiceError; anything else becomes `internal_error` (or `unavailable`, for an UnavailableError) in `http/error-handler.ts`.
 */
export const ERROR_STATUS = {
  validation_error: 400,
  payload_empty: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  unknown_page: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The code as clients read it: an engine that is away is an `internal_error` too, told apart by its status 503. */
export type SentErrorCode = Exclude<ErrorCode, "unavailable">;

export const sentCode = (code: ErrorCode): SentErrorCode => (code === "unavailable" ? "internal_error" : code);

export type ErrorContext = Readonly<Record<string, unknown>>;

/** An error meant for the caller: `message` and `context` are sent as they are, so they hold no engine text and no secret. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  /** No getter: Express assigns the status of an error that it passes on. */
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly context: ErrorContext | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = ERROR_STATUS[code];
  }
}

/** What the service itself needs does not answer, or not now; the same may succeed later. */
export abstract class UnavailableError extends Error {
  /** As logs name it. */
  abstract readonly what: string;
}

/** A `validation_error` that names the offending field (a dotted path into the request). */
export function validationError(field: string, message: string): ServiceError {
  return new ServiceError("validation_error", message, { field });
}
