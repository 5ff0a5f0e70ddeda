import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDockerRunning, startDockerEngine } from "../../local-engine/docker-engine.js";
import { startJvmEngine } from "../../local-engine/jvm-engine.js";
import type { LocalEngine } from "../../local-engine/local-engine.js";
import { isAlive } from "../../src/part-file.js";
import { fetchJson } from "./http.js";
import { startRelay } from "./relay.js";
import { until } from "./until.js";

/** An engine for tests that stop or freeze it, separate from the engine that other tests share. */
export interface OwnEngine {
  /** URL of the engine, which stays the same across restarts, like the URL of a load balancer. */
  url(): string;
  /** Path of the snapshot folder, from which another engine can restore. */
  snapshots(): string;
  /** Kills the engine node if the node runs as a process on this machine; otherwise stops the node. */
  kill(): Promise<void>;
  /** Restarts the node on the same data. */
  revive(): Promise<void>;
  /** Freezes the node: it accepts connections without responding. */
  freeze(): void;
  /** Resumes the frozen node, which then processes the requests received in the meantime. */
  thaw(): void;
  /** Number of open points in time. */
  pointsInTime(): Promise<number>;
  deletePointsInTime(): Promise<void>;
}

export type ClosableEngine = OwnEngine & { close(): Promise<void> };

const FIRST_START_MS = 300_000;
const java = { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] };

/**
 * The engine that all suites with `useOwnEngine` share. The first of these suites starts the engine; the suites run
 * sequentially.
 */
let own: Promise<ClosableEngine> | undefined;

/** Provides the enclosing suite with an engine. Call it inside `describe`, before hooks that use the engine. */
export function useOwnEngine(): OwnEngine {
  let started: OwnEngine | undefined;

  before("start an engine of its own", async function () {
    this.timeout(FIRST_START_MS);
    if (own === undefined) {
      const starting = startOwnEngine();
      own = starting;
      rootOf(this).afterAll("stop it", async function () {
        own = undefined;
        // A failed start was already reported by the hook that requested the start and left no process to stop.
        await starting.then(
          (engine) => engine.close(),
          () => undefined,
        );
      });
    }
    started = await own;
  });

  const there = () => {
    if (started === undefined) throw new Error("the engine is there in hooks and tests, not while suites are defined");
    return started;
  };
  return {
    url: () => there().url(),
    snapshots: () => there().snapshots(),
    kill: () => there().kill(),
    revive: () => there().revive(),
    freeze: () => there().freeze(),
    thaw: () => there().thaw(),
    pointsInTime: () => there().pointsInTime(),
    deletePointsInTime: () => there().deletePointsInTime(),
  };
}

/**
 * Starts an engine, which the caller closes. Suites call `useOwnEngine` instead.
 * @param given snapshot folder; default: a new folder
 */
export async function startOwnEngine(given: { readonly snapshots?: string } = {}): Promise<ClosableEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  const { snapshots = join(dataDir, "snapshots") } = given;
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  let node: (LocalEngine & { readonly pid?: number }) | undefined;
  const start = async () => {
    const options = { dataDir, keepData: true, snapshots, onProgress: () => undefined };
    node = (await isDockerRunning()) ? await startDockerEngine(options) : await startJvmEngine({ ...options, java });
  };
  try {
    await start();
  } catch (error) {
    await removeData();
    throw error;
  }
  const relay = await startRelay(() => node?.url);
  const signal = (name: NodeJS.Signals) => {
    if (node?.pid !== undefined) process.kill(node.pid, name);
  };
  const pointsInTime = `${relay.url}/_search/point_in_time/_all`;
  return {
    url: () => relay.url,
    snapshots: () => snapshots,
    async kill() {
      const dying = node;
      node = undefined;
      relay.cut();
      const { pid } = dying ?? {};
      if (pid !== undefined) {
        process.kill(pid, "SIGKILL");
        await until("the engine to be gone", () => !isAlive(pid));
      }
      await dying?.close();
    },
    revive: start,
    // A process in a container cannot receive SIGSTOP from here, so the relay holds the connections instead.
    freeze() {
      if (node?.pid === undefined) relay.hold();
      else signal("SIGSTOP");
    },
    thaw() {
      relay.letGo();
      signal("SIGCONT");
    },
    async pointsInTime() {
      const { status, body } = await fetchJson(pointsInTime);
      return status === 404 ? 0 : (body as { pits: unknown[] }).pits.length;
    },
    async deletePointsInTime() {
      const { status, body } = await fetchJson(pointsInTime, { method: "DELETE" });
      if (status !== 200 && status !== 404) throw new Error(`not deleted: ${status} ${JSON.stringify(body)}`);
    },
    async close() {
      signal("SIGCONT");
      await relay.close();
      await node?.close();
      await removeData();
    },
  };
}

function rootOf(context: Mocha.Context): Mocha.Suite {
  let suite = context.runnable().parent;
  while (suite?.parent !== undefined) suite = suite.parent;
  if (suite === undefined) throw new Error("a hook belongs to a suite");
  return suite;
}
