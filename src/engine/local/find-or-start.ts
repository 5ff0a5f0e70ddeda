import { useConfiguredEngine } from "./configured-engine.js";
import { EngineNotFoundError, type LocalEngine } from "./local-engine.js";
import { reported, type OnProgress } from "./progress.js";

export interface FindOrStartOptions {
  /** An engine the operator runs; when given, nothing else is tried. */
  readonly opensearchUrl?: string | undefined;
  /** Folder that keeps what a started engine stores; made when missing. */
  readonly dataDir: string;
  readonly onProgress: OnProgress;
}

/**
 * Gives an engine that answers.
 * @throws EngineNotFoundError with what to do about it.
 */
export async function findOrStartEngine(options: FindOrStartOptions): Promise<LocalEngine> {
  const { opensearchUrl, onProgress } = options;
  if (opensearchUrl !== undefined) {
    return reported(onProgress, "Engine found", () => useConfiguredEngine(opensearchUrl));
  }
  throw new EngineNotFoundError("no engine: set OPENSEARCH_URL");
}
