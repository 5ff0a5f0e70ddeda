import type { Config } from "../../src/config.js";
import { commandContext, type Context } from "../../src/context.js";
import type { Engine } from "../../src/engine/engine.js";
import { type Logger, SILENT } from "../../src/observability/logger.js";

/** Engine for code that must send no engine request: every call fails. */
const NO_ENGINE: Engine = {
  prefix: "",
  close: () => Promise.resolve(),
  call: () => Promise.reject(new Error("the engine is not to be asked")),
};

/**
 * Creates the context of one service process.
 * @param config overrides of the default settings
 */
export function contextOn(
  engine: Engine = NO_ENGINE,
  config: Partial<Config> = {},
  given: Partial<Omit<Context, "engine" | "config">> = {},
): Context {
  const settings = { ...commandContext(engine).config, ...config };
  return commandContext(engine, { ...given, config: settings });
}

export interface Logged {
  readonly level: "error" | "warn";
  readonly message: string;
  readonly error?: unknown;
  readonly [field: string]: unknown;
}

/** Creates a logger that appends errors and warnings to a list. */
export const loggingTo = (lines: Logged[]): Logger => ({
  ...SILENT,
  error: (message, fields) => lines.push({ ...fields, level: "error", message }),
  warn: (message, fields) => lines.push({ ...fields, level: "warn", message }),
});
