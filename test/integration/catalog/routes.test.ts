import { expect } from "chai";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { IngestionRecord } from "../../../src/catalog/ingestion/ingestion-record.js";
import { Report } from "../../../src/catalog/ingestion/ingestion-report.js";
import { feed, insertLine } from "../../support/catalog.js";
import { fetchJson } from "../../support/http.js";
import { until } from "../../support/until.js";
import { useService, useTwoClients } from "../../support/service.js";

const MAX_BYTES = 100_000;
const UNKNOWN_KEY = `sk_${"x".repeat(43)}`;

describe("the ingestion endpoints", () => {
  const running = useService({ INGESTION_MAX_BYTES: String(MAX_BYTES) });
  const clients = useTwoClients(running);

  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
    fetchJson(`${running.service.base_url}/v1/ingestion/${path}`, {
      method,
      headers: { "X-SERVICE-API-KEY": clients.shop.private_key, ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    });
  const failure = (status: number, code: string, message: string, context: object | null = null) => ({
    status,
    body: { errors: [{ code, message, context }], meta: null, data: null },
  });
  const responseOf = async (requested: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await requested;
    return { status, body };
  };
  const idOf = (body: unknown) => (body as { data: { ingestion_id: number } }).data.ingestion_id;
  const refusedIdOf = (body: unknown) =>
    (body as { errors: { context: { ingestion_id: number } }[] }).errors[0]?.context.ingestion_id;
  const recordOf = (body: unknown) => (body as { data: IngestionRecord }).data;

  async function ended(id: number): Promise<unknown> {
    let body: unknown;
    await until("the end of the job", async () => {
      ({ body } = await call("GET", String(id)));
      return recordOf(body).status >= 4;
    });
    return body;
  }

  it("the ingestion endpoints queue and run a payload, and return the documented job record", async () => {
    const lines = Array.from({ length: 150 }, (_, one) => insertLine(`P${one}`, "V1", { price: one }));
    const payload = feed(...lines, insertLine("bad", "V1", { price: -1 }));
    const headers = {
      "Content-Type": "application/x-ndjson; charset=utf-8",
      "Content-Encoding": "gzip",
      "X-SERVICE-PROCESSING-MODE": "soft_replace",
      "X-SERVICE-COMMENT": "nightly",
      "X-SERVICE-USER": "cron",
      "X-SERVICE-METADATA": '{"run":7}',
    };
    const created = await call("POST", "", headers, gzipSync(payload));
    const id = idOf(created.body);
    expect({ status: created.status, body: created.body }).to.deep.equal({
      status: 202,
      body: { errors: null, meta: null, data: { ingestion_id: id } },
    });
    expect(created.headers.get("x-request-id")).to.be.a("string");

    const body = await ended(id);
    const { product_metrics, created_at, updated_at, file_identifier } = recordOf(body);
    const error = { line: 151, product_identifier: "bad", reason: "price: expected a number of at least 0, got -1" };
    const { seconds, lines_per_second } = product_metrics ?? {};
    const message = `1 of 151 lines rejected: see product_metrics.errors and /v1/ingestion/${id}/errors`;
    expect(body).to.deep.equal({
      errors: null,
      meta: { warnings: [{ code: "lines_rejected", message }] },
      data: {
        id,
        client_id: clients.shop.client_id,
        trigger_source: {
          type: "api",
          mode: "soft_replace",
          comment: "nightly",
          metadata: { run: 7 },
          user: "cron",
        },
        product_metrics: {
          lines: { received: 151, rejected: 1, deletions: 0 },
          products: { created: 150, updated: 0, unchanged: 0, deactivated: 0, reactivated: 0 },
          variants: { created: 150, updated: 0, unchanged: 0, deactivated: 0, reactivated: 0, rejected: 1 },
          index_warnings: [],
          index_warnings_total: 0,
          ignored_fields: {},
          bytes: Buffer.byteLength(payload),
          seconds,
          lines_per_second,
          attempts: 1,
          earlier_attempts: [],
          failure: null,
          errors: [error],
        },
        file_identifier,
        status: 4,
        created_at,
        updated_at,
      },
    });
    expect((await call("GET", String(id))).headers.get("x-service-warnings")).to.equal(message);
    for (const time of [created_at, updated_at]) expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    const list = await fetch(`${running.service.base_url}/v1/ingestion/${id}/errors`, {
      headers: { "X-SERVICE-API-KEY": clients.shop.private_key },
    });
    expect([list.status, list.headers.get("content-type"), await list.text()]).to.deep.equal([
      200,
      "application/x-ndjson",
      `${JSON.stringify(error)}\n`,
    ]);
  });

  it("the ingestion endpoints list every error of a job, even if the job report contains only a hundred errors", async () => {
    const payload = feed(...Array.from({ length: 500 }, (_, one) => insertLine(`P${one}`, "V1", { price: "x" })));
    const id = idOf((await call("POST", "", {}, payload)).body);
    const { product_metrics } = recordOf(await ended(id));
    expect(product_metrics?.errors).to.have.length(100);
    const list = await fetch(`${running.service.base_url}/v1/ingestion/${id}/errors`, {
      headers: { "X-SERVICE-API-KEY": clients.shop.private_key },
    });
    const errors = (await list.text()).trimEnd().split("\n");
    expect(errors.map((error) => (JSON.parse(error) as { line: number }).line)).to.deep.equal(
      Array.from({ length: 500 }, (_, one) => one + 1),
    );
  });

  it("the ingestion endpoints treat a payload as an insert if the request has no mode, type or encoding header", async () => {
    const { status, body } = await call("POST", "", {}, insertLine("plain"));
    expect(status).to.equal(202);
    expect(recordOf(await ended(idOf(body))).trigger_source).to.deep.equal({
      type: "api",
      mode: "insert",
      comment: null,
      metadata: null,
      user: null,
    });
  });

  it("the ingestion endpoints require a private API key", async () => {
    const missing = fetchJson(`${running.service.base_url}/v1/ingestion/`, { method: "POST", body: insertLine("P1") });
    const expected = { unauthorized: [401, "unauthorized"], forbidden: [403, "forbidden"] };
    const codeOf = async (requested: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await requested;
      return [status, (body as { errors: { code: string }[] }).errors[0]?.code];
    };
    expect(await codeOf(missing)).to.deep.equal(expected.unauthorized);
    for (const [method, path] of [
      ["POST", ""],
      ["GET", "1"],
      ["GET", "1/errors"],
    ] as const) {
      const unknown = call(method, path, { "X-SERVICE-API-KEY": UNKNOWN_KEY });
      expect(await codeOf(unknown)).to.deep.equal(expected.unauthorized);
      const publicKey = call(method, path, { "X-SERVICE-API-KEY": clients.shop.public_key });
      expect(await codeOf(publicKey)).to.deep.equal(expected.forbidden);
    }
  });

  it("the ingestion endpoints return 404 for ingestions that do not exist or belong to another client", async () => {
    const id = idOf((await call("POST", "", {}, insertLine("mine"))).body);
    await ended(id);
    for (const path of ["", "/errors"]) {
      const foreign = call("GET", `${id}${path}`, { "X-SERVICE-API-KEY": clients.neighbour.private_key });
      expect(await responseOf(foreign)).to.deep.equal(
        failure(404, "not_found", `there is no ingestion with the id ${id}`),
      );
      expect(await responseOf(call("GET", `999999999${path}`))).to.deep.equal(
        failure(404, "not_found", "there is no ingestion with the id 999999999"),
      );
    }
  });

  for (const [path, shown] of [
    ["abc", '"abc"'],
    ["-1", '"-1"'],
    ["1.5", '"1.5"'],
    ["1e3", '"1e3"'],
    ["1234567890123456", '"1234567890123456"'],
    ["__proto__", '"__proto__"'],
    ["9".repeat(100), `"${"9".repeat(40)}"`],
  ] as const) {
    it(`the ingestion endpoints reject ${path} as an ingestion id`, async () => {
      expect(await responseOf(call("GET", path))).to.deep.equal(
        failure(400, "validation_error", `id: expected an integer, got ${shown}`, { field: "id" }),
      );
    });
  }

  it("the ingestion endpoints return 405 with the allowed methods for an unsupported method", async () => {
    for (const [method, path, allowed] of [
      ["GET", "", "POST"],
      ["DELETE", "", "POST"],
      ["POST", "1", "GET"],
      ["PUT", "1/errors", "GET"],
    ] as const) {
      const response = await call(method, path);
      expect([response.status, response.headers.get("allow")], `${method} ${path}`).to.deep.equal([405, allowed]);
    }
  });

  it("the ingestion endpoints reject unsupported media types and encodings", async () => {
    for (const [headers, message] of [
      [{ "Content-Type": "text/csv" }, "Content-Type: expected application/x-ndjson, got text/csv"],
      [{ "Content-Encoding": "br" }, "Content-Encoding: expected gzip or none, got br"],
      [{ "Content-Encoding": "gzip, gzip" }, "Content-Encoding: expected gzip or none, got gzip, gzip"],
    ] as const) {
      expect(await responseOf(call("POST", "", headers, insertLine("P1")))).to.deep.equal(
        failure(415, "unsupported_media_type", message),
      );
    }
  });

  it("the ingestion endpoints reject an unknown ingestion mode", async () => {
    expect(
      await responseOf(call("POST", "", { "X-SERVICE-PROCESSING-MODE": "replace" }, insertLine("P1"))),
    ).to.deep.equal(
      failure(400, "validation_error", 'X-SERVICE-PROCESSING-MODE: expected insert or soft_replace, got "replace"', {
        field: "X-SERVICE-PROCESSING-MODE",
      }),
    );
  });

  it("the ingestion endpoints reject an empty payload", async () => {
    const response = await responseOf(call("POST", "", {}));
    expect(response).to.deep.equal(
      failure(400, "payload_empty", "the body is empty: expected one JSON object per line", {
        ingestion_id: refusedIdOf(response.body),
      }),
    );
    const id = refusedIdOf(response.body);
    const { data } = (await call("GET", String(id))).body as { data: IngestionRecord };
    expect([data.status, data.product_metrics]).to.deep.equal([
      5,
      new Report().finish({
        bytes: 0,
        seconds: 0,
        attempts: 0,
        earlier_attempts: [],
        failure: "the body is empty: expected one JSON object per line",
      }),
    ]);
    expect(await responseOf(call("GET", `${id}/errors`))).to.deep.equal(
      failure(
        404,
        "not_found",
        `ingestion ${id} has no list of errors: it has not ended, was cancelled before it started, or the list has expired`,
      ),
    );
  });

  const tooLarge = (id: number | undefined) =>
    failure(413, "payload_too_large", `the body is larger than ${MAX_BYTES} bytes, compressed or decompressed`, {
      ingestion_id: id,
    });

  it("the ingestion endpoints reject a payload that is too large", async () => {
    for (const [headers, body] of [
      [{}, Buffer.alloc(MAX_BYTES + 1, "x")],
      [{}, Buffer.alloc(20 * MAX_BYTES, "x")],
      [{ "Content-Encoding": "gzip" }, gzipSync(Buffer.alloc(50 * MAX_BYTES, "x"))],
    ] as const) {
      const response = await responseOf(call("POST", "", headers, body));
      expect(response).to.deep.equal(tooLarge(refusedIdOf(response.body)));
    }
  });

  it("the ingestion endpoints reject a payload that exceeds the limit during the upload", async () => {
    const body = Array.from({ length: 30 }, () => `${(10_000).toString(16)}\r\n${"x".repeat(10_000)}\r\n`).join("");
    const response = await upload(running.service.base_url, [
      "POST /v1/ingestion/ HTTP/1.1",
      "Host: shop.example",
      `X-SERVICE-API-KEY: ${clients.shop.private_key}`,
      "Transfer-Encoding: chunked",
      "Connection: close",
      "",
      `${body}0\r\n\r\n`,
    ]);
    expect(response.split("\r\n", 1)).to.deep.equal(["HTTP/1.1 413 Payload Too Large"]);
    const envelope = JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4)) as unknown;
    expect(envelope).to.deep.equal(tooLarge(refusedIdOf(envelope)).body);
  });

  it("the ingestion endpoints discard an aborted upload", async () => {
    const stored = () => readdir(join(running.dataDir, "payloads"));
    const before = await stored();
    const socket = connect(Number(new URL(running.service.base_url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      [
        "POST /v1/ingestion/ HTTP/1.1",
        "Host: shop.example",
        `X-SERVICE-API-KEY: ${clients.shop.private_key}`,
        "Content-Length: 50000",
        "",
        feed(insertLine("P1"), insertLine("P2")),
      ].join("\r\n"),
    );
    await until("the beginning of the payload", async () => (await stored()).length === before.length + 1);
    socket.destroy();
    await until("its removal", async () => (await stored()).length === before.length);
    expect((await stored()).sort()).to.deep.equal(before.sort());
  });
});

/**
 * Sends a complete request over a new connection before reading the response.
 * @returns the raw response
 */
function upload(url: string, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(lines.join("\r\n")));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (received += chunk));
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });
}
