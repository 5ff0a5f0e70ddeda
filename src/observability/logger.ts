import winston from "winston";
import { createRedaction } from "./redaction.js";

export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, unknown>>;

/** Writes JSON lines; a winston logger is one. */
export interface Logger {
  error(message: string, fields?: LogFields): unknown;
  warn(message: string, fields?: LogFields): unknown;
  info(message: string, fields?: LogFields): unknown;
  debug(message: string, fields?: LogFields): unknown;
  isDebugEnabled(): boolean;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Texts that never appear in a line, beside API keys and URL credentials, which never do. */
  readonly secrets: readonly string[];
  /** Standard error unless given. */
  readonly stream?: NodeJS.WritableStream;
}

export function createLogger(options: LoggerOptions): Logger {
  const redact = createRedaction(options.secrets);
  const line = winston.format.printf(({ timestamp, level, message, ...fields }) =>
    redact(JSON.stringify({ timestamp, level, message, ...fields })),
  );
  const transports = [new winston.transports.Stream({ stream: options.stream ?? process.stderr })];
  return winston.createLogger({
    level: options.level,
    format: winston.format.combine(winston.format.timestamp(), line),
    transports: [...transports],
    exitOnError: false,
  });
}

/** The log fields of any thrown value, with the chain of its causes and the stack of the outermost. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: describe(error, 0), stack: error.stack };
}

function describe(error: Error, depth: number): string {
  const cause = error.cause instanceof Error && depth < 5 ? ` ← ${describe(error.cause, depth + 1)}` : "";
  return `${error.name}: ${error.message}${cause}`;
}
