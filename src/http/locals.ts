import type { Response } from "express";
import type { ServiceError } from "../errors.js";
import type { Storefront } from "../storefront/client.js";

/** The values that the middleware of this folder stores in `res.locals` for later handlers. */
interface Locals {
  requestId?: string;
  basePath?: string;
  caller?: Caller;
  /** Whether pages of any origin may read the error response. */
  errorsAreReadable?: true;
  /** Ends a response that has begun, for an error that occurred later. */
  respondLate?: (error: ServiceError) => void;
}

/** The caller of a request, set by `requirePublicKey` and `requirePrivateKey`. */
export interface Caller {
  readonly storefront: Storefront;
  /** Identifies the API key in logs, without revealing the key. */
  readonly key_id: string;
}

export const locals = (res: Response): Locals => res.locals as Locals;

/** Returns the id of the request in responses and logs. */
export const requestIdOf = (res: Response): string => locals(res).requestId ?? "none";

/**
 * Returns the caller of an authenticated route.
 * @throws Error on a route without a key check, which is a programming error
 */
export function callerOf(res: Response): Caller {
  const { caller } = locals(res);
  if (caller === undefined) throw new Error("the route has no authentication middleware");
  return caller;
}

/**
 * Returns the storefront of the request's key.
 * @throws Error if the request has no authenticated caller
 */
export const storefrontOf = (res: Response): Storefront => callerOf(res).storefront;
