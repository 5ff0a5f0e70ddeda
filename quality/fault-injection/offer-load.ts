import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The requests to send, their rate and their duration. */
export interface Load {
  readonly host: string;
  readonly port: number;
  /** Whole HTTP requests as text; they take turns. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** Sent at fixed times whether or not others have been answered; without it each connection asks again when it is answered. */
  readonly perSecond?: number;
  readonly seconds: number;
}

/** The results of a load. Times are milliseconds from when a request was due. */
export interface LoadOutcome {
  /** Answered 200. */
  readonly served: readonly number[];
  /** Answered 503. */
  readonly refused: readonly number[];
  /** Of the served: ranked without the shopper's taste. */
  readonly withoutTaste: number;
  readonly sent: number;
  /** Due while no connection was free. */
  readonly unsent: number;
  readonly unanswered: number;
  /** Other ends by what they were: a status, "closed", "unanswered". */
  readonly others: Readonly<Record<string, number>>;
  readonly servedPerSecond: number;
  /** Of one core, that the sender itself used. */
  readonly cpuShare: number;
}

/** Has a process of its own send the load. @throws Error when it fails */
export async function offerLoad(load: Load): Promise<LoadOutcome> {
  const child = fork(fileURLToPath(new URL("load.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  child.send(load);
  const [outcome] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`the process that sends requests ended with ${code}`);
    }),
  ])) as [LoadOutcome];
  return outcome;
}

/** A POST of JSON as it goes over the wire. */
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
