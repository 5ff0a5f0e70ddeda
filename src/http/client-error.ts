import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "../errors.js";
import { errorEnvelope } from "./envelope.js";
import { REQUEST_ID_HEADER } from "./request-id.js";
import { SECURITY_HEADERS } from "./security-headers.js";

/** How long the rest of a refused request is read and thrown away, so that its sender gets to see the answer. */
export const DISCARD_MS = 2_000;

/** Requests that are no HTTP, too large in their head or too late never reach the application; they are answered in the same words. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded || socket.destroyed) return;
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, code, message } = describe(error.code);
  const body = JSON.stringify(errorEnvelope({ code, message, context: null }, ""));
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${randomUUID()}`,
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  socket.removeAllListeners("data").resume();
  setTimeout(() => socket.destroy(), DISCARD_MS).unref();
}

/** The code that Node gives a head that is not complete in time. */
export const LATE = "ERR_HTTP_REQUEST_TIMEOUT";

interface Description {
  readonly status: string;
  readonly code: ErrorCode;
  readonly message: string;
}

function describe(code: string | undefined): Description {
  if (code === "HPE_HEADER_OVERFLOW") {
    return {
      status: "431 Request Header Fields Too Large",
      code: "validation_error",
      message: "the address and headers of the request are too long; put filters and queries into the body",
    };
  }
  if (code === LATE) {
    return { status: "408 Request Timeout", code: "request_timeout", message: "the request did not arrive in time" };
  }
  return { status: "400 Bad Request", code: "validation_error", message: "this is not a valid HTTP request" };
}
