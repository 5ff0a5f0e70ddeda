import winston from "winston";

export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type LogFields = Readonly<Record<string, unknown>>;

/** Writes JSON lines; a winston logger is one. */
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

/** Makes a function that takes everything secret out of a text before it is written anywhere. */
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

/** User information of a URL ("user:password"), its password alone, both also decoded. Empty for a URL without, and for no URL. */
export function credentialsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  return [password, decodeURIComponent(password), ...(username === "" ? [] : [`${username}:${password}`])].filter(
    (secret) => secret !== "",
  );
}

/** Shorter ones would take ordinary words apart; the pattern for URLs still catches them where they usually stand. */
const SHORTEST_SECRET = 4;

/** A whole key wherever it stands, and the beginning of one where a word begins ("task_id" holds none). */
const KEY = /(?:pk|sk)_[A-Za-z0-9_-]{43}|\b(?:pk|sk)_[A-Za-z0-9_-]+/g;
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"]+@/gi;

/** A secret as itself and as it stands inside a JSON string. */
const spellings = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];
