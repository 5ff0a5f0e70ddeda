import { spawn } from "node:child_process";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { ENGINE_SOURCE } from "./checkout.js";
import type { Java } from "./java-home.js";
import { EngineNotFoundError } from "./local-engine.js";

export interface LaunchOptions {
  readonly java: Java;
  readonly jars: string;
  /** Folder for all files of the engine, including logs. Later starts reuse the folder. */
  readonly dataFolder: string;
  /** Folder for snapshots (`path.repo`). */
  readonly snapshots: string;
  /** Number of nodes in the cluster, all in one process; defaults to 1. */
  readonly nodes?: number;
  /** Additional settings of a single node, for example to form a cluster with nodes of other processes. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly jvmOptions?: readonly string[];
  /** Signal that aborts the start of the engine. */
  readonly signal?: AbortSignal | undefined;
}

export interface LaunchedEngine {
  readonly pid: number;
  /** HTTP addresses of the nodes, one per node. */
  readonly urls: readonly string[];
  /** Resolves with the exit status of the engine's process. */
  readonly ended: Promise<string>;
  /** Returns the last log lines of the engine and the JVM, with the paths of the log files. */
  endOfLogs(): Promise<string>;
  /** Stops the engine and waits for its exit. After `patienceMs` the process is killed. */
  close(options?: { readonly patienceMs: number }): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const CLOSE_PATIENCE_MS = 10_000;
const LOG_LINES_SHOWN = 15;

/** Line that the launcher prints: the engine's addresses, or the process that already uses the data folder. */
type Announcement = { urls: [string, ...string[]] } | { usedBy: number };

/**
 * Starts the launcher on a JVM and waits until the engine is ready. The JVM has its own process group, so that Ctrl-C
 * in the terminal reaches only the service, which drains before it closes the engine. The JVM exits when its standard
 * input closes, so that it never outlives this process.
 * @throws {EngineNotFoundError} with the end of the logs if the engine does not start
 */
export async function launch(options: LaunchOptions): Promise<LaunchedEngine> {
  const { java, jars, dataFolder, snapshots, nodes = 1, settings = {}, jvmOptions = [], signal } = options;
  signal?.throwIfAborted();
  await mkdir(dataFolder, { recursive: true });
  const errorLog = await open(join(dataFolder, "jvm.log"), "a");
  const given = Object.entries({ "path.repo": snapshots, ...settings }).map(([name, value]) => `${name}=${value}`);
  const program = ["-cp", join(jars, "*"), "Launcher", dataFolder, String(nodes), loggingConfiguration, ...given];
  const child = spawn(join(java.home, "bin", "java"), [...FIXED_OPTIONS, ...jvmOptions, ...program], {
    stdio: ["pipe", "pipe", errorLog.fd],
    detached: true,
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("the standard input and output of the engine must be pipes");
  await errorLog.close();
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(code === null ? `signal ${String(signal)}` : `code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  stdin.on("error", () => undefined); // Ignores errors after the engine has exited, because `ended` reports the exit.

  async function close({ patienceMs } = { patienceMs: CLOSE_PATIENCE_MS }): Promise<void> {
    stdin?.end();
    const kill = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    await ended;
    clearTimeout(kill);
  }

  const giveUp = () => void close();
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) giveUp();
  const announcement = await Promise.race([
    announced(stdout),
    ended,
    delay(START_TIMEOUT_MS, undefined, { ref: false }),
  ]);
  signal?.removeEventListener("abort", giveUp);
  if (typeof announcement === "object" && "urls" in announcement) {
    const { urls } = announcement;
    return { pid: child.pid ?? 0, urls, ended, endOfLogs: () => endOfLogs(dataFolder), close };
  }
  await close();
  if (typeof announcement === "object") {
    throw new EngineNotFoundError(
      `the OpenSearch of process ${announcement.usedBy} uses the data folder ${dataFolder}; ` +
        "stop this process, or set another DATA_DIR",
    );
  }
  const what =
    announcement === undefined
      ? `the engine did not start within ${START_TIMEOUT_MS / 1000} s`
      : `the engine exited with ${announcement}`;
  throw new EngineNotFoundError(`${what}\n${await endOfLogs(dataFolder)}`);
}

const loggingConfiguration = join(ENGINE_SOURCE, "log4j2.properties");

const FIXED_OPTIONS = [
  // Required by Lucene, which maps files through the foreign memory interface.
  "--enable-native-access=ALL-UNNAMED",
  "-Dlog4j2.disable.jmx=true",
  // Sends messages of the JVM to jvm.log, because standard output is reserved for the launcher's line.
  "-XX:+DisplayVMOutputToStderr",
  "-Xlog:disable",
  "-Xlog:all=warning:stderr",
  // Suppresses warnings about an outdated class data archive, which the JVM ignores.
  "-Xlog:cds=off",
];

async function announced(output: Readable): Promise<Announcement | undefined> {
  for await (const line of createInterface({ input: output })) {
    if (line.startsWith("{")) {
      output.resume();
      return JSON.parse(line) as Announcement;
    }
  }
  // The launcher ended without printing its ready line. `ended` reports the exit to the caller.
  return new Promise(() => undefined);
}

/** Returns the last log lines of the engine and the JVM, with the paths of the log files. */
async function endOfLogs(dataFolder: string): Promise<string> {
  const shown: string[] = [];
  for (const path of [join(dataFolder, "node_1", "logs", "engine.log"), join(dataFolder, "jvm.log")]) {
    const text = (await readFile(path, "utf8").catch(() => "")).trimEnd();
    if (text !== "") shown.push(`${path} ends with`, ...text.split("\n").slice(-LOG_LINES_SHOWN));
  }
  return shown.join("\n");
}
