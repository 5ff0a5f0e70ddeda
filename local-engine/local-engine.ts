/** Running engine at `url`, with a function to stop it. */
export interface LocalEngine {
  /** Address of the engine's HTTP interface, without a path. */
  readonly url: string;
  readonly kind: "configured" | "docker" | "jvm";
  /**
   * Stops an engine that this process has started. An engine configured by the operator keeps running. Can be called
   * more than once.
   */
  close(): Promise<void>;
}

/**
 * Error if no engine was found or started. The message describes the missing requirement and how the operator can
 * provide the requirement.
 */
export class EngineNotFoundError extends Error {
  override readonly name = "EngineNotFoundError";
}
