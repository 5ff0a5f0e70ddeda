import { setTimeout as delay } from "node:timers/promises";
import { EngineNotFoundError } from "./local-engine.js";

/** Started engine to watch. */
export interface WatchedEngine {
  readonly url: string;
  /** Resolves with the exit status of the engine's process. */
  readonly ended: Promise<string>;
  /** Returns the last lines of the engine's logs, with the paths of the log files. */
  endOfLogs(): Promise<string>;
  close(): Promise<void>;
}

export interface KeepRunningDeps {
  /**
   * Starts the engine again with the data of the previous run.
   * @throws Error if the engine does not start or `signal` is aborted
   */
  readonly startAgain: (signal: AbortSignal) => Promise<WatchedEngine>;
  /** Called with the new address of a restarted engine, before `address` returns it. */
  readonly onMoved: (url: string) => Promise<void>;
  /** Prints a message about the engine's exit or restart. */
  readonly say: (line: string) => void;
  /** Delays before the restart attempts in milliseconds. The list has one entry per attempt. */
  readonly pausesMs?: readonly number[];
  /** Time in milliseconds after which the engine counts as stable and the number of restart attempts is reset. */
  readonly steadyMs?: number;
}

export interface KeptEngine {
  /**
   * Returns the engine's current address; `undefined` during a restart, because another process may have taken the
   * port.
   */
  address(): string | undefined;
  /** Resolves when the engine has died too often and will not be restarted. */
  readonly failed: Promise<Error>;
  /** Stops the engine or an ongoing restart. Can be called more than once. */
  close(): Promise<void>;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
const STEADY_MS = 60_000;

/** Restarts an engine when it dies without having been closed. */
export function keepRunning(first: WatchedEngine, deps: KeepRunningDeps): KeptEngine {
  const { startAgain, onMoved, say, pausesMs = PAUSES_MS, steadyMs = STEADY_MS } = deps;
  const closing = new AbortController();
  const { signal } = closing;
  let running: WatchedEngine | undefined = first;
  let attempts = 0;

  const isClosing = () => signal.aborted;

  /**
   * Restarts the engine whenever it dies. Returns the error after too many restarts; `undefined` if the engine was
   * closed.
   */
  async function watch(): Promise<Error | undefined> {
    for (let engine = first; ;) {
      const started = performance.now();
      const how = await engine.ended;
      running = undefined;
      if (isClosing()) return undefined;
      if (performance.now() - started >= steadyMs) attempts = 0;
      const next = await restart(`exited with ${how}`, await engine.endOfLogs());
      if (next === undefined || next instanceof Error) return next;
      engine = running = next;
      say(`The engine is running again at ${next.url}.`);
    }
  }

  async function restart(what: string, log: string): Promise<WatchedEngine | Error | undefined> {
    let [reason, details] = [what, log];
    for (;;) {
      const pauseMs = pausesMs[attempts++];
      if (pauseMs === undefined) {
        const times = `${pausesMs.length} restarts`;
        return new EngineNotFoundError(`the engine ${reason}, after ${times}, and is not restarted again\n${details}`);
      }
      say(
        `The engine ${reason}. It restarts in ${pauseMs / 1_000} s with the same data; until then, requests get a 503 response.`,
      );
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (isClosing()) return undefined;
      try {
        const next = await startRecorded();
        if (!isClosing()) return next;
        await next.close();
      } catch (error) {
        [reason, details] = ["did not restart", (error as Error).message];
      }
      if (isClosing()) return undefined;
    }
  }

  async function startRecorded(): Promise<WatchedEngine> {
    const next = await startAgain(signal);
    try {
      await onMoved(next.url);
      return next;
    } catch (error) {
      await next.close();
      throw error;
    }
  }

  const watching = watch();
  return {
    address: () => running?.url,
    failed: new Promise((resolve, reject) => {
      watching.then((failure) => failure !== undefined && resolve(failure), reject);
    }),
    async close() {
      closing.abort();
      await running?.close();
      await watching;
    },
  };
}
