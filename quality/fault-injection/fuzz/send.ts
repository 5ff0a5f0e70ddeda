import { Agent, request } from "node:http";
import type { ObservedResponse } from "../../../test/support/openapi.js";
import { BODILESS } from "./requests.js";

export interface Outgoing {
  readonly method: string;
  /** Path and query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface FuzzResponse extends ObservedResponse {
  /** Number of bytes of the request that Node's server counts towards `maxHeaderSize`. */
  readonly headBytes: number;
}

const PATIENCE_MS = 30_000;

/** Creates a keep-alive HTTP client for requests that `fetch` would reject. */
export function createSender(base: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    /** Sends a request and returns the response. @throws Error if the connection breaks or times out */
    send({ method, path, headers, body }: Outgoing): Promise<FuzzResponse> {
      const { host, hostname, port } = new URL(base);
      return new Promise((resolve, reject) => {
        // Set all headers that Node would add, so that the byte count is exact.
        const head: Record<string, string> = { Host: host, Connection: "keep-alive", ...headers };
        if (!BODILESS.has(method)) head["Content-Length"] = String(body?.length ?? 0);
        const options = { agent, hostname, port, method, path, headers: head };
        const sent = request({ ...options, signal: AbortSignal.timeout(PATIENCE_MS) }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("error", reject);
          response.once("end", () => {
            const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
              (values ?? []).map((value): [string, string] => [name, value]),
            );
            resolve({
              method,
              path: path.split("?", 1)[0] ?? "",
              headBytes: headBytes(path, head),
              status: response.statusCode ?? 0,
              headers: new Headers(pairs),
              text: Buffer.concat(chunks).toString("utf8"),
            });
          });
        });
        sent.once("error", reject);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/**
 * Returns the number of bytes of the path and of all header names and values, in Latin-1. Separators and whitespace
 * before values are not counted.
 */
const headBytes = (path: string, headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.replace(/^[ \t]+/, "").length,
    path.length,
  );
