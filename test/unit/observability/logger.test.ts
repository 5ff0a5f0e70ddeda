import { PassThrough } from "node:stream";
import { expect } from "chai";
import { createLogger, errorFields, type LogLevel } from "../../../src/observability/logger.js";
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

  it("writes one JSON object a line, with its fields", () => {
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

  it("writes no key and no configured secret, wherever they stand", () => {
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

  it("writes nothing below its level", () => {
    const { logger, lines } = logging("warn");
    logger.info("quiet");
    logger.warn("loud");
    expect(lines().map(({ message }) => message)).to.deep.equal(["loud"]);
    expect([logger.isDebugEnabled(), logging("debug").logger.isDebugEnabled()]).to.deep.equal([false, true]);
  });
});

describe("errorFields", () => {
  it("names the chain of causes", () => {
    const error = new TypeError("outer", { cause: new RangeError("inner") });
    expect(errorFields(error)).to.deep.equal({ error: "TypeError: outer ← RangeError: inner", stack: error.stack });
  });

  it("accepts any thrown value", () => {
    expect(errorFields("text")).to.deep.equal({ error: "text" });
    expect(errorFields(undefined)).to.deep.equal({ error: "undefined" });
  });
});
