import { CommanderError } from "commander";
import { ConfigError } from "../config.js";
import { EngineUnavailableError } from "../engine/engine.js";
import { EngineNotFoundError } from "../../local-engine/local-engine.js";
import { NewerDataError } from "../engine/templates.js";
import { UnfinishedRestoreError } from "../engine/snapshots.js";
import { ServiceError } from "../errors.js";
import { ImportError } from "../../packages/import/src/import-error.js";
import { collectEarly } from "../heap.js";
import { CommandError } from "./command-error.js";
import type { Running } from "./serve.js";
import { ServiceCallError } from "./service-client.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Error types that are shown without stack trace, because their messages are written for users. */
const EXPECTED = [
  CommandError, ConfigError, EngineNotFoundError, EngineUnavailableError, ImportError, NewerDataError, ServiceCallError, ServiceError,
  UnfinishedRestoreError,
]; // prettier-ignore

/** Milliseconds within which a repeated signal is ignored. Under npm, Ctrl-C arrives twice: from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;

/** Runs the main function of a process. Errors become a message on standard error and the exit code. */
export async function runProcess(work: () => Promise<unknown>): Promise<void> {
  collectEarly();
  // It is not an error if the reader of standard output closes the pipe early (`vitrine … | head`).
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  try {
    await work();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      const text = EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : describe(error);
      process.stderr.write(`${text}\n`);
      process.exitCode = 1;
    }
  }
}

/**
 * Resolves when the service has been closed after the first signal. A signal over half a second later ends the process immediately.
 * @throws the error of the engine, if the engine failed before a signal
 */
export async function untilSignal(running: Running, lameDuckMs: number): Promise<void> {
  let stopping: number | undefined;
  // Keep one listener all the time: without a listener, a signal would end the process.
  const signalled = new Promise<undefined>((resolve) => {
    const onSignal = () => {
      if (stopping !== undefined && performance.now() - stopping > SAME_SIGNAL_MS) process.exit(1);
      stopping ??= performance.now();
      resolve(undefined);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
  const failure = await Promise.race([signalled, running.failed]);
  const seconds = failure === undefined && lameDuckMs > 0 ? ` in ${lameDuckMs / 1000} s; again to stop at once` : "";
  process.stderr.write(`\nStopping${seconds} …\n`);
  await running.close({ lameDuckMs: failure === undefined ? lameDuckMs : 0 });
  if (failure !== undefined) throw failure;
}

function describe(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") {
    return `${(error as Error).message}: another process uses this port; set PORT and OPERATIONS_PORT to other ones`;
  }
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR") return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
