import { createHash } from "node:crypto";
import type { RequestHandler } from "express";
import { type ErrorContext, sentCode, type SentErrorCode, type ServiceError } from "../errors.js";

/** The response of `/v1`, and of every error. Successful recommendations are bare objects without it. */
interface Envelope<T> {
  readonly errors: null;
  readonly meta: object | null;
  readonly data: T;
}

interface ErrorObject {
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

/** The validator of a text: clients that have it ask whether it is still the same and are answered 304. Weak, as it may be sent compressed. */
export const etagOf = (text: string): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

/** The path of an address as it stands in a request; its query may hold what does not belong in a log. */
export const pathOf = (address = ""): string => address.split("?", 1)[0] ?? "";

/**
 * On every answer: what browsers must not do with it. No answer of the interface is a page, so none may load, run or be
 * framed as one; pages of the service set a policy of their own. What depends on TLS is for those who terminate it.
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
