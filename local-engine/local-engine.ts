/** An engine that answers at `url`, and what must be stopped when it is no longer needed. */
export interface LocalEngine {
  /** Address of its HTTP interface, without a path. */
  readonly url: string;
  readonly kind: "configured" | "docker" | "jvm";
  /** Stops what was started and nothing else: a configured engine is left alone. May be called twice. */
  close(): Promise<void>;
}

/** No engine could be found or started. The message is for the person at the terminal: what is missing and what helps. */
export class EngineNotFoundError extends Error {
  override readonly name = "EngineNotFoundError";
}
