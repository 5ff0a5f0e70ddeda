import { useConfiguredEngine } from "./configured-engine.js";
import { isDockerRunning, startDockerEngine } from "./docker-engine.js";
import type { JavaSettings } from "./java-home.js";
import { startJvmEngine, type JvmEngine } from "./jvm-engine.js";
import { keepRunning } from "./keep-running.js";
import { EngineNotFoundError, type LocalEngine } from "./local-engine.js";
import { reported, type OnStartProgress } from "./start-progress.js";
import { forgetEngine, recordEngine } from "./running-engine.js";

export interface FindOrStartOptions {
  /** OPENSEARCH_URL: an engine the operator runs; when given, nothing else is tried. */
  readonly opensearchUrl?: string | undefined;
  /** Folder that keeps what a started engine stores; made when missing. */
  readonly dataDir: string;
  /** OPENSEARCH_JAVA_HOME and JAVA_HOME. */
  readonly java?: JavaSettings;
  /** OPENSEARCH_HEAP: heap of a started engine, such as `2g`. */
  readonly heap?: string | undefined;
  /** False when nothing needs to outlive the engine (tests); true unless given. */
  readonly keepData?: boolean;
  readonly onProgress: OnStartProgress;
  /** Prints a line when an engine that was started has died. */
  readonly say?: (line: string) => void;
}

/** An engine for as long as it is needed: one that was started on a JVM is started again when it dies. */
export interface FoundEngine extends LocalEngine {
  /** Where it is now, which may change; undefined while it is being started again. */
  address(): string | undefined;
  /** Resolves when it has died too often and is not started again. */
  readonly failed: Promise<Error>;
}

/**
 * Gives an engine that answers: the configured one, else the image of `docker-compose.yml` where a Docker daemon
 * answers, else OpenSearch on a JVM of this machine. While it is open, `findRunningEngine(dataDir)` knows it.
 * @throws EngineNotFoundError that says what is missing and what would help.
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
    return reported(onProgress, "Engine found", () => useConfiguredEngine(opensearchUrl));
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
  "OPENSEARCH_URL is not set and no Docker daemon of this machine answers, so the engine has to run on a JVM of this machine. " +
  "That takes a JDK 21 or newer (OPENSEARCH_JAVA_HOME names one in an unusual place) and Maven. " +
  "Or start Docker, or set OPENSEARCH_URL to an OpenSearch 3.x.";
