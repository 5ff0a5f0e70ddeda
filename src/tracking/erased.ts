/** Something that a shopper left: an event, or an answer that was given. */
export interface Trace {
  readonly client_id: string;
  readonly device_id: string;
  readonly user_id: string | null;
  /** Milliseconds since 1970: when it happened. */
  readonly at: number;
}

/**
 * Whether the device or the user of each trace has been erased since: then it must not be stored. In the order given.
 * @param timeoutMs milliseconds that the engine has for its response
 * @throws EngineUnavailableError when the engine cannot be read; then nothing may be stored either
 */
export type FindErased = (traces: readonly Trace[], timeoutMs: number) => Promise<readonly boolean[]>;
