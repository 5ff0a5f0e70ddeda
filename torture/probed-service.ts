import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Hold } from "./hostile-bodies.js";

/** A service in a process of its own, whose event loop is watched from inside; see `event-loop-probe.mjs`. */
export interface ProbedService {
  readonly base_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
  /** Begins to watch. */
  readonly watch: () => void;
  /** For how long the event loop was held at most since then. */
  readonly held: () => Promise<Hold>;
  readonly stop: () => Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("../scripts/vitrine.mjs", import.meta.url));
const PROBE = new URL("event-loop-probe.mjs", import.meta.url).href;
const POLL_MS = 50;
const STOP_MS = 20_000;

/** Starts it with a storefront and a small catalogue. Whoever names the index prefix removes what begins with it. */
export async function startProbedService(options: {
  readonly engineUrl: string;
  readonly indexPrefix: string;
}): Promise<ProbedService> {
  const dataDir = await mkdtemp(join(tmpdir(), "probed-"));
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ OPENSEARCH_URL: options.engineUrl, INDEX_PREFIX: options.indexPrefix, DATA_DIR: dataDir },
    ...{ HOST: "127.0.0.1", PORT: String(port), OPERATIONS_PORT: "0" },
  };
  const child = spawn(process.execPath, ["--import", PROBE, PROGRAM, "serve"], {
    ...{ env, stdio: ["ignore", "ignore", "ignore", "ipc"] },
  });
  const base_url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      // One that is held does not see the signal.
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(late);
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      return fetch(`${base_url}/openapi.json`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, "clients", "add", "probed", "--json"], {
      env,
    });
    const client = JSON.parse(stdout) as Pick<ProbedService, "client_id" | "public_key" | "private_key">;
    await ingest(base_url, client.private_key);
    return {
      ...client,
      base_url,
      watch: () => void child.send("watch the event loop"),
      held: async () => {
        const answer = once(child, "message");
        child.send("how long was it held");
        const [hold] = (await answer) as [Hold];
        return hold;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const PRODUCTS = 200;

async function ingest(base_url: string, key: string): Promise<void> {
  const body = Array.from({ length: PRODUCTS }, (_, at) =>
    JSON.stringify({
      operation: "insert",
      product_data: {
        ...{ product_identifier: `p${at}`, title: `Red shirt ${at}`, designer: `Brand ${at % 20}`, price: at },
        ...{ color: "Red", sizes: ["S", "M"], categories: [`Clothing: Kind ${at % 7}`] },
      },
    }),
  ).join("\n");
  const headers = { "X-SERVICE-API-KEY": key, "X-SERVICE-PROCESSING-MODE": "soft_replace" };
  const answer = await fetch(`${base_url}/v1/ingestion/`, { method: "POST", headers, body });
  const { data } = (await answer.json()) as { data: { ingestion_id: number } };
  await until(async () => {
    const job = await fetch(`${base_url}/v1/ingestion/${data.ingestion_id}`, { headers });
    return ((await job.json()) as { data: { status: number } }).data.status === COMPLETED;
  });
}

const COMPLETED = 4;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
