import { existsSync } from "node:fs";
import { join } from "node:path";
import { prepareEngineFiles } from "./engine-files.js";
import { findJava, type JavaSettings } from "./java-home.js";
import { launch } from "./launch.js";
import type { WatchedEngine } from "./keep-running.js";
import type { LocalEngine } from "./local-engine.js";
import { withProgress, type OnStartProgress } from "./start-progress.js";

export interface JvmEngineOptions {
  readonly dataDir: string;
  /** Folder for snapshots; defaults to `dataDir/snapshots`. */
  readonly snapshots?: string;
  readonly java?: JavaSettings;
  /** Heap size of the engine, such as `2g`. By default, the heap grows from 512 MB to 1 GB. */
  readonly heap?: string | undefined;
  /** Number of nodes in the cluster; defaults to 1. */
  readonly nodes?: number;
  /** Settings of a single node, for example to form a cluster with nodes of other processes. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onProgress: OnStartProgress;
  /** Signal that aborts the start of the engine. */
  readonly signal?: AbortSignal;
}

export interface JvmEngine extends LocalEngine, WatchedEngine {
  readonly kind: "jvm";
  readonly pid: number;
  /** HTTP addresses of the nodes, one per node. */
  readonly urls: readonly string[];
}

/**
 * Maximum time in milliseconds to wait for the exit of a JVM that writes its class data archive. Writing takes about
 * two seconds, or longer under load.
 */
const ARCHIVING_PATIENCE_MS = 60_000;

/**
 * Runs OpenSearch from its published jars on a local JVM. Data is stored in `dataDir/engine`, snapshots in
 * `dataDir/snapshots`.
 */
export async function startJvmEngine(options: JvmEngineOptions): Promise<JvmEngine> {
  const { onProgress, heap } = options;
  const java = await findJava(options.java ?? {});
  const { jars, classArchive } = await prepareEngineFiles(java, onProgress);
  const engine = await withProgress(onProgress, "Engine started", () =>
    launch({
      java,
      jars,
      dataFolder: join(options.dataDir, "engine"),
      snapshots: options.snapshots ?? join(options.dataDir, "snapshots"),
      nodes: options.nodes ?? 1,
      settings: options.settings ?? {},
      signal: options.signal,
      jvmOptions: [
        ...(heap === undefined ? ["-Xms512m", "-Xmx1g"] : [`-Xms${heap}`, `-Xmx${heap}`]),
        // OpenSearch's default JVM options. Without them, garbage fills the heap and requests are rejected.
        "-XX:G1ReservePercent=25",
        "-XX:InitiatingHeapOccupancyPercent=30",
        // The JVM's first exit writes the archive, which makes later starts 1.8 s faster and saves 60 MB of memory.
        "-XX:+AutoCreateSharedArchive",
        `-XX:SharedArchiveFile=${classArchive}`,
      ],
    }),
  );
  const [url = ""] = engine.urls;
  const { pid, urls, ended } = engine;
  const close = () => engine.close(existsSync(classArchive) ? undefined : { patienceMs: ARCHIVING_PATIENCE_MS });
  return { url, kind: "jvm", pid, urls, ended, endOfLogs: () => engine.endOfLogs(), close };
}
