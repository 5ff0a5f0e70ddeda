import type { Engine, EngineCall } from "../../src/engine/engine.js";

export interface ScriptedEngine extends Engine {
  /** Engine calls received so far, in order. */
  readonly calls: readonly (EngineCall & { readonly operation: string })[];
}

/**
 * Creates an engine that returns the given responses, one per call. If a response is an error, the engine throws it.
 */
export function answering(...responses: readonly unknown[]): ScriptedEngine {
  const calls: (EngineCall & { readonly operation: string })[] = [];
  return {
    prefix: "test-",
    calls,
    call<T>(operation: string, call: EngineCall): Promise<T> {
      if (calls.length === responses.length) throw new Error(`an unexpected call: ${operation}`);
      const response = responses[calls.length];
      calls.push({ operation, ...call });
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response as T);
    },
    close: () => Promise.resolve(),
  };
}
