import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startJvmEngine, type JvmEngine } from "../../local-engine/jvm-engine.js";
import { isAlive } from "../../src/part-file.js";
import { fetchJson } from "./http.js";
import { quietPorts } from "./ports.js";
import { until } from "./until.js";

/** A cluster node, which runs as a separate process at a fixed address. */
export interface ClusterNode {
  readonly name: string;
  readonly url: string;
  /** Shuts the node down gracefully, like an operator. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Restarts the node with its existing data and waits until the node has joined the cluster. */
  start(): Promise<void>;
}

export interface Cluster {
  /** Node URLs in the format of the `OPENSEARCH_URL` setting. */
  readonly urls: string;
  readonly nodes: readonly ClusterNode[];
  /** Response of `_cluster/health`; undefined while no node responds. */
  health(): Promise<ClusterHealth | undefined>;
  /** The cluster manager node. */
  manager(): Promise<ClusterNode>;
  close(): Promise<void>;
}

export interface ClusterHealth {
  readonly status: "green" | "yellow" | "red";
  readonly number_of_nodes: number;
}

const NODES = 3;
const HEAP = "512m";
const GREEN_MS = 120_000;
const RESPONSE_MS = 3_000;
const java = { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] };

/** Starts a cluster of three nodes on the JVM, which the caller must close. */
export async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-cluster-"));
  const ports = await quietPorts(2 * NODES);
  const names = Array.from({ length: NODES }, (_, number) => `node-${number + 1}`);
  const transportOf = (number: number) => ports[NODES + number] ?? 0;
  const nodes = names.map((name, number): ClusterNode & { close(): Promise<void> } => {
    const url = `http://127.0.0.1:${ports[number] ?? 0}`;
    const settings = {
      "node.name": name,
      "discovery.type": "zen",
      "http.port": String(ports[number]),
      "transport.port": String(transportOf(number)),
      "discovery.seed_hosts": names.map((_, other) => `127.0.0.1:${transportOf(other)}`).join(","),
      "cluster.initial_cluster_manager_nodes": names.join(","),
    };
    let running: JvmEngine | undefined;
    const close = async () => {
      await running?.close();
      running = undefined;
    };
    return {
      name,
      url,
      close,
      stop: close,
      async start() {
        running = await startJvmEngine({
          dataDir: join(dataDir, name),
          java,
          heap: HEAP,
          settings,
          onProgress: () => undefined,
        });
      },
      async kill() {
        if (running === undefined) return;
        const { pid } = running;
        process.kill(pid, "SIGKILL");
        await until(`${name} to be gone`, () => !isAlive(pid));
        running = undefined;
      },
    };
  });

  /** Returns the first successful response of any node. */
  const answered = async <T>(path: string): Promise<T | undefined> => {
    const requested = nodes.map(async ({ url }) => {
      const { status, body } = await fetchJson(`${url}${path}`, { signal: AbortSignal.timeout(RESPONSE_MS) });
      if (status !== 200) throw new Error(String(status));
      return body as T;
    });
    return Promise.any(requested).catch(() => undefined);
  };
  const health = () => answered<ClusterHealth>("/_cluster/health");
  const close = async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const starts = await Promise.allSettled(nodes.map((node) => node.start()));
    for (const start of starts) if (start.status === "rejected") throw start.reason;
    await until("all nodes to be there", async () => (await health())?.number_of_nodes === NODES, GREEN_MS);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    urls: nodes.map(({ url }) => url).join(","),
    nodes,
    health,
    close,
    async manager() {
      const response = await answered<readonly { node: string }[]>("/_cat/cluster_manager?format=json&h=node");
      const named = response?.[0];
      const found = nodes.find(({ name }) => name === named?.node);
      if (found === undefined) throw new Error("no node manages the cluster");
      return found;
    },
  };
}
