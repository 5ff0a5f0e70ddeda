import proxyAddr from "proxy-addr";
import { LOG_LEVELS } from "./observability/index.js";
import { compileSchema } from "./schema/validator.js";

interface Setting {
  readonly name: string;
  readonly schema: { readonly type: "integer" | "number" | "string"; readonly [keyword: string]: unknown };
  readonly default?: string | number;
  readonly description: string;
  /** Never included in messages or logs. */
  readonly secret?: true;
}

const port = (description: string, name: string, fallback: number) =>
  ({
    name,
    schema: {
      type: "integer",
      minimum: 0,
      maximum: 65_535,
      "x-expected": "a port number from 0 (any free one) to 65535",
    },
    default: fallback,
    description,
  }) as const;

const positive = (name: string, fallback: number, description: string, maximum = Number.MAX_SAFE_INTEGER) =>
  ({ name, schema: { type: "integer", minimum: 1, maximum }, default: fallback, description }) as const;

/** All settings of the process, in the order of the documentation. They are read from the environment. */
export const SETTINGS = {
  host: {
    name: "HOST",
    schema: { type: "string", minLength: 1, maxLength: 253 },
    default: "127.0.0.1",
    description: "Address to listen on; only this machine unless set. Containers set 0.0.0.0",
  },
  port: port("Port of the service; 0 takes any free one", "PORT", 8080),
  operationsPort: port("Port of /metrics, /livez and /readyz; 0 takes any free one", "OPERATIONS_PORT", 9464),
  dataDir: {
    name: "DATA_DIR",
    schema: { type: "string", minLength: 1, maxLength: 1000 },
    default: ".data",
    description:
      "Folder for payloads (unless PAYLOAD_BUCKET is set), events that wait for the engine and sessions kept for the next start; also for the data of an engine that the service runs itself",
  },
  payloadBucket: {
    name: "PAYLOAD_BUCKET",
    schema: {
      type: "string",
      pattern: "^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[\\w.-]+)*/?$",
      "x-expected": "an address like s3://bucket or s3://bucket/folder",
    },
    description:
      "S3 bucket for payloads and lists of errors, which all processes share; DATA_DIR unless set. Credentials come from where the AWS SDK looks for them (AWS_ACCESS_KEY_ID, …)",
  },
  s3Endpoint: {
    name: "S3_ENDPOINT",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s/?#@]+/?$",
      "x-expected": "an address like https://minio.example:9000",
    },
    description: "Of an S3-compatible store other than Amazon's",
  },
  s3Region: {
    name: "S3_REGION",
    schema: { type: "string", pattern: "^[\\w-]{1,64}$", "x-expected": "a name like eu-central-1" },
    description: "Of the bucket; unless set, as the AWS SDK finds it (AWS_REGION, …), or us-east-1 with S3_ENDPOINT",
  },
  s3Addressing: {
    name: "S3_ADDRESSING",
    schema: { type: "string", enum: ["path", "virtual"] },
    description: "Where addresses have the bucket: path or virtual (host name); unless set, path with S3_ENDPOINT only",
  },
  opensearchUrl: {
    name: "OPENSEARCH_URL",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s/?#]+/?(,https?://[^\\s/?#]+/?)*$",
      "x-expected": "an address like https://user:password@search.example:9200, or several with commas between",
    },
    description:
      "The engine to use, or the nodes of its cluster with commas between; without it one is found or started. May carry credentials",
    secret: true,
  },
  opensearchTimeoutMs: positive(
    "OPENSEARCH_TIMEOUT_MS",
    30_000,
    "Milliseconds to wait for an answer of the engine",
    600_000,
  ),
  opensearchHeap: {
    name: "OPENSEARCH_HEAP",
    schema: { type: "string", pattern: "^[1-9][0-9]*[kmgKMG]$", "x-expected": "a size like 512m or 2g" },
    default: "1g",
    description: "Heap of an engine that the service starts itself",
  },
  opensearchJavaHome: {
    name: "OPENSEARCH_JAVA_HOME",
    schema: { type: "string" },
    description: "The JDK that an engine is run with, and no other",
  },
  javaHome: { name: "JAVA_HOME", schema: { type: "string" }, description: "The JDK that is tried first" },
  opensearchShards: positive(
    "OPENSEARCH_SHARDS",
    1,
    "Shards of each catalogue index, from its next generation on",
    1024,
  ),
  indexPrefix: {
    name: "INDEX_PREFIX",
    schema: {
      type: "string",
      pattern: "^[a-z0-9][a-z0-9_-]{0,49}$",
      "x-expected": "1 to 50 lower-case letters, digits, `-` and `_`, with a letter or digit first",
    },
    default: "vitrine-",
    description: "Beginning of the names of all indices, aliases and templates",
  },
  logLevel: {
    name: "LOG_LEVEL",
    schema: { type: "string", enum: LOG_LEVELS },
    default: "info",
    description: `One of ${LOG_LEVELS.join(", ")}; debug has a line for every request`,
  },
  tracesEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    schema: {
      type: "string",
      pattern: "^https?://[^\\s?#]+$",
      "x-expected": "an address like http://collector.example:4318",
    },
    description:
      "Where traces go by OTLP, as JSON over HTTP; none are recorded unless set. OpenTelemetry's other variables say how",
    secret: true,
  },
  maxBodyBytes: positive(
    "MAX_BODY_BYTES",
    65_536,
    "Largest body of a recommendation request, as sent and inflated; while it is parsed and checked, others wait",
  ),
  configurationMaxBytes: positive(
    "CONFIGURATION_MAX_BYTES",
    4_194_304,
    "Largest storefront configuration, as sent and inflated",
  ),
  ingestionMaxBytes: positive(
    "INGESTION_MAX_BYTES",
    20_000_000_000,
    "Largest feed of an ingestion including all its parts, as sent and inflated",
  ),
  ingestionMaxLineBytes: positive(
    "INGESTION_MAX_LINE_BYTES",
    1_048_576,
    "Longest line of a payload; longer ones are rejected",
  ),
  ingestionConcurrency: positive("INGESTION_CONCURRENCY", 2, "Jobs of different clients that run at once", 64),
  ingestionMaxUnreadableShare: {
    name: "INGESTION_MAX_UNREADABLE_SHARE",
    schema: { type: "number", minimum: 0, maximum: 1 },
    default: 0.01,
    description: "A soft_replace with a greater share (0 to 1) of lines without a readable identifier fails",
  },
  ingestionLeaseSeconds: {
    name: "INGESTION_LEASE_SECONDS",
    schema: { type: "integer", minimum: 2, maximum: 3600 },
    default: 6,
    description:
      "Seconds without a sign of life after which another process takes over the job of one that has died; that is done within 2 more",
  },
  generationRetentionHours: {
    name: "GENERATION_RETENTION_HOURS",
    schema: { type: "number", minimum: 0, maximum: 8760 },
    default: 24,
    description: "Hours that a replaced catalogue stays, to roll back to",
  },
  payloadRetentionHours: {
    name: "PAYLOAD_RETENTION_HOURS",
    schema: { type: "number", minimum: 0, maximum: 8760 },
    default: 168,
    description: "Hours that payloads and lists of errors are kept; a payload whose job has not ended stays",
  },
  cursorTtlSeconds: positive(
    "CURSOR_TTL_SECONDS",
    300,
    "Seconds that a shopper may take for the first pages of a result; deeper in it is up to three times as long",
    14_400,
  ),
  eventRetentionMonths: positive(
    "EVENT_RETENTION_MONTHS",
    13,
    "Months that events and remembered answers are kept, beside the current one; whole months are deleted",
    1_200,
  ),
  eventMaxBodyBytes: positive(
    "EVENT_MAX_BODY_BYTES",
    131_072,
    "Largest request of a tracker, as sent and inflated; trackers in browsers and apps send at most 40,000 bytes unless told otherwise",
  ),
  spoolMaxBytes: positive(
    "SPOOL_MAX_BYTES",
    1_000_000_000,
    "Most bytes of events that wait on the disk while the engine is away; beyond it trackers are told to come again",
  ),
  collectorCookieDays: {
    name: "COLLECTOR_COOKIE_DAYS",
    schema: { type: "integer", minimum: 0, maximum: 400 },
    default: 365,
    description:
      "Days that the collector's cookie lives, as trackers expect one; it is stored nowhere else. 0: no cookie",
  },
  readConcurrency: {
    name: "READ_CONCURRENCY",
    schema: { type: "integer", minimum: 0, maximum: 10_000 },
    default: 32,
    description:
      "Searches and recommendations that one process works on at once; 64 others wait a moment, and the rest is answered 503. 0: no limit",
  },
  readDeadlineMs: positive(
    "READ_DEADLINE_MS",
    2_500,
    "Milliseconds after which a search or recommendation that the engine has not answered is answered 503",
    600_000,
  ),
  cacheMb: positive(
    "CACHE_MB",
    144,
    "Most megabytes of memory for what is the same for every shopper: products, results and counts of live catalogues, phrases for suggestions",
    1_000_000,
  ),
  featuresMb: positive(
    "FEATURES_MB",
    256,
    "Most megabytes of memory for what products are ranked by: some 250 bytes a product. Of larger catalogues it is read as it is needed",
    1_000_000,
  ),
  tasteBudgetMs: positive(
    "TASTE_BUDGET_MS",
    100,
    "Milliseconds that reading a shopper's taste may take; after that the page goes without it",
    10_000,
  ),
  recommendationBudgetMs: positive(
    "RECOMMENDATION_BUDGET_MS",
    100,
    "Milliseconds that each search for a recommendation's candidates may take; after that its block has what was found",
    10_000,
  ),
  staleSeconds: {
    name: "STALE_SECONDS",
    schema: { type: "integer", minimum: 0, maximum: 3_600 },
    default: 300,
    description:
      "Seconds that what was last known of a listing may be old to be answered while the engine does not answer; 0 answers nothing stale",
  },
  tasteRetentionDays: positive(
    "TASTE_RETENTION_DAYS",
    400,
    "Days after which the taste of a device or user is removed that nothing has been heard of",
    36_500,
  ),
  learnEverySeconds: positive(
    "LEARN_EVERY_SECONDS",
    10,
    "Seconds between two looks of the process that learns about products at what shoppers did",
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
      "A server with `POST /v1/embeddings`: enables semantic search for storefronts with `search.semantic` above 0. Without it, no embeddings are computed",
  },
  embeddingKey: {
    name: "EMBEDDING_KEY",
    schema: { type: "string", minLength: 1, maxLength: 1000, "x-expected": "a token of 1 to 1000 characters" },
    description: "Sent to that server as a bearer token, if set",
    secret: true,
  },
  embeddingModelName: {
    name: "EMBEDDING_MODEL",
    schema: { type: "string", minLength: 1, maxLength: 200 },
    default: "all-minilm-l6-v2-q",
    description: "The model that it is asked for; another one makes all vectors anew",
  },
  embeddingQueryPrefix: {
    name: "EMBEDDING_QUERY_PREFIX",
    schema: { type: "string", maxLength: 200 },
    default: "",
    description: 'What the model wants before a query; `"query: "` for E5',
  },
  embeddingPassagePrefix: {
    name: "EMBEDDING_PASSAGE_PREFIX",
    schema: { type: "string", maxLength: 200 },
    default: "",
    description: 'The same before the text of a product; `"passage: "` for E5',
  },
  embeddingBudgetMs: positive(
    "EMBEDDING_BUDGET_MS",
    100,
    "Milliseconds that encoding a query may take; after that the search goes by words alone, as do those of the next five seconds",
    10_000,
  ),
  vectorsMaxBytes: positive(
    "VECTORS_MAX_BYTES",
    300_000_000,
    "Memory of each process for vectors of products, some 600 bytes each; those beyond it are found by words only",
    8_000_000_000,
  ),
  sessionIndexMaxSessions: positive(
    "SESSION_INDEX_MAX_SESSIONS",
    10_000_000,
    "Sessions of shoppers that each process keeps in memory to recommend from; the oldest leave first",
    1_000_000_000,
  ),
  sessionIndexMaxBytes: positive(
    "SESSION_INDEX_MAX_BYTES",
    600_000_000,
    "Memory for these sessions; it is taken as they come",
    8_000_000_000,
  ),
  eventPollMs: {
    name: "EVENT_POLL_MS",
    schema: { type: "integer", minimum: 50, maximum: 3_600_000 },
    default: 2_000,
    description: "Milliseconds after which each process looks for events that others have stored",
  },
  rateLimitPerSecond: {
    name: "RATE_LIMIT_PER_SECOND",
    schema: { type: "integer", minimum: 0, maximum: 1_000_000 },
    default: 0,
    description: "Requests a second that one key may make to this process; 0: no limit",
  },
  rateLimitPerAddressPerSecond: {
    name: "RATE_LIMIT_PER_ADDRESS_PER_SECOND",
    schema: { type: "integer", minimum: 0, maximum: 1_000_000 },
    default: 0,
    description:
      "Requests a second that one address may make to this process, with public keys and to the collector together; 0: no limit",
  },
  oidcIssuer: {
    name: "OIDC_ISSUER",
    schema: { type: "string", pattern: "^https?://[^\\s?#@]+$", "x-expected": "an address like https://login.example" },
    description:
      "OpenID provider by which people sign in to the console, beside passwords; needs OIDC_CLIENT_ID and CONSOLE_ORIGIN",
  },
  oidcClientId: {
    name: "OIDC_CLIENT_ID",
    schema: { type: "string", maxLength: 500 },
    description: "What the provider knows the console as",
  },
  oidcClientSecret: {
    name: "OIDC_CLIENT_SECRET",
    schema: { type: "string", maxLength: 2_000, "x-expected": "a text" },
    description: "Its secret there; public clients have none",
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
      "Where browsers reach this service; the provider sends them back to /console/api/session/oidc/back there",
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    schema: { type: "string", maxLength: 10_000 },
    description:
      "Load balancers in front: addresses and networks (10.0.0.0/8), or loopback, linklocal, uniquelocal, with commas between. Their X-Forwarded-For says who asks",
  },
  maxConnections: {
    name: "MAX_CONNECTIONS",
    schema: { type: "integer", minimum: 16, maximum: 1_000_000 },
    description:
      "Connections open at once; past it the one that waits longest for its client is closed. Unless set, and at most, what the limit of open files allows (up to 10000)",
  },
  lameDuckSeconds: {
    name: "LAME_DUCK_SECONDS",
    schema: { type: "integer", minimum: 0, maximum: 3600 },
    default: 5,
    description:
      "Seconds that a stopping `vitrine serve` goes on as before with /readyz at 503, so that load balancers notice. None under `npm start`",
  },
  shutdownSeconds: {
    name: "SHUTDOWN_SECONDS",
    schema: { type: "integer", minimum: 0, maximum: 3600 },
    default: 10,
    description: "Seconds in which a process then closes its connections and finishes what is in flight",
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

/** All errors in the environment; `message` contains a line for each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly errors: readonly string[]) {
    super(["The settings are wrong:", ...errors.map((error) => `  ${error}`)].join("\n"));
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
 * Compiles a comma-separated list of addresses and networks (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`.
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
 * @throws ConfigError with all errors
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {};
  for (const { name } of LIST) {
    if (env[name] !== undefined && env[name] !== "") values[name] = env[name];
  }
  const errors = check(values).map(({ path, message }) => withoutSecret(path, message));
  if (values.PORT === values.OPERATIONS_PORT && values.PORT !== 0) {
    errors.push(`\`OPERATIONS_PORT\` must be another port than \`PORT\`, got ${JSON.stringify(values.PORT)}`);
  }
  const wrongProxy = proxyListError(env["TRUSTED_PROXIES"] ?? "");
  if (wrongProxy !== undefined) {
    errors.push(`\`TRUSTED_PROXIES\` must be addresses and networks with commas between: ${wrongProxy}`);
  }
  if (
    values.OIDC_ISSUER !== undefined &&
    (values.OIDC_CLIENT_ID === undefined || values.CONSOLE_ORIGIN === undefined)
  ) {
    errors.push("`OIDC_ISSUER` needs `OIDC_CLIENT_ID` and `CONSOLE_ORIGIN`");
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return Object.fromEntries(Object.entries(SETTINGS).map(([field, { name }]) => [field, values[name]])) as Config;
}

function withoutSecret(name: string, message: string): string {
  const setting = LIST.find((one) => one.name === name);
  if (setting?.secret !== true) return message;
  return `\`${name}\` must be ${String(setting.schema["x-expected"])}; what came is not shown, it may hold a password`;
}
