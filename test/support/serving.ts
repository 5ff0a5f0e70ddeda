import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { CHECKOUT, END_WITH_PARENT, foreignEnvironment, isRunning } from "./process.js";
import { until } from "./until.js";

/** `vitrine serve` as a process, without a demo: what is started and ended many times in one place. */
export interface Serving {
  readonly url: string;
  readonly operationsUrl: string;
  readonly pid: number;
  /** The end of all that it printed. */
  output(): string;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. @returns the exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** What stays the same when a process takes another's place. */
export interface ServingPlace {
  readonly engineUrl: string;
  readonly prefix: string;
  readonly dataDir: string;
  readonly port: number;
  readonly operationsPort: number;
  /** Other settings, as the environment has them. */
  readonly settings?: Readonly<Record<string, string>>;
}

const START_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 60_000;
/** Characters of the output that are kept. */
const KEPT_OUTPUT = 50_000;

/** Starts a process and waits until it says that it is ready. @throws Error with its output when it is not */
export async function startServing(place: ServingPlace): Promise<Serving> {
  const { engineUrl, prefix, dataDir, port, operationsPort, settings } = place;
  const program = [join(CHECKOUT, "scripts", "vitrine.mjs"), "serve"];
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, ...program], {
    cwd: CHECKOUT,
    env: {
      ...foreignEnvironment(),
      ...{ OPENSEARCH_URL: engineUrl, INDEX_PREFIX: prefix, DATA_DIR: dataDir, LOG_LEVEL: "warn" },
      // Nobody balances load here, so no process has to be seen leaving.
      ...{ PORT: String(port), OPERATIONS_PORT: String(operationsPort), LAME_DUCK_SECONDS: "0" },
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-KEPT_OUTPUT);
    });
  }
  const serving: Serving = {
    url: `http://127.0.0.1:${port}`,
    operationsUrl: `http://127.0.0.1:${operationsPort}`,
    pid: child.pid ?? 0,
    output: () => printed,
    isRunning: () => isRunning(child),
    end: (signal) => end(child, signal),
  };
  try {
    await until("the service to be ready", async () => !isRunning(child) || (await isReady(serving)), START_TIMEOUT_MS);
    if (!isRunning(child)) throw new Error("it ended before it was ready");
    return serving;
  } catch (error) {
    await serving.end("SIGKILL");
    throw new Error(`the service did not start; it printed\n${printed}`, { cause: error });
  }
}

const isReady = async ({ operationsUrl }: Serving) => (await fetch(`${operationsUrl}/readyz`)).ok;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
  if (isRunning(child)) child.kill(signal);
  try {
    await until(`process ${child.pid ?? 0} to end after ${signal}`, () => !isRunning(child), END_TIMEOUT_MS);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return child.exitCode ?? child.signalCode ?? 0;
}

/** Below what systems give to outgoing connections, so that none of them takes the port while nobody listens on it. */
const FIRST_PORT = 15_000;
const LAST_PORT = 31_000;

/** Ports that were free a moment ago and that stay so unless somebody asks for them by number. */
export async function quietPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
