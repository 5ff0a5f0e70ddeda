import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { errorEnvelope } from "./envelope.js";
import { REQUEST_ID_HEADER } from "./request-id.js";

export interface RunningServer {
  /** With the port that was really taken, also when 0 was asked for. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets requests in flight finish for at most `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

/** An upload of the largest catalogue over a slow line; headers have a much shorter limit of their own (60 s). */
const REQUEST_TIMEOUT_MS = 3_600_000;

/** Longer than the idle time of common load balancers, so that they close connections and never meet a closed one. */
const KEEP_ALIVE_MS = 75_000;

/** How often connections that have become idle are looked for while stopping. */
const IDLE_CHECK_MS = 20;

/** @throws the system's error (EADDRINUSE, EACCES …) when the port cannot be had. */
export async function startServer(
  listener: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const server = createServer(
    // A request without Host is answered by the application, like any other.
    { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    listener,
  );
  server.on("clientError", answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return { url: urlOf(host, address.port), port: address.port, close: (graceMs) => close(server, graceMs) };
}

/** An address that works from the same machine: one that listens everywhere is reached by loopback. */
function urlOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

async function close(server: Server, graceMs: number): Promise<void> {
  // Connections kept alive become idle one by one as their requests finish.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await new Promise<void>((resolve, reject) => {
      server.close((error) => (error === undefined ? resolve() : reject(error)));
    });
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}

/** How long the rest of a refused request is read and thrown away, so that its sender gets to see the answer. */
const DISCARD_MS = 2_000;

/** Requests that are no HTTP, or whose head is too large, never reach the application; they are answered in the same words. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded || socket.destroyed) return;
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, message } = describeClientError(error.code);
  const body = JSON.stringify(errorEnvelope({ code: "validation_error", message, context: null }, ""));
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${randomUUID()}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  socket.removeAllListeners("data").resume();
  setTimeout(() => socket.destroy(), DISCARD_MS).unref();
}

function describeClientError(code: string | undefined): { readonly status: string; readonly message: string } {
  if (code === "HPE_HEADER_OVERFLOW") {
    return {
      status: "431 Request Header Fields Too Large",
      message: "the address and headers of the request are too long; put filters and queries into the body",
    };
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return { status: "408 Request Timeout", message: "the request did not arrive in time" };
  }
  return { status: "400 Bad Request", message: "this is not a valid HTTP request" };
}
