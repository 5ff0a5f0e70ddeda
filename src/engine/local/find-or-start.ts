import { useConfiguredEngine } from "./configured-engine.js";
import { dockerAnswers, startDockerEngine } from "./docker-engine.js";
import type { JavaSettings } from "./java-home.js";
import { startJvmEngine } from "./jvm-engine.js";
import { EngineNotFoundError, type LocalEngine } from "./local-engine.js";
import { reported, type OnProgress } from "./progress.js";
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
  readonly onProgress: OnProgress;
}

/**
 * Gives an engine that answers: the configured one, else the image of `docker-compose.yml` where a Docker daemon
 * answers, else OpenSearch on a JVM of this machine. While it is open, `findRunningEngine(dataDir)` knows it.
 * @throws EngineNotFoundError that says what is missing and what would help.
 */
export async function findOrStartEngine(options: FindOrStartOptions): Promise<LocalEngine> {
  const engine = await find(options);
  try {
    await recordEngine(options.dataDir, engine.url);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return {
    url: engine.url,
    kind: engine.kind,
    close: async () => {
      await forgetEngine(options.dataDir, engine.url);
      await engine.close();
    },
  };
}

async function find(options: FindOrStartOptions): Promise<LocalEngine> {
  const { opensearchUrl, dataDir, java, heap, keepData = true, onProgress } = options;
  if (opensearchUrl !== undefined) {
    return reported(onProgress, "Engine found", () => useConfiguredEngine(opensearchUrl));
  }
  if (await dockerAnswers()) return startDockerEngine({ dataDir, keepData, heap, onProgress });
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
