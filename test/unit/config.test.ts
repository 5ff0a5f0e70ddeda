import { expect } from "chai";
import { ConfigError, parseConfig, SETTINGS, type Config } from "../../src/config.js";

const DEFAULTS: Config = {
  host: "127.0.0.1",
  port: 8080,
  operationsPort: 9464,
  dataDir: ".data",
  payloadBucket: undefined,
  s3Endpoint: undefined,
  s3Region: undefined,
  s3Addressing: undefined,
  opensearchUrl: undefined,
  opensearchTimeoutMs: 30_000,
  opensearchHeap: "1g",
  opensearchJavaHome: undefined,
  javaHome: undefined,
  opensearchShards: 1,
  indexPrefix: "vitrine-",
  logLevel: "info",
  tracesEndpoint: undefined,
  maxBodyBytes: 65_536,
  configurationMaxBytes: 4_194_304,
  ingestionMaxBytes: 20_000_000_000,
  ingestionMaxLineBytes: 1_048_576,
  ingestionConcurrency: 2,
  ingestionMaxUnreadableShare: 0.01,
  ingestionLeaseSeconds: 6,
  generationRetentionHours: 24,
  payloadRetentionHours: 168,
  cursorTtlSeconds: 300,
  eventRetentionMonths: 13,
  eventMaxBodyBytes: 131_072,
  spoolMaxBytes: 1_000_000_000,
  collectorCookieDays: 365,
  readConcurrency: 32,
  readDeadlineMs: 2_500,
  cacheMb: 144,
  featuresMb: 256,
  tasteBudgetMs: 100,
  recommendationBudgetMs: 100,
  staleSeconds: 300,
  tasteRetentionDays: 400,
  learnEverySeconds: 10,
  embeddingUrl: undefined,
  embeddingKey: undefined,
  embeddingModelName: "all-minilm-l6-v2-q",
  embeddingQueryPrefix: "",
  embeddingPassagePrefix: "",
  embeddingBudgetMs: 100,
  vectorsMaxBytes: 300_000_000,
  sessionIndexMaxSessions: 10_000_000,
  sessionIndexMaxBytes: 600_000_000,
  eventPollMs: 2_000,
  rateLimitPerSecond: 0,
  rateLimitPerAddressPerSecond: 0,
  oidcIssuer: undefined,
  oidcClientId: undefined,
  oidcClientSecret: undefined,
  consoleOrigin: undefined,
  trustedProxies: undefined,
  maxConnections: undefined,
  lameDuckSeconds: 5,
  shutdownSeconds: 10,
};

function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

describe("parseConfig", () => {
  it("parseConfig returns the default of every setting that has a default", () => {
    expect(parseConfig({})).to.deep.equal(DEFAULTS);
  });

  it("parseConfig ignores environment variables that are empty or do not belong to a setting", () => {
    expect(parseConfig({ PORT: "", OPENSEARCH_URL: "", PATH: "/bin", port: "x" })).to.deep.equal(DEFAULTS);
  });

  it("parseConfig parses the value of each setting by the type of the setting", () => {
    const env = {
      HOST: "0.0.0.0",
      PORT: "0",
      OPERATIONS_PORT: "0",
      DATA_DIR: "/data",
      OPENSEARCH_URL: "https://user:pass@search.example:9200",
      INDEX_PREFIX: "shop1-",
      LOG_LEVEL: "debug",
      INGESTION_MAX_UNREADABLE_SHARE: "0",
      GENERATION_RETENTION_HOURS: "0.5",
      SHUTDOWN_SECONDS: "0",
      JAVA_HOME: "/jdk",
    };
    expect(parseConfig(env)).to.deep.equal({
      ...DEFAULTS,
      host: "0.0.0.0",
      port: 0,
      operationsPort: 0,
      dataDir: "/data",
      opensearchUrl: "https://user:pass@search.example:9200",
      indexPrefix: "shop1-",
      logLevel: "debug",
      ingestionMaxUnreadableShare: 0,
      generationRetentionHours: 0.5,
      shutdownSeconds: 0,
      javaHome: "/jdk",
    });
  });

  for (const [env, error] of [
    [{ PORT: "http" }, '`PORT` must be a port number from 0 to 65535 (0 selects a free port), got "http"'],
    [{ PORT: "65536" }, "`PORT` must be a port number from 0 to 65535 (0 selects a free port), got 65536"],
    [{ PORT: "80.5" }, '`PORT` must be a port number from 0 to 65535 (0 selects a free port), got "80.5"'],
    [{ LOG_LEVEL: "loud" }, '`LOG_LEVEL` must be one of "error", "warn", "info", "debug", got "loud"'],
    [{ OPENSEARCH_HEAP: "lots" }, '`OPENSEARCH_HEAP` must be a size like 512m or 2g, got "lots"'],
    [{ INGESTION_CONCURRENCY: "0" }, "`INGESTION_CONCURRENCY` must be at least 1, got 0"],
    [{ INGESTION_MAX_UNREADABLE_SHARE: "2" }, "`INGESTION_MAX_UNREADABLE_SHARE` must be at most 1, got 2"],
    [{ INGESTION_MAX_BYTES: "2GB" }, '`INGESTION_MAX_BYTES` must be an integer, got "2GB"'],
    [
      { INDEX_PREFIX: "Shop*" },
      '`INDEX_PREFIX` must be 1 to 50 lower-case letters, digits, hyphens and underscores, starting with a letter or digit, got "Shop*"',
    ],
    [
      { TRUSTED_PROXIES: "10.0.0.0/8, balancer" },
      "`TRUSTED_PROXIES` must be comma-separated IP addresses and networks: invalid IP address: balancer",
    ],
    [{ PORT: "9464" }, "`OPERATIONS_PORT` must differ from `PORT`, got 9464"],
  ] as const) {
    it(`rejects ${JSON.stringify(env)}`, () => {
      expect(errorsOf(env)).to.deep.equal([error]);
    });
  }

  it("parseConfig lists all validation errors at once", () => {
    const env = { PORT: "x", LOG_LEVEL: "y", SHUTDOWN_SECONDS: "-1" };
    expect(errorsOf(env).map((error) => error.split("`")[1])).to.have.members(Object.keys(env));
    expect(() => parseConfig(env)).to.throw(ConfigError, /^Invalid settings:\n {2}`.*\n {2}`.*\n {2}`.*$/);
  });

  it("parseConfig omits values that may contain a password from error messages", () => {
    expect(errorsOf({ OPENSEARCH_URL: "search.example hunter2" })).to.deep.equal([
      "`OPENSEARCH_URL` must be an address like https://user:password@search.example:9200, or several, separated by commas; the value is not shown, because it may contain a password",
    ]);
  });

  it("every service setting has a name in capital letters and a description", () => {
    for (const { name, description } of Object.values(SETTINGS)) {
      expect(name).to.match(/^[A-Z][A-Z0-9_]*$/);
      expect(description).to.match(/^[A-Z].*[^.]$/);
    }
  });
});
