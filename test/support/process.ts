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

/** The file that `npm start` writes for programs: how to reach its demo storefront. */
export interface Demo {
  readonly base_url: string;
  readonly operations_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
}

export interface ServiceOptions {
  /** Settings of the service; whatever the environment of the tests says about them is left out. */
  readonly environment?: Readonly<Record<string, string>>;
  /** An instance's data folder, kept afterwards; a temporary one unless given. */
  readonly dataDir?: string;
  /** Start it the way people do, through npm; directly unless given. */
  readonly throughNpm?: boolean;
}

export interface ServiceProcess {
  readonly demo: Demo;
  readonly dataDir: string;
  /** The process that was started: node, or npm. */
  readonly pid: number;
  /** How long it took to serve. */
  readonly seconds: number;
  /** All that it printed so far. */
  output(): string;
  /** The process and all processes below it, the engine among them. */
  family(): Promise<number[]>;
  /**
   * Ends it and waits until it and everything it started is gone.
   * @returns its exit code, or the signal that ended it
   * @throws Error when something outlives it
   */
  stop(signal?: NodeJS.Signals, target?: "process" | "group"): Promise<number | NodeJS.Signals>;
}

/** On a machine without the engine's jars, fetching them is part of it. */
const START_TIMEOUT_MS = 300_000;

/** A group of its own, as in a terminal, so that a test can send it what Ctrl-C sends. */
const inOwnGroup = { cwd: CHECKOUT, detached: true } satisfies SpawnOptions;
export const END_WITH_PARENT = new URL("end-with-parent.mjs", import.meta.url).href;

/** Starts the service as a process with ports and a data folder of its own, and waits until its demo shop is open. */
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

/** Waits until the demo catalogue is in and the service says that it is ready. */
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

/** A process and all processes that descend from it, in no order. */
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

/** The environment of the tests without settings of the service. */
export function foreignEnvironment(): NodeJS.ProcessEnv {
  const own = /^(PORT|OPERATIONS_PORT|HOST|DATA_DIR|OPENSEARCH_URL|INDEX_PREFIX|LOG_LEVEL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
