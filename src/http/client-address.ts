import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import proxyAddr from "proxy-addr";
import type { Request, RequestHandler, Response } from "express";
import { trustedProxies } from "../config.js";
import { ServiceError } from "../errors.js";
import { callerOf } from "./locals.js";

/** Determines the client IP addresses of requests. The addresses are only used to count requests. */
export interface ClientAddresses {
  /** Returns the first address that is not a trusted proxy: first the peer, then `X-Forwarded-For` from right to left. */
  ofRequest(request: IncomingMessage): string | undefined;
  /** Returns whether the peer of a connection is a trusted proxy. */
  isProxy(socket: Socket): boolean;
}

/**
 * Number of leading bits of an IPv6 address that identify a client. Internet providers assign each customer at least
 * one prefix of this length.
 */
const IPV6_PREFIX_BITS = 64;

/** @param proxies a list in the format of `trustedProxies`; without proxies, the peer address is the client address */
export function clientAddresses(proxies = ""): ClientAddresses {
  const isTrusted = trustedProxies(proxies);
  const named = (address: string | undefined) =>
    address === undefined || address === "" ? undefined : ipKeyGenerator(address, IPV6_PREFIX_BITS);
  const isProxy = ({ remoteAddress }: Socket) => remoteAddress !== undefined && isTrusted(remoteAddress, 0);
  return {
    isProxy,
    ofRequest(request) {
      if (!isProxy(request.socket)) return named(request.socket.remoteAddress);
      const address = proxyAddr(request, isTrusted);
      // All addresses of the request belong to trusted proxies, so the client is unknown.
      return isTrusted(address, 0) ? undefined : named(address);
    },
  };
}

/**
 * Limits the requests per API key in this process to `perSecond` requests per second; 0 means no limit. Mount this middleware after the key
 * check. Responses contain `RateLimit` and `RateLimit-Policy`. Errors: rate_limited, with `Retry-After`.
 */
export const limitRate = (perSecond: number): RequestHandler =>
  limit(perSecond, "key", (_req, res) => callerOf(res).key_id);

/** Limits the requests per client IP. Requests from a trusted proxy without a client address are not counted. */
export const limitAddressRate = (perSecond: number, addresses: ClientAddresses): RequestHandler =>
  limit(perSecond, "address", (req) => addresses.ofRequest(req));

/** Period in milliseconds over which failed requests are counted. */
const FAILURES_MS = 15 * 60_000;
/** Maximum numbers of failed requests per period: per combination of account and client address, per account, and per client address. */
const FAILURES = { both: 10, account: 100, address: 100 };

/**
 * Limits password guessing in this process. Mount this middleware after the body parser. Only failed requests count. Errors: rate_limited,
 * with `Retry-After`.
 * @param account returns the account name in the request, or ""
 */
export function limitFailures(addresses: ClientAddresses, account: (req: Request) => string): RequestHandler[] {
  const addressOf = (req: Request) => addresses.ofRequest(req) ?? "";
  const counted = (most: number, whose: (req: Request) => string) =>
    rateLimit({
      windowMs: FAILURES_MS,
      limit: most,
      standardHeaders: false,
      legacyHeaders: false,
      skipSuccessfulRequests: true,
      // The key of the counter is hashed, because the account name may be long.
      keyGenerator: (req) => createHash("sha256").update(whose(req)).digest("base64url"),
      handler: (_req, res, next) => {
        res.set("Retry-After", String(FAILURES_MS / 1_000));
        next(new ServiceError("rate_limited", "too many failed attempts; try again in 15 minutes"));
      },
    });
  return [
    counted(FAILURES.both, (req) => `${addressOf(req)} ${account(req)}`),
    counted(FAILURES.account, account),
    counted(FAILURES.address, addressOf),
  ];
}

/** @param by whether requests are limited per API key or per client address; used in headers and error messages */
function limit(
  perSecond: number,
  by: "key" | "address",
  whose: (req: Request, res: Response) => string | undefined,
): RequestHandler {
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
      next(new ServiceError("rate_limited", `at most ${perSecond} requests per second are allowed per ${by}`));
    },
  });
}
