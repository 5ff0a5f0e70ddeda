import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import proxyAddr from "proxy-addr";
import type { Request, RequestHandler, Response } from "express";
import { trustedProxies } from "../config.js";
import { ServiceError } from "../errors.js";
import { callerOf } from "./locals.js";

/** Who a request belongs to, for counting and for nothing else. */
export interface ClientAddresses {
  /** Of a request: the nearest address in `X-Forwarded-For` that is not a trusted proxy's. */
  ofRequest(request: IncomingMessage): string | undefined;
  /** Whether a trusted proxy is at the other end. */
  isProxy(socket: Socket): boolean;
}

/** One customer of a provider has at least that many bits of IPv6 addresses for himself, and is one client. */
const IPV6_PREFIX_BITS = 64;

/** @param proxies a list as `trustedProxies` reads it; without any, the address at the other end counts */
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
      // All are proxies: it asks for itself, or does not say for whom.
      return isTrusted(address, 0) ? undefined : named(address);
    },
  };
}

/**
 * At most `perSecond` requests a second with one key in this process; mount it behind the key check. 0 is no limit.
 * Answers say in `RateLimit` and `RateLimit-Policy` what is left. Errors: rate_limited, with `Retry-After`.
 */
export const limitRate = (perSecond: number): RequestHandler =>
  limit(perSecond, "key", (_req, res) => callerOf(res).key_id);

/** The same for each address, whatever its key; requests of a proxy that names no client are not counted. */
export const limitAddressRate = (perSecond: number, addresses: ClientAddresses): RequestHandler =>
  limit(perSecond, "address", (req) => addresses.ofRequest(req));

/** Requests that fail are counted for so long. */
const FAILURES_MS = 15 * 60_000;
/** So many may fail: of one account from one address, of one account, and from one address. */
const FAILURES = { both: 10, account: 100, address: 100 };

/**
 * Bounds guessing of passwords in this process; mount it behind the body parser. Who succeeds is not counted. Errors: rate_limited,
 * with `Retry-After`.
 * @param account whom a request claims to be; one that does not say is counted by its address
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
      // Of what came only a hash is kept, as it may be long.
      keyGenerator: (req) => createHash("sha256").update(whose(req)).digest("base64url"),
      handler: (_req, res, next) => {
        res.set("Retry-After", String(FAILURES_MS / 1_000));
        next(new ServiceError("rate_limited", "too many attempts failed; try again in a quarter of an hour"));
      },
    });
  return [
    counted(FAILURES.both, (req) => `${addressOf(req)} ${account(req)}`),
    counted(FAILURES.account, account),
    counted(FAILURES.address, addressOf),
  ];
}

/** @param by names the limit in headers and messages */
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
      next(new ServiceError("rate_limited", `at most ${perSecond} requests a second are answered for one ${by}`));
    },
  });
}
