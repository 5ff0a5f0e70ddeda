import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { atLeast, exactly, reported, type Check } from "./scenario.js";
import { startBalancer } from "./balancer.js";
import type { TestBed, ServiceAddress } from "./test-bed.js";
import { ingestThings, listingFor, newClient } from "../shared/storefront.js";

/** One process of the service. */
export interface RestartedService {
  readonly base_url: string;
  readonly operations_url: string;
  /** Stops the process with SIGTERM and resolves when it has ended. */
  stop(): Promise<unknown>;
}

export interface RollingRestartOptions {
  /** Starts another process and resolves when this process responds. */
  readonly start: () => Promise<RestartedService>;
  /** The request that clients repeat; any status below 400 is a success. */
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: object;
    readonly body?: string;
  };
  /** Number of clients, each alternating between a request and a short pause; 60 by default. */
  readonly clients?: number;
  /** Number of restarts of each process; 1 by default. */
  readonly rounds?: number;
}

/** Milliseconds of steady load before, between and after the restarts. */
const STEADY_MS = 1_000;
/**
 * Maximum pause of a simulated client between requests. Keeps the load low enough for one process while the other
 * process starts.
 */
const MAX_THINKING_MS = 250;

/**
 * Time between the shutdown signal and the shutdown. Long enough for the load balancer to notice, even on a busy
 * machine.
 */
const LAME_DUCK_SECONDS = "2";

/** Runs two processes of one installation, and restarts each process while the other process serves requests. */
export async function restartInTurns(ground: TestBed): Promise<Check[]> {
  const folder = (name: string) => join(ground.dataDir, name);
  const services = [
    await ground.service({ LAME_DUCK_SECONDS, DATA_DIR: folder("one") }),
    await ground.service({ LAME_DUCK_SECONDS, DATA_DIR: folder("other") }),
  ];
  const start = async (): Promise<RestartedService> => {
    const service = services.shift() as ServiceAddress;
    await service.start();
    ground.report(`a process is running at ${service.url}`);
    return {
      base_url: service.url,
      operations_url: service.operationsUrl,
      async stop() {
        await service.end("SIGTERM");
        services.push(service);
      },
    };
  };
  const first = await start();
  const client = await newClient(ground.engine, "shop");
  await ingestThings({ url: first.base_url }, client, 40);
  await first.stop();
  return rollingRestart({ start, request: listingFor(client), rounds: ROUNDS[ground.isShort ? "short" : "full"] });
}

const ROUNDS = { full: 3, short: 1 } as const;

/**
 * Restarts two processes behind a small load balancer, one after the other, under load from keep-alive clients. Clients
 * do not retry; all failures are counted.
 */
export async function rollingRestart(options: RollingRestartOptions): Promise<Check[]> {
  const { start, request: query, clients = 60, rounds = 1 } = options;
  const running = [await start(), await start()];
  const balancer = await startBalancer(running);
  const load = keepAsking(balancer.url, query, clients);
  try {
    for (let restart = 0; restart < 2 * rounds; restart += 1) {
      await delay(STEADY_MS);
      const [leaving] = running;
      if (leaving === undefined) throw new Error("expected two running service processes");
      await leaving.stop();
      running.shift();
      running.push(await start());
    }
    await delay(STEADY_MS);
  } finally {
    await load.stop();
    await balancer.close();
    await Promise.all(running.map((one) => one.stop()));
  }
  const { met } = load;
  return [
    atLeast("successful requests", met.answered, clients),
    atLeast("connections that the service closed after a response", met.closedByResponse, 1),
    exactly("connections reset", met.reset, 0),
    exactly("connections refused", met.refused, 0),
    exactly("requests that failed, except for reset and refused connections", met.failed, 0),
    reported("slowest response", `${Math.round(met.slowestMs)} ms`),
  ];
}

function keepAsking(url: string, { method, path, headers, body }: RollingRestartOptions["request"], clients: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, scheduling: "fifo" });
  const met = { answered: 0, closedByResponse: 0, reset: 0, refused: 0, failed: 0, slowestMs: 0 };
  let isOver = false;

  const once = () =>
    new Promise<void>((resolve) => {
      const requested = performance.now();
      const outgoing = request(url + path, { agent, method, headers: { ...headers } }, (response) => {
        response.resume().once("close", () => {
          if (!response.complete) met.reset += 1;
          else if ((response.statusCode ?? 500) >= 400) met.failed += 1;
          else met.answered += 1;
          if (response.headers.connection === "close") met.closedByResponse += 1;
          met.slowestMs = Math.max(met.slowestMs, performance.now() - requested);
          resolve();
        });
      });
      outgoing.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") met.refused += 1;
        else if (error.code === "ECONNRESET" || error.code === "EPIPE") met.reset += 1;
        else met.failed += 1;
        resolve();
      });
      outgoing.end(body);
    });

  const asking = Array.from({ length: clients }, async () => {
    while (!isOver) {
      await once();
      await delay(Math.random() * MAX_THINKING_MS);
    }
  });
  return {
    met,
    async stop() {
      isOver = true;
      await Promise.all(asking);
      agent.destroy();
    },
  };
}
