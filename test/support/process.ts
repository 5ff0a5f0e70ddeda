import { execFile, spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isAlive } from "../../src/part-file.js";
import { quietPorts } from "./ports.js";
import { until } from "./until.js";

export const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

/** Content of the file that `npm start` writes for other programs: the addresses and keys of the demo storefront. */
export interface Demo {
  readonly base_url: string;
  readonly operations_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
}

export interface ServiceOptions {
  /**
   * Environment variables of the service. Service settings in the environment of the test process are not inherited.
   */
  readonly environment?: Readonly<Record<string, string>>;
  /** Data folder, kept after the process ends. Default: a temporary folder. */
  readonly dataDir?: string;
  /** Whether to start the service through npm, as users do, instead of directly. */
  readonly throughNpm?: boolean;
}

export interface ServiceProcess {
  readonly demo: Demo;
  readonly dataDir: string;
  /** Id of the started process, which is Node.js or npm. */
  readonly pid: number;
  /** Duration of the service's startup, in seconds. */
  readonly seconds: number;
  /** All output printed so far. */
  output(): string;
  /** Process ids of the process and all its descendants, including the engine. */
  family(): Promise<number[]>;
  /**
   * Ends the process and waits until it and all its descendants have exited.
   * @returns the exit code, or the signal that terminated the process
   * @throws Error if a descendant outlives the process
   */
  stop(signal?: NodeJS.Signals, target?: "process" | "group"): Promise<number | NodeJS.Signals>;
}

/** Startup timeout in milliseconds, including the download of the engine's jars on machines that do not have them. */
const START_TIMEOUT_MS = 300_000;

/** Options that start a process in a separate process group, as in a terminal, so that tests can simulate Ctrl-C. */
const inOwnGroup = { cwd: CHECKOUT, detached: true } satisfies SpawnOptions;
export const END_WITH_PARENT = new URL("end-with-parent.mjs", import.meta.url).href;

/** Starts the service as a process with free ports and a temporary data folder, and waits until the demo shop is available. */
export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "vitrine-test-")));
  const [port, operationsPort] = await quietPorts(2);
  const environment = {
    ...foreignEnvironment(),
    PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    DATA_DIR: dataDir,
    ...options.environment,
  };
  const started = performance.now();
  const child = options.throughNpm
    ? spawn("npm", ["start"], { ...inOwnGroup, env: environment, stdio: ["ignore", "pipe", "pipe"] })
    : spawn(
        process.execPath,
        ["--max-semi-space-size=16", "--import", END_WITH_PARENT, join(CHECKOUT, "scripts", "start.mjs")],
        {
          ...inOwnGroup,
          env: environment,
          stdio: ["ignore", "pipe", "pipe", "ipc"],
        },
      );
  const pid = child.pid;
  if (pid === undefined) throw new Error("the service could not be started");
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }

  async function stop(signal: NodeJS.Signals = "SIGTERM", target: "process" | "group" = "process") {
    const family = await familyOf(pid!);
    if (isRunning(child)) process.kill(target === "group" ? -pid! : pid!, signal);
    try {
      await until(
        `processes ${family.join(", ")} to end after ${signal}; the service printed\n${printed}`,
        () => !isRunning(child) && !family.some(isAlive),
      );
    } finally {
      for (const member of family.filter(isAlive)) process.kill(member, "SIGKILL");
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    }
    return child.exitCode ?? child.signalCode ?? 0;
  }

  try {
    const demo = await opened(child, dataDir, `http://127.0.0.1:${operationsPort}`);
    return {
      demo,
      dataDir,
      pid,
      seconds: (performance.now() - started) / 1000,
      output: () => printed,
      family: () => familyOf(pid),
      stop,
    };
  } catch (error) {
    await stop("SIGKILL");
    throw new Error(`the service did not open; it printed\n${printed}`, { cause: error });
  }
}

/** Waits until the demo catalogue is ingested and the readiness check succeeds. */
async function opened(child: ChildProcess, dataDir: string, operationsUrl: string): Promise<Demo> {
  let demo: (Demo & { catalog?: string }) | undefined;
  await until(
    "the service to open",
    async () => {
      if (!isRunning(child)) return true;
      demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo & { catalog?: string };
      const serves = demo.operations_url === operationsUrl && demo.catalog !== undefined;
      return serves && (await fetch(`${operationsUrl}/readyz`)).ok;
    },
    START_TIMEOUT_MS,
  );
  if (demo === undefined || !isRunning(child)) throw new Error("it ended before it opened");
  return demo;
}

export const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** Process ids of a process and all its descendants, in no particular order. */
async function familyOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  const rows = stdout.trim().split("\n");
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
  const family = parents.has(pid) ? [pid] : [];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** Returns the environment variables of the test process without service settings. */
export function foreignEnvironment(): NodeJS.ProcessEnv {
  const own = /^(PORT|OPERATIONS_PORT|HOST|DATA_DIR|OPENSEARCH_URL|INDEX_PREFIX|LOG_LEVEL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
