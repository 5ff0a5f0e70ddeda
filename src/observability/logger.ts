import winston from "winston";

export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type LogFields = Readonly<Record<string, unknown>>;

/** A logger that writes JSON lines, compatible with winston. */
export interface Logger {
  error(message: string, fields?: LogFields): unknown;
  warn(message: string, fields?: LogFields): unknown;
  info(message: string, fields?: LogFields): unknown;
  debug(message: string, fields?: LogFields): unknown;
  isDebugEnabled(): boolean;
}

const nothing = () => undefined;

export const SILENT: Logger = {
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  isDebugEnabled: () => false,
};

interface LoggerOptions {
  readonly level: LogLevel;
  /** Texts that are redacted in every log line, in addition to API keys and URL credentials. */
  readonly secrets: readonly string[];
  /** Stream to which log lines are written. Default: standard error. */
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

/** Returns the log fields of any thrown value: the messages of the error and its causes, and the stack of the outermost error. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: describe(error, 0), stack: error.stack };
}

function describe(error: Error, depth: number): string {
  const cause = error.cause instanceof Error && depth < 5 ? ` ← ${describe(error.cause, depth + 1)}` : "";
  return `${error.name}: ${error.message}${cause}`;
}

/** Creates a function that redacts all secrets in a text. */
export function createRedaction(secrets: readonly string[]): (text: string) => string {
  const literal = [...new Set(secrets.flatMap(spellings))]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let safe = text.replaceAll(KEY, "[redacted key]").replaceAll(URL_CREDENTIALS, "$1[redacted]@");
    for (const secret of literal) safe = safe.replaceAll(secret, "[redacted]");
    return safe;
  };
}

/**
 * Returns the password in a URL, encoded and decoded, and the user information ("user:password"). Returns an empty list for a URL without
 * credentials, and for other texts.
 */
export function credentialsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  return [password, decodeURIComponent(password), ...(username === "" ? [] : [`${username}:${password}`])].filter(
    (secret) => secret !== "",
  );
}

/** Minimum number of characters of a secret that is redacted in logs. Redacting shorter secrets would also redact ordinary words. */
const SHORTEST_SECRET = 4;

/** Matches a complete API key anywhere in a text, and an incomplete key at the start of a word (so not "sk_id" in "task_id"). */
const KEY = /(?:pk|sk)_[A-Za-z0-9_-]{43}|\b(?:pk|sk)_[A-Za-z0-9_-]+/g;
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"]+@/gi;

/** Returns a secret in its plain form and in its escaped form inside a JSON string. */
const spellings = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];
