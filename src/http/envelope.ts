import { createHash } from "node:crypto";
import type { RequestHandler } from "express";
import { type ErrorContext, sentCode, type SentErrorCode, type ServiceError } from "../errors.js";

/** The envelope of `/v1` responses and of all errors. Successful responses with recommendations have no envelope. */
interface Envelope<T> {
  readonly errors: null;
  readonly meta: object | null;
  readonly data: T;
}

interface ErrorObject {
  readonly code: SentErrorCode;
  readonly message: string;
  readonly context: ErrorContext | null;
  /** Always null; only present in errors of recommendation endpoints. */
  readonly extra?: null;
}

export interface ErrorEnvelope {
  readonly errors: readonly ErrorObject[];
  readonly meta: null;
  readonly data: null;
}

export const success = <T>(data: T): Envelope<T> => ({ errors: null, meta: null, data });

/** Returns the body of an error response. For recommendation paths, the body contains `extra`. */
export function errorEnvelope(error: Pick<ServiceError, "code" | "message" | "context">, path: string): ErrorEnvelope {
  const { code, message, context } = error;
  const object: ErrorObject = { code: sentCode(code), message, context };
  return { errors: [isRecommendation(path) ? { ...object, extra: null } : object], meta: null, data: null };
}

const isRecommendation = (path: string) => path === "/v2" || path.startsWith("/v2/") || path.startsWith("/v2?");

/** Returns the ETag of a text. The ETag is weak, because the text may be sent compressed. */
export const etagOf = (text: string): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

/** Returns the path of a request target without the query, which may contain data that must not be logged. */
export const pathOf = (address = ""): string => address.split("?", 1)[0] ?? "";

/**
 * Security headers of every response. API responses are not web pages, so browsers must not render or execute them or display them in
 * frames. Pages of this service set their own policy. HSTS is left to the server that terminates TLS.
 */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
} as const;

const HEADERS = Object.entries(SECURITY_HEADERS);

export const securityHeaders = (): RequestHandler => (_req, res, next) => {
  for (const [name, value] of HEADERS) res.setHeader(name, value);
  next();
};
