import { Agent, request } from "node:http";
import type { ObservedAnswer } from "../../test/support/openapi.js";

export interface Outgoing {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

const PATIENCE_MS = 30_000;

/** Sends what `fetch` would refuse to send, over connections that are kept. */
export function createSender(base: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    /** @throws Error when the connection broke or nothing came in time */
    send({ method, path, headers, body }: Outgoing): Promise<ObservedAnswer> {
      const { hostname, port } = new URL(base);
      return new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { "Content-Length": String(body.length) };
        const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } };
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
