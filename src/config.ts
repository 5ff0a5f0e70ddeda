import proxyAddr from "proxy-addr";
import { LOG_LEVELS } from "./observability/index.js";
import { compileSchema } from "./schema/validator.js";

interface Setting {
  readonly name: string;
  readonly schema: { readonly type: "integer" | "number" | "string"; readonly [keyword: string]: unknown };
  readonly default?: string | number;
  readonly description: string;
  /** A secret setting is never included in messages or logs. */
  readonly secret?: true;
}

const port = (description: string, name: string, fallback: number) =>
  ({
    name,
    schema: {
      type: "integer",
      minimum: 0,
      maximum: 65_535,
      "x-expected": "a port number from 0 to 65535 (0 selects a free port)",
    },
    default: fallback,
    description,
  }) as const;

const positive = (name: string, fallback: number, description: string, maximum = Number.MAX_SAFE_INTEGER) =>
  ({ name, schema: { type: "integer", minimum: 1, maximum }, default: fallback, description }) as const;

/** All environment variables that configure the process, in the order of the documentation. */
export const SETTINGS = {
  host: {
    name: "HOST",
    schema: { type: "string", minLength: 1, maxLength: 253 },
    default: "127.0.0.1",
    description: "IP address or host name to listen on. Set 0.0.0.0 in a container",
  },
  port: port("Port of the API and the console; 0 selects a free port", "PORT", 8080),
  operationsPort: port("Port of /metrics, /livez and /readyz; 0 selects a free port", "OPERATIONS_PORT", 9464),
  dataDir: {
    name: "DATA_DIR",
    schema: { type: "string", minLength: 1, maxLength: 1000 },
    default: ".data",
    description:
      "Data folder: feeds (unless PAYLOAD_BUCKET is set), events not yet stored in OpenSearch, shopper sessions, and the data of a local OpenSearch",
  },
  payloadBucket: {
    name: "PAYLOAD_BUCKET",
    schema: {
      type: "string",
      pattern: "^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[\\w.-]+)*/?$",
      "x-expected": "an address like s3://bucket or s3://bucket/folder",
    },
    description:
      "S3 bucket for feeds and their error lists, shared by all processes; without it, they are stored in DATA_DIR. Uses the credentials of the AWS SDK (AWS_ACCESS_KEY_ID, …)",
  },
  s3Endpoint: {
    name: "S3_ENDPOINT",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s/?#@]+/?$",
      "x-expected": "an address like https://minio.example:9000",
    },
    description: "URL of an S3-compatible store other than Amazon S3",
  },
  s3Region: {
    name: "S3_REGION",
    schema: { type: "string", pattern: "^[\\w-]{1,64}$", "x-expected": "a region name like eu-central-1" },
    description:
      "Region of the S3 bucket. Default: the region of the AWS SDK (AWS_REGION, …), or us-east-1 if S3_ENDPOINT is set",
  },
  s3Addressing: {
    name: "S3_ADDRESSING",
    schema: { type: "string", enum: ["path", "virtual"] },
    description:
      "Position of the S3 bucket name in URLs: in the path (path) or in the host name (virtual). Default: path if S3_ENDPOINT is set, else virtual",
  },
  opensearchUrl: {
    name: "OPENSEARCH_URL",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s/?#]+/?(,https?://[^\\s/?#]+/?)*$",
      "x-expected": "an address like https://user:password@search.example:9200, or several, separated by commas",
    },
    description:
      "URL of OpenSearch, or comma-separated URLs of its nodes, with credentials if required. Without it, Vitrine finds or starts a local OpenSearch",
    secret: true,
  },
  opensearchTimeoutMs: positive(
    "OPENSEARCH_TIMEOUT_MS",
    30_000,
    "Timeout of OpenSearch requests in milliseconds",
    600_000,
  ),
  opensearchHeap: {
    name: "OPENSEARCH_HEAP",
    schema: { type: "string", pattern: "^[1-9][0-9]*[kmgKMG]$", "x-expected": "a size like 512m or 2g" },
    default: "1g",
    description: "Java heap size of a local OpenSearch",
  },
  opensearchJavaHome: {
    name: "OPENSEARCH_JAVA_HOME",
    schema: { type: "string" },
    description: "JDK of a local OpenSearch; no other JDK is tried",
  },
  javaHome: {
    name: "JAVA_HOME",
    schema: { type: "string" },
    description: "JDK that is tried first for a local OpenSearch",
  },
  opensearchShards: positive(
    "OPENSEARCH_SHARDS",
    1,
    "Number of shards per catalogue index; applies to indices created later",
    1024,
  ),
  indexPrefix: {
    name: "INDEX_PREFIX",
    schema: {
      type: "string",
      pattern: "^[a-z0-9][a-z0-9_-]{0,49}$",
      "x-expected": "1 to 50 lower-case letters, digits, hyphens and underscores, starting with a letter or digit",
    },
    default: "vitrine-",
    description: "Prefix of the names of all OpenSearch indices, aliases and templates",
  },
  logLevel: {
    name: "LOG_LEVEL",
    schema: { type: "string", enum: LOG_LEVELS },
    default: "info",
    description: `Log level: one of ${LOG_LEVELS.join(", ")}; debug logs every request`,
  },
  tracesEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s?#]+$",
      "x-expected": "an address like http://collector.example:4318",
    },
    description:
      "URL of an OpenTelemetry collector for traces (OTLP, JSON over HTTP); enables tracing. Other OTEL_ variables apply",
    secret: true,
  },
  maxBodyBytes: positive(
    "MAX_BODY_BYTES",
    65_536,
    "Maximum body size of a listing, search or recommendation request in bytes; applies to the compressed and to the decompressed size",
  ),
  configurationMaxBytes: positive(
    "CONFIGURATION_MAX_BYTES",
    4_194_304,
    "Maximum size of a storefront configuration in bytes; applies to the compressed and to the decompressed size",
  ),
  ingestionMaxBytes: positive(
    "INGESTION_MAX_BYTES",
    20_000_000_000,
    "Maximum total size of a feed in bytes; applies to the compressed and to the decompressed size",
  ),
  ingestionMaxLineBytes: positive(
    "INGESTION_MAX_LINE_BYTES",
    1_048_576,
    "Maximum feed line in bytes; longer lines are rejected",
  ),
  ingestionConcurrency: positive(
    "INGESTION_CONCURRENCY",
    2,
    "Maximum number of parallel ingestion jobs; jobs of one client run one after another",
    64,
  ),
  ingestionMaxUnreadableShare: {
    name: "INGESTION_MAX_UNREADABLE_SHARE",
    schema: { type: "number", minimum: 0, maximum: 1 },
    default: 0.01,
    description:
      "Maximum share (0 to 1) of lines without a readable identifier in a soft_replace feed; above it, the job fails",
  },
  ingestionLeaseSeconds: {
    name: "INGESTION_LEASE_SECONDS",
    schema: { type: "integer", minimum: 2, maximum: 3600 },
    default: 6,
    description:
      "Seconds without a heartbeat after which another process takes over an ingestion job; the takeover takes up to 2 more seconds",
  },
  generationRetentionHours: {
    name: "GENERATION_RETENTION_HOURS",
    schema: { type: "number", minimum: 0, maximum: 8760 },
    default: 24,
    description: "Hours for which a replaced catalogue remains available for rollback",
  },
  payloadRetentionHours: {
    name: "PAYLOAD_RETENTION_HOURS",
    schema: { type: "number", minimum: 0, maximum: 8760 },
    default: 168,
    description: "Hours after which feeds and error lists are deleted; feeds of unfinished jobs remain",
  },
  cursorTtlSeconds: positive(
    "CURSOR_TTL_SECONDS",
    300,
    "Lifetime of a pagination cursor in seconds; cursors of later pages live up to three times as long",
    14_400,
  ),
  eventRetentionMonths: positive(
    "EVENT_RETENTION_MONTHS",
    13,
    "Number of full months, in addition to the current month, for which events and recorded responses are stored",
    1_200,
  ),
  eventMaxBodyBytes: positive(
    "EVENT_MAX_BODY_BYTES",
    131_072,
    "Maximum body of a tracker request in bytes, compressed and decompressed; trackers send at most 40,000 bytes by default",
  ),
  spoolMaxBytes: positive(
    "SPOOL_MAX_BYTES",
    1_000_000_000,
    "Maximum disk space in bytes for events that OpenSearch has not stored; when it is full, tracker requests get a 503 response",
  ),
  collectorCookieDays: {
    name: "COLLECTOR_COOKIE_DAYS",
    schema: { type: "integer", minimum: 0, maximum: 400 },
    default: 365,
    description:
      "Lifetime of the event collector's cookie in days; the service does not store the cookie. 0 disables it",
  },
  readConcurrency: {
    name: "READ_CONCURRENCY",
    schema: { type: "integer", minimum: 0, maximum: 10_000 },
    default: 32,
    description:
      "Maximum number of parallel search and recommendation requests per process; 64 more are queued briefly, others get a 503 response. 0: no limit",
  },
  readDeadlineMs: positive(
    "READ_DEADLINE_MS",
    2_500,
    "Time limit in milliseconds for a search or recommendation request; above it, the response is 503",
    600_000,
  ),
  cacheMb: positive(
    "CACHE_MB",
    144,
    "Maximum memory in MB for cached data that is the same for all shoppers: products, results, counts and suggestion dictionaries",
    1_000_000,
  ),
  featuresMb: positive(
    "FEATURES_MB",
    256,
    "Maximum memory in MB for ranking data, about 250 bytes per product; larger catalogues load it on demand",
    1_000_000,
  ),
  tasteBudgetMs: positive(
    "TASTE_BUDGET_MS",
    100,
    "Time limit in milliseconds for loading a taste profile; above it, the response is not personalized",
    10_000,
  ),
  recommendationBudgetMs: positive(
    "RECOMMENDATION_BUDGET_MS",
    100,
    "Time limit in milliseconds for each candidate search of a recommendation; above it, the block contains the products found so far",
    10_000,
  ),
  staleSeconds: {
    name: "STALE_SECONDS",
    schema: { type: "integer", minimum: 0, maximum: 3_600 },
    default: 300,
    description:
      "Maximum age in seconds of a stale listing response while OpenSearch is unavailable; 0 disables stale responses",
  },
  tasteRetentionDays: positive(
    "TASTE_RETENTION_DAYS",
    400,
    "Days without events after which the taste profile of a device or user is deleted",
    36_500,
  ),
  learnEverySeconds: positive(
    "LEARN_EVERY_SECONDS",
    10,
    "Interval in seconds at which product signals such as popularity are updated from events",
    86_400,
  ),
  embeddingUrl: {
    name: "EMBEDDING_URL",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s?#@]+$",
      "x-expected": "an address like http://127.0.0.1:8090, without credentials",
    },
    description:
      "URL of a server with `POST /v1/embeddings`; enables semantic search for storefronts with `search.semantic` above 0",
  },
  embeddingKey: {
    name: "EMBEDDING_KEY",
    schema: { type: "string", minLength: 1, maxLength: 1000, "x-expected": "a token of 1 to 1000 characters" },
    description: "Bearer token for the embedding server",
    secret: true,
  },
  embeddingModelName: {
    name: "EMBEDDING_MODEL",
    schema: { type: "string", minLength: 1, maxLength: 200 },
    default: "all-minilm-l6-v2-q",
    description: "Name of the embedding model; a change recomputes all product vectors",
  },
  embeddingQueryPrefix: {
    name: "EMBEDDING_QUERY_PREFIX",
    schema: { type: "string", maxLength: 200 },
    default: "",
    description: 'Prefix of queries for the embedding model; `"query: "` for E5',
  },
  embeddingPassagePrefix: {
    name: "EMBEDDING_PASSAGE_PREFIX",
    schema: { type: "string", maxLength: 200 },
    default: "",
    description: 'Prefix of product texts for the embedding model; `"passage: "` for E5',
  },
  embeddingBudgetMs: positive(
    "EMBEDDING_BUDGET_MS",
    100,
    "Time limit in milliseconds for the embedding of a query; above it, this search and those of the next five seconds use keywords only",
    10_000,
  ),
  vectorsMaxBytes: positive(
    "VECTORS_MAX_BYTES",
    300_000_000,
    "Maximum memory in bytes per process for product vectors, about 600 bytes each; other products are found by keywords only",
    8_000_000_000,
  ),
  sessionIndexMaxSessions: positive(
    "SESSION_INDEX_MAX_SESSIONS",
    10_000_000,
    "Maximum number of shopper sessions in the memory of each process, used for recommendations; the oldest are removed first",
    1_000_000_000,
  ),
  sessionIndexMaxBytes: positive(
    "SESSION_INDEX_MAX_BYTES",
    600_000_000,
    "Maximum memory in bytes per process for shopper sessions; allocated on demand",
    8_000_000_000,
  ),
  eventPollMs: {
    name: "EVENT_POLL_MS",
    schema: { type: "integer", minimum: 50, maximum: 3_600_000 },
    default: 2_000,
    description: "Interval in milliseconds at which each process loads events stored by other processes",
  },
  rateLimitPerSecond: {
    name: "RATE_LIMIT_PER_SECOND",
    schema: { type: "integer", minimum: 0, maximum: 1_000_000 },
    default: 0,
    description: "Maximum requests per second and API key, per process; 0: no limit",
  },
  rateLimitPerAddressPerSecond: {
    name: "RATE_LIMIT_PER_ADDRESS_PER_SECOND",
    schema: { type: "integer", minimum: 0, maximum: 1_000_000 },
    default: 0,
    description:
      "Maximum requests per second and client IP, per process, for public keys and the event collector together; 0: no limit",
  },
  oidcIssuer: {
    name: "OIDC_ISSUER",
    schema: { type: "string", pattern: "^https?://[^\\s?#@]+$", "x-expected": "an address like https://login.example" },
    description:
      "URL of an OpenID Connect provider for console sign-in, in addition to passwords; requires OIDC_CLIENT_ID and CONSOLE_ORIGIN",
  },
  oidcClientId: {
    name: "OIDC_CLIENT_ID",
    schema: { type: "string", maxLength: 500 },
    description: "Client ID of the console at the OpenID Connect provider",
  },
  oidcClientSecret: {
    name: "OIDC_CLIENT_SECRET",
    schema: { type: "string", maxLength: 2_000, "x-expected": "a text" },
    description: "Client secret of the console at the OpenID Connect provider; leave empty for a public client",
    secret: true,
  },
  consoleOrigin: {
    name: "CONSOLE_ORIGIN",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s/?#@]+$",
      "x-expected": "an address like https://search.example",
    },
    description:
      "Public URL of this service, for the addresses of uploaded images; the redirect URI at the OpenID Connect provider is this URL with /console/api/session/oidc/back",
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    schema: { type: "string", maxLength: 10_000 },
    description:
      "Comma-separated IP addresses and networks (10.0.0.0/8) of load balancers, or loopback, linklocal, uniquelocal; their X-Forwarded-For header determines the client IP",
  },
  maxConnections: {
    name: "MAX_CONNECTIONS",
    schema: { type: "integer", minimum: 16, maximum: 1_000_000 },
    description:
      "Maximum number of open connections; above it, the connection that waits longest for its client is closed. Default and upper limit: derived from the open-file limit, up to 10000",
  },
  lameDuckSeconds: {
    name: "LAME_DUCK_SECONDS",
    schema: { type: "integer", minimum: 0, maximum: 3600 },
    default: 5,
    description:
      "Seconds for which the service still accepts requests after a stop signal. In this time, /readyz returns 503, so that load balancers stop sending requests",
  },
  shutdownSeconds: {
    name: "SHUTDOWN_SECONDS",
    schema: { type: "integer", minimum: 0, maximum: 3600 },
    default: 10,
    description: "Time limit in seconds for completing requests in progress when the process stops",
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Settings = typeof SETTINGS;

type ValueOf<S extends Setting> = S["schema"] extends { readonly enum: readonly (infer Choice)[] }
  ? Choice
  : S["schema"]["type"] extends "string"
    ? string
    : number;

type Absent<S extends Setting> = S extends { readonly default: string | number } ? never : undefined;

/** The validated settings. Settings without a default may be undefined. */
export type Config = { readonly [K in keyof Settings]: ValueOf<Settings[K]> | Absent<Settings[K]> };

/** Error that lists all invalid environment variables; `message` contains one line per variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly errors: readonly string[]) {
    super(["Invalid settings:", ...errors.map((error) => `  ${error}`)].join("\n"));
  }
}

const LIST: readonly Setting[] = Object.values(SETTINGS);

const check = compileSchema(
  {
    type: "object",
    properties: Object.fromEntries(
      LIST.map(({ name, schema, default: fallback }) => [
        name,
        { ...schema, ...(fallback === undefined ? {} : { default: fallback }) },
      ]),
    ),
  },
  { subject: "environment", errors: "all", coerce: true },
);

/**
 * Compiles a comma-separated list of trusted proxies: IP addresses, networks (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`.
 * @throws Error for an invalid list
 */
export const trustedProxies = (list = "") =>
  proxyAddr.compile(
    list
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );

/** @returns the error in a list of proxies; undefined if the list is valid */
export function proxyListError(list: string): string | undefined {
  try {
    trustedProxies(list);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Reads the settings from an environment. An empty variable counts as unset.
 * @throws {ConfigError} with all errors
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {};
  for (const { name } of LIST) {
    if (env[name] !== undefined && env[name] !== "") values[name] = env[name];
  }
  const errors = check(values).map(({ path, message }) => withoutSecret(path, message));
  if (values.PORT === values.OPERATIONS_PORT && values.PORT !== 0) {
    errors.push(`\`OPERATIONS_PORT\` must differ from \`PORT\`, got ${JSON.stringify(values.PORT)}`);
  }
  const wrongProxy = proxyListError(env["TRUSTED_PROXIES"] ?? "");
  if (wrongProxy !== undefined) {
    errors.push(`\`TRUSTED_PROXIES\` must be comma-separated IP addresses and networks: ${wrongProxy}`);
  }
  if (
    values.OIDC_ISSUER !== undefined &&
    (values.OIDC_CLIENT_ID === undefined || values.CONSOLE_ORIGIN === undefined)
  ) {
    errors.push("`OIDC_ISSUER` requires `OIDC_CLIENT_ID` and `CONSOLE_ORIGIN`");
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return Object.fromEntries(Object.entries(SETTINGS).map(([field, { name }]) => [field, values[name]])) as Config;
}

function withoutSecret(name: string, message: string): string {
  const setting = LIST.find((one) => one.name === name);
  if (setting?.secret !== true) return message;
  return `\`${name}\` must be ${String(setting.schema["x-expected"])}; the value is not shown, because it may contain a password`;
}
