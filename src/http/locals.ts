import type { Response } from "express";
import type { ServiceError } from "../errors.js";
import type { Storefront } from "../storefront/client.js";

/** The values that the middleware of this folder stores in `res.locals` for the handlers behind it. */
interface Locals {
  requestId?: string;
  basePath?: string;
  caller?: Caller;
  /** The page may read the errors of its request, whatever its origin. */
  errorsAreReadable?: true;
  /** Ends an answer that has begun, for an error that came later. */
  respondLate?: (error: ServiceError) => void;
}

/** Who is calling: set by `requirePublicKey` and `requirePrivateKey`. */
export interface Caller {
  readonly storefront: Storefront;
  /** Names the key without telling it: its shown prefix and the client. */
  readonly key_id: string;
}

export const locals = (res: Response): Locals => res.locals as Locals;

/** The id that this request has in answers and logs. */
export const requestIdOf = (res: Response): string => locals(res).requestId ?? "none";

/** The caller of an authenticated route. @throws Error on a route without a key check, which is a mistake in the program. */
export function callerOf(res: Response): Caller {
  const { caller } = locals(res);
  if (caller === undefined) throw new Error("route has no key check in front of it");
  return caller;
}

/** The storefront whose key the request carries. @throws as `callerOf`. */
export const storefrontOf = (res: Response): Storefront => callerOf(res).storefront;
