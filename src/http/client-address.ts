import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";
import proxyAddr from "proxy-addr";

/** Who a connection or request belongs to, for counting and for nothing else. */
export interface ClientAddresses {
  /** Of a connection that has not said anything yet; undefined where it is a proxy's and may be anybody's. */
  ofSocket(socket: Socket): string | undefined;
  /** Of a request: the nearest address in `X-Forwarded-For` that is not a trusted proxy's. */
  ofRequest(request: IncomingMessage): string | undefined;
  /** Whether a trusted proxy is at the other end. */
  isProxy(socket: Socket): boolean;
}

/** One customer of a provider has at least that many bits of IPv6 addresses for himself, and is one client. */
const IPV6_PREFIX_BITS = 64;

/** Addresses and networks (`10.0.0.0/8`), or `loopback`, `linklocal`, `uniquelocal`, with commas between them. */
const parts = (list: string): string[] =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** @returns what is wrong with a list of proxies; undefined when it can be used */
export function proxyListMistake(list: string): string | undefined {
  try {
    proxyAddr.compile(parts(list));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** @param trustedProxies a list as `proxyListMistake` accepts; without any, the address at the other end counts */
export function clientAddresses(trustedProxies = ""): ClientAddresses {
  const isTrusted = proxyAddr.compile(parts(trustedProxies));
  const named = (address: string | undefined) =>
    address === undefined || address === "" ? undefined : ipKeyGenerator(address, IPV6_PREFIX_BITS);
  const isProxy = ({ remoteAddress }: Socket) => remoteAddress !== undefined && isTrusted(remoteAddress, 0);
  return {
    isProxy,
    ofSocket: (socket) => (isProxy(socket) ? undefined : named(socket.remoteAddress)),
    ofRequest(request) {
      if (!isProxy(request.socket)) return named(request.socket.remoteAddress);
      const address = proxyAddr(request, isTrusted);
      // All are proxies: it asks for itself, or does not say for whom.
      return isTrusted(address, 0) ? undefined : named(address);
    },
  };
}
