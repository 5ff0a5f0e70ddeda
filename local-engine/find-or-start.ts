import { useConfiguredEngine } from "./configured-engine.js";
import { isDockerRunning, startDockerEngine } from "./docker-engine.js";
import type { JavaSettings } from "./java-home.js";
import { startJvmEngine, type JvmEngine } from "./jvm-engine.js";
import { keepRunning } from "./keep-running.js";
import { EngineNotFoundError, type LocalEngine } from "./local-engine.js";
import { withProgress, type OnStartProgress } from "./start-progress.js";
import { forgetEngine, recordEngine } from "./running-engine.js";

export interface FindOrStartOptions {
  /**
   * Value of OPENSEARCH_URL: address of an engine run by the operator. If the address is set, no other engine is tried.
   */
  readonly opensearchUrl?: string | undefined;
  /** Folder for the data of a started engine. The folder is created if it is missing. */
  readonly dataDir: string;
  /** Values of the environment variables OPENSEARCH_JAVA_HOME and JAVA_HOME. */
  readonly java?: JavaSettings;
  /** Value of OPENSEARCH_HEAP: heap size of the engine that is started, such as `2g`. */
  readonly heap?: string | undefined;
  /** Whether data is kept after the engine is closed; defaults to `true`. Tests set `false`. */
  readonly keepData?: boolean;
  readonly onProgress: OnStartProgress;
  /** Prints a message when an engine that this process has started dies or is restarted. */
  readonly say?: (line: string) => void;
}

/** Engine that the process uses. If the engine runs on a JVM and dies, it is restarted. */
export interface FoundEngine extends LocalEngine {
  /** Returns the engine's current address, which a restart may change; `undefined` during a restart. */
  address(): string | undefined;
  /** Resolves when the engine has died too often and will not be restarted. */
  readonly failed: Promise<Error>;
}

/**
 * Returns a running engine: the configured engine, else a container of `docker-compose.yml` if Docker is running, else
 * OpenSearch on a local JVM. Until the engine is closed, `findRunningEngine(dataDir)` returns the engine's address.
 * @throws {EngineNotFoundError} with the missing requirement and possible solutions
 */
export async function findOrStartEngine(options: FindOrStartOptions): Promise<FoundEngine> {
  const { dataDir, java, heap, onProgress, say = () => undefined } = options;
  const engine = await find(options);
  let url = engine.url;
  try {
    await recordEngine(dataDir, url);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const kept =
    "ended" in engine
      ? keepRunning(engine, {
          startAgain: (signal) => startJvmEngine({ dataDir, java, heap, onProgress, signal }),
          onMoved: async (moved) => {
            await recordEngine(dataDir, moved);
            url = moved;
          },
          say,
        })
      : { address: () => url, failed: new Promise<Error>(() => undefined), close: () => engine.close() };
  return {
    url,
    kind: engine.kind,
    address: () => kept.address(),
    failed: kept.failed,
    close: async () => {
      await forgetEngine(dataDir, url);
      await kept.close();
    },
  };
}

async function find(options: FindOrStartOptions): Promise<LocalEngine | JvmEngine> {
  const { opensearchUrl, dataDir, java, heap, keepData = true, onProgress } = options;
  if (opensearchUrl !== undefined) {
    return withProgress(onProgress, "Engine found", () => useConfiguredEngine(opensearchUrl));
  }
  if (await isDockerRunning()) return startDockerEngine({ dataDir, keepData, heap, onProgress });
  try {
    return await startJvmEngine({ dataDir, java, heap, onProgress });
  } catch (error) {
    if (!(error instanceof EngineNotFoundError)) throw error;
    throw new EngineNotFoundError(`${error.message}\n${ALTERNATIVES}`, { cause: error });
  }
}

const ALTERNATIVES =
  "OPENSEARCH_URL is not set and no Docker daemon is running, so OpenSearch must run on a local JVM. " +
  "Running OpenSearch on a JVM requires JDK 21 or newer (OPENSEARCH_JAVA_HOME selects a JDK) and Maven. " +
  "Alternatively, start Docker, or set OPENSEARCH_URL to OpenSearch 3.x.";
