import type { RequestHandler } from "express";

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
