import type { Response } from "express";
import type { ServiceError } from "../errors.js";
import type { Storefront } from "../storefront/client.js";

/** Values that the HTTP middleware stores in `res.locals` for later handlers. */
interface Locals {
  requestId?: string;
  basePath?: string;
  caller?: Caller;
  /** Whether pages of any origin may read the error response. */
  errorsAreReadable?: true;
  /** Ends a response if an error occurs after a part of the response has been sent. */
  respondLate?: (error: ServiceError) => void;
}

/** The caller of a request, set by `requirePublicKey` and `requirePrivateKey`. */
export interface Caller {
  readonly storefront: Storefront;
  /** Identifies the API key in logs, without revealing the key. */
  readonly key_id: string;
}

export const locals = (res: Response): Locals => res.locals as Locals;

/** Returns the request id, which is included in responses and logs. */
export const requestIdOf = (res: Response): string => locals(res).requestId ?? "none";

/**
 * Returns the caller of an authenticated request.
 * @throws Error on a route without a key check, which is a programming error
 */
export function callerOf(res: Response): Caller {
  const { caller } = locals(res);
  if (caller === undefined) throw new Error("the route has no authentication middleware");
  return caller;
}

/**
 * Returns the storefront to which the request's API key belongs.
 * @throws Error if the request has no authenticated caller
 */
export const storefrontOf = (res: Response): Storefront => callerOf(res).storefront;
