import type { Request, RequestHandler, Response } from "express";
import { rateLimit } from "express-rate-limit";
import { ServiceError } from "../errors.js";
import type { ClientAddresses } from "./client-address.js";
import { callerOf } from "./locals.js";

/**
 * At most `perSecond` requests a second with one key in this process; mount it behind the key check. 0 is no limit.
 * Answers say in `RateLimit` and `RateLimit-Policy` what is left. Errors: rate_limited, with `Retry-After`.
 */
export const limitRate = (perSecond: number): RequestHandler =>
  limit(perSecond, { by: "key", whose: (_req, res) => callerOf(res).key_id });

/** The same for each address, whatever its key; requests of a proxy that names no client are not counted. */
export const limitAddressRate = (perSecond: number, addresses: ClientAddresses): RequestHandler =>
  limit(perSecond, { by: "address", whose: (req) => addresses.ofRequest(req) });

interface Counted {
  /** Names the limit in headers and messages. */
  readonly by: "key" | "address";
  readonly whose: (req: Request, res: Response) => string | undefined;
}

function limit(perSecond: number, { by, whose }: Counted): RequestHandler {
  if (perSecond === 0) return (_req, _res, next) => next();
  return rateLimit({
    windowMs: 1_000,
    limit: perSecond,
    identifier: by,
    standardHeaders: "draft-8",
    legacyHeaders: false,
    skip: (req, res) => whose(req, res) === undefined,
    keyGenerator: (req, res) => whose(req, res) ?? "",
    handler: (_req, _res, next) => {
      next(new ServiceError("rate_limited", `at most ${perSecond} requests a second are answered for one ${by}`));
    },
  });
}
