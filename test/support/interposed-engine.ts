import { EngineUnavailableError, type Engine, type EngineCall } from "../../src/engine/engine.js";

export interface Interposed {
  readonly engine: Engine;
  /** Number of engine calls by operation name. */
  readonly requested: ReadonlyMap<string, number>;
  /** Number of engine calls that have not received a response yet. */
  readonly pending: number;
}

/**
 * Wraps an engine with a function that intercepts every call.
 * @param between receives the operation, the call's number within its operation (from 1), a function that performs the call, and the call
 */
export function interposed(
  engine: Engine,
  between: (operation: string, nth: number, proceed: () => Promise<unknown>, call: EngineCall) => Promise<unknown>,
): Interposed {
  const requested = new Map<string, number>();
  let pending = 0;
  return {
    requested,
    get pending() {
      return pending;
    },
    engine: {
      prefix: engine.prefix,
      async call<T>(operation: string, call: EngineCall) {
        const nth = (requested.get(operation) ?? 0) + 1;
        requested.set(operation, nth);
        pending += 1;
        try {
          return (await between(operation, nth, () => engine.call(operation, call), call)) as T;
        } finally {
          pending -= 1;
        }
      },
      close: () => Promise.resolve(),
    },
  };
}

/**
 * Point at which a simulated process dies: before the engine receives the nth call of an operation, or after the engine has executed the
 * call but before the process receives the response.
 */
export interface Death {
  readonly at: "before" | "after";
  readonly operation: string;
  readonly nth: number;
}

/** Wraps an engine so that the given call and all later calls fail, to simulate a process that dies at that point. */
export function dying(engine: Engine, death: Death): Interposed & { readonly isDead: () => boolean } {
  let isDead = false;
  const gone = () => Promise.reject(new EngineUnavailableError("this process is dead"));
  const seen = interposed(engine, async (operation, nth, proceed) => {
    if (isDead) return gone();
    if (operation !== death.operation || nth !== death.nth) return proceed();
    if (death.at === "after") await proceed();
    isDead = true;
    return gone();
  });
  return { ...seen, engine: seen.engine, isDead: () => isDead };
}
