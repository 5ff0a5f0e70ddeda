import { spawn, type ChildProcess } from "node:child_process";
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
  /** The process itself: a channel to what was preloaded there. */
  readonly child: ChildProcess;
  /** Sends a signal and waits for the end. @returns the exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** The settings that stay the same when a process takes another's place. */
export interface ServingPlace {
  readonly engineUrl: string;
  readonly prefix: string;
  readonly dataDir: string;
  readonly port: number;
  readonly operationsPort: number;
  /** Other settings, as the environment has them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Address of a module that the process loads before the program. */
  readonly preload?: string;
  /** Most files and connections that the process may have open; what the system allows unless given. */
  readonly openFiles?: number;
}

/** Characters of the output that are kept. */
const KEPT_OUTPUT = 50_000;

/** Starts a process and waits until it says that it is ready. @throws Error with its output when it is not */
export async function startServing(place: ServingPlace): Promise<Serving> {
  const { engineUrl, prefix, dataDir, port, operationsPort, settings, preload, openFiles } = place;
  const modules = [END_WITH_PARENT, ...(preload === undefined ? [] : [preload])].flatMap((one) => ["--import", one]);
  const command = [
    process.execPath,
    "--max-semi-space-size=16",
    ...modules,
    join(CHECKOUT, "scripts", "vitrine.mjs"),
    "serve",
  ];
  // Only a shell can set the limit; the process then takes its place.
  const limit = openFiles === undefined ? [] : ["sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh"];
  const [file = "", ...args] = [...limit, ...command];
  const child = spawn(file, args, {
    cwd: CHECKOUT,
    env: {
      ...foreignEnvironment(),
      OPENSEARCH_URL: engineUrl,
      INDEX_PREFIX: prefix,
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // Nobody balances load here, so no process has to be seen leaving.
      PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
      LAME_DUCK_SECONDS: "0",
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
    child,
    end: (signal) => end(child, signal),
  };
  try {
    await until("the service to be ready", async () => !isRunning(child) || (await isReady(serving)));
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
    await until(`process ${child.pid ?? 0} to end after ${signal}`, () => !isRunning(child));
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return child.exitCode ?? child.signalCode ?? 0;
}
