import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The engine's reaction to a request: as always, nothing for now, or a given response. */
export type Conduct = "pass" | "hold" | { readonly status: number; readonly body: object };

/** Stands in front of an engine and has it be frozen, busy or blocked for one service alone. */
export interface EngineProxy {
  readonly url: string;
  /** From now on; what was held goes on once it is to pass. */
  behave(conduct: (path: string) => Conduct): void;
  /** Requests that are held now; those whose sender has gone are not among them. */
  readonly held: number;
  /** Most that were held at once. */
  readonly mostHeld: number;
  /** Addresses asked for so far, with their parameters. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export async function startEngineProxy(engineUrl: string): Promise<EngineProxy> {
  let conduct: (path: string) => Conduct = () => "pass";
  let mostHeld = 0;
  const held = new Set<() => void>();
  const asked: string[] = [];

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const passed = request(
      new URL(req.url ?? "/", engineUrl),
      { method: req.method, headers: req.headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      },
    );
    passed.once("error", () => res.destroy());
    res.once("close", () => passed.destroy());
    req.pipe(passed);
  }

  const server = createServer({ keepAliveTimeout: 600_000 }, (req, res) => {
    const { url = "/" } = req;
    asked.push(url);
    const what = conduct(url.split("?", 1)[0] ?? "");
    if (what === "pass") pass(req, res);
    else if (what === "hold") {
      const go = () => {
        held.delete(go);
        pass(req, res);
      };
      held.add(go);
      mostHeld = Math.max(mostHeld, held.size);
      res.once("close", () => held.delete(go));
    } else {
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
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
