import { sentCode, type ErrorContext, type SentErrorCode, type ServiceError } from "../errors.js";

/** The response of `/v1`, and of every error. Successful recommendations are bare objects without it. */
export interface Envelope<T> {
  readonly errors: null;
  readonly meta: object | null;
  readonly data: T;
}

export interface ErrorObject {
  readonly code: SentErrorCode;
  readonly message: string;
  readonly context: ErrorContext | null;
  /** Always null where it is present: recommendation errors have it, all others do not. */
  readonly extra?: null;
}

export interface ErrorEnvelope {
  readonly errors: readonly ErrorObject[];
  readonly meta: null;
  readonly data: null;
}

export const success = <T>(data: T): Envelope<T> => ({ errors: null, meta: null, data });

/** The body of an error answer; `path` is the path of the request, which decides whether `extra` is there. */
export function errorEnvelope(error: Pick<ServiceError, "code" | "message" | "context">, path: string): ErrorEnvelope {
  const { code, message, context } = error;
  const object: ErrorObject = { code: sentCode(code), message, context };
  return { errors: [isRecommendation(path) ? { ...object, extra: null } : object], meta: null, data: null };
}

const isRecommendation = (path: string) => path === "/v2" || path.startsWith("/v2/") || path.startsWith("/v2?");
