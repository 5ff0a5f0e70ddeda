import { EngineUnavailableError, type Engine, type EngineCall } from "../../src/engine/engine.js";

export interface Interposed {
  readonly engine: Engine;
  /** How often each operation was asked for. */
  readonly requested: ReadonlyMap<string, number>;
  /** Calls that have not been answered yet. */
  readonly pending: number;
}

/**
 * The same engine with somebody in between.
 * @param between gets each call, its number among the calls of its operation (from 1) and what makes it
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

/** Where a process dies: before the engine hears of its nth call of an operation, or after but before it knows. */
export interface Death {
  readonly at: "before" | "after";
  readonly operation: string;
  readonly nth: number;
}

/** The engine as a process sees it that dies: from that call on there is no answer. */
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
