import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Definition of a load: its requests, rate and duration. */
export interface Load {
  readonly host: string;
  readonly port: number;
  /** Complete HTTP requests as text, sent in turn. */
  readonly requests: readonly string[];
  readonly connections: number;
  /**
   * Number of requests per second, independent of responses (open loop). If undefined, each connection sends the next
   * request after a response (closed loop).
   */
  readonly perSecond?: number;
  readonly seconds: number;
}

/** Results of a load. Times are milliseconds since a request was due. */
export interface LoadOutcome {
  /** Response times of requests with status 200. */
  readonly served: readonly number[];
  /** Response times of requests with status 503. */
  readonly refused: readonly number[];
  /** Number of responses with status 200 that were ranked without the shopper's taste. */
  readonly withoutTaste: number;
  readonly sent: number;
  /** Number of requests that were due while no connection was free. */
  readonly unsent: number;
  readonly unanswered: number;
  /** Number of requests that were neither served nor rejected, keyed by result: a status, "closed" or "unanswered". */
  readonly others: Readonly<Record<string, number>>;
  readonly servedPerSecond: number;
  /** CPU usage of the load generator, as a share of one core. */
  readonly cpuShare: number;
}

/**
 * Sends a load from a separate process.
 * @throws Error if the process fails
 */
export async function offerLoad(load: Load): Promise<LoadOutcome> {
  const child = fork(fileURLToPath(new URL("load.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  child.send(load);
  const [outcome] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`the load generator process exited with ${code}`);
    }),
  ])) as [LoadOutcome];
  return outcome;
}

/** Formats an HTTP POST request with a JSON body. */
export function postText(url: URL, headers: Readonly<Record<string, string>>, body: object): string {
  const text = JSON.stringify(body);
  const all = {
    Host: url.host,
    "Content-Length": String(Buffer.byteLength(text)),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${url.pathname}${url.search} HTTP/1.1`, ...head, "", text].join("\r\n");
}
