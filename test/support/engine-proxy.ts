import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Ways to damage a response: an empty body, half of the body with a matching length, a connection that is closed within
 * the body, and a connection that is closed before the response.
 */
export const DAMAGES = ["empty", "cut", "broken", "lost"] as const;
export type Damage = (typeof DAMAGES)[number];

/**
 * How the proxy handles a request: forwards the request, holds the request, responds without the engine, forwards the
 * request and damages the response, or delays the request.
 */
export type Conduct =
  "pass" | "hold" | Damage | { readonly status: number; readonly body: object } | { readonly delayMs: number };

/** Proxy in front of an engine that simulates a frozen, busy or blocked engine for one service. */
export interface EngineProxy {
  readonly url: string;
  /** Sets how the proxy handles each request, and forwards all held requests. */
  behave(conduct: (path: string, method: string) => Conduct): void;
  /** Number of requests that are currently held. Requests of disconnected clients do not count. */
  readonly held: number;
  /** Highest number of requests that have been held at the same time. */
  readonly mostHeld: number;
  /** Paths requested so far, including query parameters. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

export async function startEngineProxy(engineUrl: string): Promise<EngineProxy> {
  let conduct: (path: string, method: string) => Conduct = () => "pass";
  let mostHeld = 0;
  const held = new Set<() => void>();
  const requested: string[] = [];

  function pass(req: IncomingMessage, res: ServerResponse, damage?: Damage): void {
    // The client has closed the connection.
    if (res.closed) return;
    const passed = request(
      new URL(req.url ?? "/", engineUrl),
      { method: req.method, headers: req.headers },
      (response) => {
        if (damage !== undefined) {
          void damaged(response, res, damage).catch(() => res.destroy());
          return;
        }
        res.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(res);
      },
    );
    passed.once("error", () => res.destroy());
    res.once("close", () => passed.destroy());
    req.pipe(passed);
  }

  /** Sends a damaged response after the engine has executed the request. */
  async function damaged(response: IncomingMessage, res: ServerResponse, damage: Damage): Promise<void> {
    const body = Buffer.concat((await response.toArray()) as Buffer[]);
    const half = body.subarray(0, Math.floor(body.length / 2));
    if (damage === "lost" || (damage === "broken" && half.length === 0)) {
      res.destroy();
      return;
    }
    const headers = { ...response.headers };
    delete headers["transfer-encoding"];
    const sent = damage === "empty" ? Buffer.alloc(0) : half;
    const announced = damage === "broken" ? body : sent;
    res.writeHead(response.statusCode ?? 500, { ...headers, "content-length": announced.length });
    if (damage === "broken") res.write(sent, () => res.destroy());
    else res.end(sent);
  }

  const server = createServer({ keepAliveTimeout: 600_000 }, (req, res) => {
    const { url = "/" } = req;
    requested.push(url);
    const what = conduct(url.split("?", 1)[0] ?? "", req.method ?? "");
    if (what === "pass") pass(req, res);
    else if (what === "hold") {
      const go = () => {
        held.delete(go);
        pass(req, res);
      };
      held.add(go);
      mostHeld = Math.max(mostHeld, held.size);
      res.once("close", () => held.delete(go));
    } else if (typeof what === "string") pass(req, res, what);
    else if ("delayMs" in what) setTimeout(() => pass(req, res), what.delayMs);
    else {
      req.resume();
      res.writeHead(what.status, { "Content-Type": "application/json" }).end(JSON.stringify(what.body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next) {
      conduct = next;
      for (const go of held) go();
    },
    get held() {
      return held.size;
    },
    get mostHeld() {
      return mostHeld;
    },
    requested,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
