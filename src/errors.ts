/**
 * The HTTP status of each error code that clients can receive. Routes throw errors as ServiceError. Any other error becomes
 * `internal_error` (or `unavailable`, for an UnavailableError) in `http/error-handler.ts`.
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

/** Error code as sent to clients. `unavailable` is sent as `internal_error`, but with the HTTP status 503. */
export type SentErrorCode = Exclude<ErrorCode, "unavailable">;

export const sentCode = (code: ErrorCode): SentErrorCode => (code === "unavailable" ? "internal_error" : code);

export type ErrorContext = Readonly<Record<string, unknown>>;

/**
 * An error that is reported to the caller of the API. `message` and `context` are sent unchanged, so they must not contain messages of the
 * engine or secrets.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  /** HTTP status of the error. This is a field rather than a getter, because Express assigns `status` to errors. */
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

/** Error for an unavailable dependency of the service. A later retry may succeed. */
export abstract class UnavailableError extends Error {
  /** Name of the dependency in logs. */
  abstract readonly what: string;
}

/** Creates a `validation_error` with the invalid field in its context (a dotted path into the request). */
export function validationError(field: string, message: string): ServiceError {
  return new ServiceError("validation_error", message, { field });
}
