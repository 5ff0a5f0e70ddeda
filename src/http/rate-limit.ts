import type { RequestHandler } from "express";
import { rateLimit } from "express-rate-limit";
import { ServiceError } from "../errors.js";
import { callerOf } from "./locals.js";

/**
 * At most `perSecond` requests a second with one key in this process; mount it behind the key check. 0 is no limit.
 * Errors: rate_limited, with `Retry-After`.
 */
export function limitRate(perSecond: number): RequestHandler {
  if (perSecond === 0) return (_req, _res, next) => next();
  return rateLimit({
    windowMs: 1_000,
    limit: perSecond,
    standardHeaders: false,
    legacyHeaders: false,
    keyGenerator: (_req, res) => callerOf(res).key_id,
    handler: (_req, res, next) => {
      res.setHeader("Retry-After", "1");
      next(new ServiceError("rate_limited", `at most ${perSecond} requests a second are answered for one key`));
    },
  });
}
