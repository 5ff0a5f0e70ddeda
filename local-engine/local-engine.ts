/** Running engine at `url`, with a function to stop it. */
export interface LocalEngine {
  /** Address of its HTTP interface, without a path. */
  readonly url: string;
  readonly kind: "configured" | "docker" | "jvm";
  /** Stops an engine that was started here. A configured engine keeps running. Can be called more than once. */
  close(): Promise<void>;
}

/**
 * Error if no engine was found or started. Its message tells the operator which requirement is missing and how to fix
 * this.
 */
export class EngineNotFoundError extends Error {
  override readonly name = "EngineNotFoundError";
}
