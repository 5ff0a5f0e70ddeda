import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { CHECKOUT, END_WITH_PARENT, foreignEnvironment, isRunning } from "./process.js";
import { until } from "./until.js";

/** A `vitrine serve` process without demo data, for tests that start and stop the service repeatedly. */
export interface Serving {
  readonly url: string;
  readonly operationsUrl: string;
  readonly pid: number;
  /** Last `KEPT_OUTPUT` characters of the process output. */
  output(): string;
  isRunning(): boolean;
  /** The child process, including the IPC channel to a preloaded module. */
  readonly child: ChildProcess;
  /**
   * Sends a signal and waits for the process to exit.
   * @returns the exit code, or the signal that terminated the process
   */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Settings that stay the same when a new process replaces an old one. */
export interface ServingPlace {
  readonly engineUrl: string;
  readonly prefix: string;
  readonly dataDir: string;
  readonly port: number;
  readonly operationsPort: number;
  /** Additional environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** URL of a module that is imported before the program. */
  readonly preload?: string;
  /** Limit of open files and connections. Default: the system's limit. */
  readonly openFiles?: number;
}

/** Maximum length of the retained output, in characters. */
const KEPT_OUTPUT = 50_000;

/**
 * Starts a process and waits until its readiness check succeeds.
 * @throws Error with the process output if the process does not become ready
 */
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
  // Node.js cannot set the limit of open files, so a shell sets the limit and then executes the process.
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
      // Without a load balancer, the shutdown needs no delay after `/readyz` fails.
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
