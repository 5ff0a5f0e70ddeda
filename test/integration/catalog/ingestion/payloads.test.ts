import { expect } from "chai";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { publicRecord, STATUS } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { readJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import { Report } from "../../../../src/catalog/ingestion/ingestion-report.js";
import { contextOn } from "../../../support/context.js";
import { receivePayload } from "../../../../src/catalog/ingestion/receive.js";
import type { Engine } from "../../../../src/engine/engine.js";
import { EngineUnavailableError } from "../../../../src/engine/engine.js";
import { ServiceError } from "../../../../src/errors.js";
import { feed, insertLine, useCatalog, type Sending } from "../../../support/catalog.js";

describe("rejected payloads", () => {
  const bench = useCatalog();
  afterEach(async () => {
    const files = await readdir(bench.folder);
    expect(files.filter((name) => name !== ".identity")).to.deep.equal([]);
  });

  const refusal = (payload: string | Buffer | Readable, how: Sending = {}) =>
    bench.send("refused", payload, how).then(
      (id) => {
        throw new Error(`accepted as ${id}`);
      },
      (error: unknown) => {
        if (error instanceof ServiceError) return error;
        throw error;
      },
    );

  const text = feed(insertLine("P1"), insertLine("P2"));
  const zipped = gzipSync(text);
  const tooLarge = "the body is larger than 50 bytes, compressed or decompressed";
  const empty = "the body is empty: expected one JSON object per line";
  const notGzip = "the body is not valid gzip, but its Content-Encoding is gzip";
  const cutOff = "the gzip data is truncated";
  const bomb = gzipSync(Buffer.alloc(5_000_000));

  const cases: readonly (readonly [string, () => string | Buffer | Readable, Sending, string, string])[] = [
    ["an empty upload", () => Readable.from([]), {}, "payload_empty", empty],
    ["an empty upload declared as gzip", () => Readable.from([]), { gzip: true }, "payload_empty", empty],
    [
      "a gzip upload whose decompressed content is empty",
      () => Readable.from([gzipSync("")]),
      { gzip: true },
      "payload_empty",
      empty,
    ],
    ["an upload of only blank lines", () => "\n \r\n\t\n", {}, "payload_empty", empty],
    ["a gzip upload of only blank lines", () => " \n \n", { gzip: true }, "payload_empty", empty],
    ["an upload of only a byte order mark", () => "\ufeff", {}, "payload_empty", empty],
    ["an upload above the size limit", () => "x".repeat(51), { maxBytes: 50 }, "payload_too_large", tooLarge],
    [
      "an upload whose declared length exceeds the size limit",
      () => Readable.from([]),
      { maxBytes: 50, announcedBytes: 51 },
      "payload_too_large",
      tooLarge,
    ],
    [
      "a gzip upload whose decompressed content exceeds the size limit",
      () => Readable.from([gzipSync("x".repeat(51))]),
      { maxBytes: 50, gzip: true },
      "payload_too_large",
      tooLarge,
    ],
    [
      "a gzip upload that decompresses to a thousand times its size",
      () => Readable.from([bomb]),
      { maxBytes: 10_000_000, gzip: true },
      "payload_too_large",
      "the decompressed body is more than 64 times as large; send it with less or no compression",
    ],
    [
      "an uncompressed upload declared as gzip",
      () => Readable.from([Buffer.from(text)]),
      { gzip: true },
      "validation_error",
      notGzip,
    ],
    [
      "a truncated gzip upload",
      () => Readable.from([zipped.subarray(0, -12)]),
      { gzip: true },
      "validation_error",
      cutOff,
    ],
    [
      "a gzip upload truncated within its checksum",
      () => Readable.from([zipped.subarray(0, -1)]),
      { gzip: true },
      "validation_error",
      cutOff,
    ],
    [
      "an upload of only the first byte of a gzip file",
      () => Readable.from([zipped.subarray(0, 1)]),
      { gzip: true },
      "validation_error",
      cutOff,
    ],
    [
      "a gzip upload with a wrong checksum",
      () => Readable.from([withWrongChecksum(zipped)]),
      { gzip: true },
      "validation_error",
      notGzip,
    ],
  ];

  for (const [what, payload, how, code, message] of cases) {
    it(`rejected payloads create a FAILED job record, and the error contains the job id: ${what}`, async () => {
      const error = await refusal(payload(), { ...how, mode: "soft_replace" });
      const { ingestion_id: id } = error.context as { ingestion_id: number };
      expect({ code: error.code, message: error.message, context: error.context }).to.deep.equal({
        code,
        message,
        context: code === "validation_error" ? { field: "body", ingestion_id: id } : { ingestion_id: id },
      });
      const job = (await readJob(bench.engine, id))?.source;
      if (job === undefined) throw new Error("no record");
      expect(publicRecord(job)).to.deep.equal({
        id,
        client_id: "refused",
        trigger_source: { type: "api", mode: "soft_replace", comment: null, metadata: null, user: null },
        product_metrics: new Report().finish({ bytes: 0, seconds: 0, attempts: 0, failure: message }),
        file_identifier: job.file_identifier,
        status: STATUS.FAILED,
        created_at: job.created_at,
        updated_at: job.created_at,
      });
    });
  }

  it("rejected payloads create no job record if the sender disconnects during the upload", async () => {
    async function* halfway() {
      yield await Promise.resolve(Buffer.from(text));
      throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    }
    const error = await refusal(Readable.from(halfway()));
    expect({ code: error.code, message: error.message, context: error.context }).to.deep.equal({
      code: "validation_error",
      message: "the connection closed before the body was complete",
      context: { field: "body" },
    });
  });

  it("rejected payloads create no job record if the sender has already disconnected", async () => {
    const body = Readable.from([text]);
    body.destroy();
    expect((await refusal(body)).message).to.equal("the connection closed before the body was complete");
  });

  it("the connection of a rejected payload is not closed before the sender has finished sending", async () => {
    const body = new Readable({ read: () => undefined });
    body.push("x".repeat(100));
    const error = await refusal(body, { maxBytes: 50 });
    expect(error.code).to.equal("payload_too_large");
    expect(body.destroyed).to.equal(false);
    body.push("the rest");
    body.push(null);
    body.resume();
    await once(body, "end");
  });

  it("payloads are rejected if the search engine is unavailable", async () => {
    const away: Engine = {
      prefix: bench.engine.prefix,
      call: () => Promise.reject(new EngineUnavailableError("away")),
      close: () => Promise.resolve(),
    };
    const deps = {
      ...contextOn(away),
      payloads: bench.payloads,
      checkStore: () => Promise.resolve(),
      onQueued: () => undefined,
    };
    const trigger = { type: "api", mode: "insert", comment: null, metadata: null, user: null } as const;
    const incoming = { clientId: "c", body: Readable.from([text]), announcedBytes: undefined, gzip: false, trigger };
    const failure = await receivePayload(deps, incoming).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(EngineUnavailableError);
  });

  it("payloads are rejected if the payload store is full", async () => {
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const deps = {
      ...contextOn(bench.engine),
      payloads: { ...bench.payloads, put: () => Promise.reject(full) },
      checkStore: () => Promise.resolve(),
      onQueued: () => undefined,
    };
    const trigger = { type: "api", mode: "insert", comment: null, metadata: null, user: null } as const;
    const incoming = { clientId: "c", body: Readable.from([text]), announcedBytes: undefined, gzip: false, trigger };
    const failure = await receivePayload(deps, incoming).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.equal(full);
  });
});

function withWrongChecksum(zipped: Buffer): Buffer {
  const copy = Buffer.from(zipped);
  copy.writeUInt8(copy.readUInt8(copy.length - 8) ^ 0xff, copy.length - 8);
  return copy;
}

describe("accepted payloads", () => {
  const bench = useCatalog();

  it("accepted payloads create job records with increasing ids and the status CREATED", async () => {
    const trigger = {
      comment: "nightly",
      metadata: { run: 7, nested: [[1], { "a.b": null }] },
      user: "cron",
      type: "cli",
    } as const;
    const first = await bench.send("waiting", feed(insertLine("P1")), { trigger });
    const second = await bench.send("waiting", feed(insertLine("P1")));
    expect(second).to.be.greaterThan(first);
    const job = (await readJob(bench.engine, first))?.source;
    if (job === undefined) throw new Error("no record");
    expect(publicRecord(job)).to.deep.equal({
      id: first,
      client_id: "waiting",
      trigger_source: { mode: "insert", ...trigger },
      product_metrics: null,
      file_identifier: job.file_identifier,
      status: STATUS.CREATED,
      created_at: job.created_at,
      updated_at: job.created_at,
    });
  });

  it("accepted payloads may consist of several gzip members", async () => {
    const members = Buffer.concat([gzipSync(feed(insertLine("P1"))), gzipSync(feed(insertLine("P2")))]);
    const id = await bench.send("members", Readable.from([members]), { gzip: true });
    const job = (await readJob(bench.engine, id))?.source;
    expect(job?.bytes).to.equal(Buffer.byteLength(feed(insertLine("P1"), insertLine("P2"))));
  });

  it("accepted payloads get unique ingestion ids if many payloads arrive at the same time", async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, one) => bench.send(`c${one}`, feed(insertLine("P1")))),
    );
    expect(new Set(ids).size).to.equal(20);
  });
});
