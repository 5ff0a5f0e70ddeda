import { expect } from "chai";
import { parseTrigger } from "../../../src/catalog/routes.js";
import { ServiceError } from "../../../src/errors.js";

const parse = (headers: Record<string, string>) => parseTrigger((name) => headers[name], "2026-06-01T08:00:00.000Z");

function refusal(headers: Record<string, string>) {
  try {
    parse(headers);
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message, context: error.context };
    throw error;
  }
  throw new Error("not refused");
}

const refused = (field: string, message: string) => ({
  code: "validation_error",
  message: `${field}: ${message}`,
  context: { field },
});

describe("parser of ingestion headers", () => {
  it("the parser of ingestion headers accepts a request without ingestion headers", () => {
    expect(parse({})).to.deep.equal({ type: "api", mode: "insert", comment: null, metadata: null, user: null });
  });

  it("the parser of ingestion headers reads mode, origin, comment, user and metadata", () => {
    expect(
      parse({
        "X-SERVICE-PROCESSING-MODE": " soft_replace ",
        "X-SERVICE-TRIGGER": "cli",
        "X-SERVICE-COMMENT": " nightly ",
        "X-SERVICE-USER": "cron",
        "X-SERVICE-METADATA": '{"run":7,"tags":["a",null,false]}',
      }),
    ).to.deep.equal({
      type: "cli",
      mode: "soft_replace",
      comment: "nightly",
      metadata: { run: 7, tags: ["a", null, false] },
      user: "cron",
    });
  });

  it("the parser of ingestion headers ignores blank headers", () => {
    const { comment, metadata, user } = parse({
      "X-SERVICE-COMMENT": " ",
      "X-SERVICE-USER": "",
      "X-SERVICE-METADATA": " ",
    });
    expect({ comment, metadata, user }).to.deep.equal({ comment: null, metadata: null, user: null });
  });

  for (const [text, value] of [
    ["0", 0],
    ["false", false],
    ['""', ""],
    ["null", null],
    ["[]", []],
  ] as const) {
    it(`the parser of ingestion headers accepts the metadata ${text}`, () => {
      expect(parse({ "X-SERVICE-METADATA": text }).metadata).to.deep.equal(value);
    });
  }

  it("the parser of ingestion headers accepts metadata with a __proto__ key as plain data", () => {
    const { metadata } = parse({ "X-SERVICE-METADATA": '{"__proto__":{"polluted":true}}' });
    expect(JSON.stringify(metadata)).to.equal('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
  });

  it("the parser of ingestion headers rejects headers with invalid values", () => {
    expect(refusal({ "X-SERVICE-PROCESSING-MODE": "replace" })).to.deep.equal(
      refused("X-SERVICE-PROCESSING-MODE", 'expected insert or soft_replace, got "replace"'),
    );
    expect(refusal({ "X-SERVICE-PROCESSING-MODE": "" })).to.deep.equal(
      refused("X-SERVICE-PROCESSING-MODE", 'expected insert or soft_replace, got ""'),
    );
    expect(refusal({ "X-SERVICE-TRIGGER": "cron" })).to.deep.equal(
      refused("X-SERVICE-TRIGGER", 'expected api or cli, got "cron"'),
    );
    expect(refusal({ "X-SERVICE-COMMENT": "x".repeat(4097) })).to.deep.equal(
      refused("X-SERVICE-COMMENT", "longer than 4096 characters"),
    );
    expect(refusal({ "X-SERVICE-METADATA": "{run:7}" })).to.deep.equal(refused("X-SERVICE-METADATA", "expected JSON"));
  });

  it("the parser of ingestion headers rejects header values that the engine cannot store", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(parse({ "X-SERVICE-METADATA": nested(10) }).metadata).to.be.an("array");
    expect(refusal({ "X-SERVICE-METADATA": nested(11) })).to.deep.equal(
      refused("X-SERVICE-METADATA", "nested deeper than 10 levels"),
    );
    expect(refusal({ "X-SERVICE-METADATA": `${'{"a":'.repeat(11)}1${"}".repeat(11)}` })).to.deep.equal(
      refused("X-SERVICE-METADATA", "nested deeper than 10 levels"),
    );
  });
});
