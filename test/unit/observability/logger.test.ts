import { PassThrough } from "node:stream";
import { expect } from "chai";
import fc from "fast-check";
import {
  createLogger,
  createRedaction,
  credentialsOf,
  errorFields,
  type LogLevel,
} from "../../../src/observability/logger.js";
import { createKey } from "../../../src/storefront/keys.js";

describe("createLogger", () => {
  function logging(level: LogLevel) {
    const stream = new PassThrough();
    const logger = createLogger({ level, secrets: ["hunter22"], stream });
    const lines = () => {
      const text = stream.read() as Buffer | null;
      return (text?.toString("utf8") ?? "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    };
    return { logger, lines };
  }

  it("the logger writes each message and its fields as a JSON object on one line", () => {
    const { logger, lines } = logging("info");
    logger.info("first", { request_id: "r-1", count: 0 });
    logger.error("second\nline", { ok: false });
    const [first, second, ...others] = lines();
    expect(others).to.deep.equal([]);
    expect(first?.timestamp).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect({ ...first, timestamp: 0 }).to.deep.equal({
      timestamp: 0,
      level: "info",
      message: "first",
      request_id: "r-1",
      count: 0,
    });
    expect({ ...second, timestamp: 0 }).to.deep.equal({
      timestamp: 0,
      level: "error",
      message: "second\nline",
      ok: false,
    });
  });

  it("the logger redacts API keys and configured secrets in every field", () => {
    const { logger, lines } = logging("debug");
    const { key } = createKey("private", new Date(0));
    logger.debug(`message ${key}`, {
      headers: { "x-service-api-key": key },
      [key]: "name",
      ...errorFields(new Error(`failed with ${key} and hunter22`, { cause: new Error(`cause ${key}`) })),
    });
    const text = JSON.stringify(lines());
    expect(text).to.include("failed with [redacted key] and [redacted]").and.include("cause [redacted key]");
    expect(text).to.not.include(key.slice(3)).and.not.include("hunter22");
  });

  it("the logger writes no messages below its log level", () => {
    const { logger, lines } = logging("warn");
    logger.info("quiet");
    logger.warn("loud");
    expect(lines().map(({ message }) => message)).to.deep.equal(["loud"]);
    expect([logger.isDebugEnabled(), logging("debug").logger.isDebugEnabled()]).to.deep.equal([false, true]);
  });
});

describe("errorFields", () => {
  it("errorFields includes the chain of causes of an error", () => {
    const error = new TypeError("outer", { cause: new RangeError("inner") });
    expect(errorFields(error)).to.deep.equal({ error: "TypeError: outer ← RangeError: inner", stack: error.stack });
  });

  it("errorFields accepts any thrown value", () => {
    expect(errorFields("text")).to.deep.equal({ error: "text" });
    expect(errorFields(undefined)).to.deep.equal({ error: "undefined" });
  });
});

describe("createRedaction", () => {
  const url = "https://admin:p%40ss%22word@search.example:9200";
  const redact = createRedaction(credentialsOf(url));

  for (const [what, text, safe] of [
    ["a public key", "key pk_abc-DEF_1 came", "key [redacted key] came"],
    ["a private key", '{"key":"sk_abc"}', '{"key":"[redacted key]"}'],
    ["several keys", "pk_a sk_b", "[redacted key] [redacted key]"],
    ["credentials in the engine URL", `GET ${url}/_search`, "GET https://[redacted]@search.example:9200/_search"],
    ["credentials in a different URL", "http://u:p@h/", "http://[redacted]@h/"],
    ["the password in plain text", 'it is p@ss"word', "it is [redacted]"],
    ["the password inside JSON", JSON.stringify({ it: 'p@ss"word' }), '{"it":"[redacted]"}'],
    ["the URL-encoded password", "p%40ss%22word", "[redacted]"],
    ["words that only look like keys", "task_id risk_score pk id_sk", "task_id risk_score pk id_sk"],
    ["a URL without credentials", "http://127.0.0.1:9200/a@b", "http://127.0.0.1:9200/a@b"],
  ] as const) {
    it(`handles ${what}`, () => {
      expect(redact(text)).to.equal(safe);
    });
  }

  it("the redaction of log messages removes an API key regardless of the surrounding text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom("public", "private"), (before, after, kind) => {
        const { key } = createKey(kind, new Date(0));
        expect(redact(before + key + after)).to.not.include(key);
      }),
    );
  });
});

describe("credentialsOf", () => {
  for (const [url, secrets] of [
    ["https://user:secret@host", ["secret", "secret", "user:secret"]],
    ["https://user@host", ["user:"]],
    ["https://host:9200", []],
    ["no address", []],
  ] as const) {
    it(`credentialsOf returns the credentials in ${url}`, () => {
      expect(credentialsOf(url)).to.deep.equal(secrets);
    });
  }
});
