import { expect } from "chai";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type IngestionRecord, STATUS } from "../../../src/catalog/ingestion/ingestion-record.js";
import { failAbandoned } from "../../../src/catalog/ingestion/parts.js";
import { feed, insertLine } from "../../support/catalog.js";
import { fetchJson } from "../../support/http.js";
import { until } from "../../support/until.js";
import { useService, useTwoClients } from "../../support/service.js";

const MAX_BYTES = 20_000;

describe("a feed that is sent in parts", () => {
  const running = useService({ INGESTION_MAX_BYTES: String(MAX_BYTES) });
  const clients = useTwoClients(running);

  const call = (method: string, path: string, headers: Record<string, string> = {}, body: string | Buffer = "") =>
    fetchJson(`${running.service.base_url}/v1/ingestion/${path}`, {
      method,
      headers: { "X-SERVICE-API-KEY": clients.shop.private_key, ...headers },
      ...(method === "GET" ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    });
  const send = async (part: string, body?: string | Buffer, headers: Record<string, string> = {}) => {
    const response = await call("POST", "", { "X-SERVICE-PART": part, ...headers }, body);
    return { status: response.status, body: response.body as { data: { ingestion_id: number }; errors: unknown } };
  };
  const open = async (body: string, headers = {}) => (await send("open", body, headers)).body.data.ingestion_id;
  const recordOf = async (id: number) => ((await call("GET", String(id))).body as { data: IngestionRecord }).data;
  const ended = async (id: number) => {
    await until("the end of the job", async () => (await recordOf(id)).status >= STATUS.COMPLETED);
    return recordOf(id);
  };
  const refusal = (code: string, message: string, context: object | null = null) => [{ code, message, context }];
  const replacing = { "X-SERVICE-PROCESSING-MODE": "soft_replace" };

  it("a feed sent in parts is processed as one soft_replace after the last part", async () => {
    const whole = [1, 2, 3, 4].map((number) => insertLine(`P${number}`, "V1", { price: number }));
    const [first, second, third, fourth] = whole.map((line) => JSON.stringify(line)) as [
      string,
      string,
      string,
      string,
    ];
    const id = await open(first, { ...replacing, "X-SERVICE-COMMENT": "in parts" });
    expect((await send(`continue ${id}`, gzipSync(`\ufeff${second}\n${third}`), { "Content-Encoding": "gzip" })).status).to.equal(202); // prettier-ignore
    // Another ingestion job of the same client runs before the last part of the feed is sent.
    const other = await call("POST", "", {}, feed(insertLine("old", "V1", {})));
    const created = await ended((other.body as { data: { ingestion_id: number } }).data.ingestion_id);
    expect(created.product_metrics?.products.created).to.equal(1);
    const { status, trigger_source } = await recordOf(id);
    expect([status, trigger_source.mode, trigger_source.comment]).to.deep.equal([STATUS.RECEIVING, "soft_replace", "in parts"]); // prettier-ignore
    const done = await send(`complete ${id}`, `${fourth}\n{"broken`);
    expect(done).to.deep.equal({ status: 202, body: { errors: null, meta: null, data: { ingestion_id: id } } });
    const { product_metrics } = await ended(id);
    expect(product_metrics?.failure).to.equal("the payload is truncated: its last line, 5, is incomplete");
    // Sends the same feed again. The request that completes the feed has an empty body.
    const again = await open(feed(...whole.slice(0, 2)), replacing);
    await send(`continue ${again}`, feed(...whole.slice(2)));
    await send(`complete ${again}`);
    const report = await ended(again);
    expect(report.product_metrics?.products).to.deep.include({ created: 4, deactivated: 1 });
    expect(report.product_metrics?.lines).to.deep.equal({ received: 4, rejected: 0, deletions: 0 });
    expect(report.product_metrics?.bytes).to.equal(Buffer.byteLength(feed(...whole)));
  });

  it("a feed sent in parts keeps its earlier parts if a later part is rejected", async () => {
    const line = insertLine("P1", "V1", { description: "x".repeat(9_000) });
    const id = await open(feed(line));
    const bytes = Buffer.byteLength(feed(line));
    const errorsOf = async (part: string, body?: string) => (await send(part, body)).body.errors;
    expect(await errorsOf(`continue ${id}`, " \n")).to.deep.equal(
      refusal("payload_empty", "the body is empty: expected one JSON object per line"),
    );
    const most = MAX_BYTES - bytes;
    const tooLarge = `the body is larger than ${most} bytes, compressed or decompressed: the earlier parts of the feed already use ${bytes} of the ${MAX_BYTES} bytes allowed`;
    expect(await errorsOf(`continue ${id}`, "x".repeat(most + 1))).to.deep.equal(
      refusal("payload_too_large", tooLarge),
    );
    const foreign = await call("POST", "", { "X-SERVICE-API-KEY": clients.neighbour.private_key, "X-SERVICE-PART": `continue ${id}` }, feed(line)); // prettier-ignore
    expect(foreign.body).to.deep.include({ errors: refusal("not_found", `there is no ingestion with the id ${id}`) });
    for (const [part, got] of [
      ["begin", "begin"],
      ["continue", "continue"],
      [`continue ${id} 2`, `continue ${id} 2`],
    ] as const)
      // prettier-ignore
      expect(await errorsOf(part, feed(line))).to.deep.equal(
        refusal(
          "validation_error",
          `X-SERVICE-PART: expected open, continue <ingestion id> or complete <ingestion id>, got "${got}"`,
          { field: "X-SERVICE-PART" },
        ),
      );
    await send(`complete ${id}`);
    expect((await ended(id)).product_metrics?.lines.received).to.equal(1);
    expect(await errorsOf(`continue ${id}`, feed(line))).to.deep.equal(
      refusal(
        "conflict",
        `ingestion ${id} does not accept further parts: the feed was sent in one request, is complete or was cancelled`,
      ),
    );
    const payloads = await readdir(join(running.dataDir, "payloads"));
    expect(payloads.filter((name) => name.includes(".ndjson.")).length).to.equal(3);
  });

  it("a feed sent in parts can be cancelled before its last part, and fails if the last part never arrives", async () => {
    const [cancelled, left] = [
      await open(feed(insertLine("P1", "V1", {}))),
      await open(feed(insertLine("P1", "V1", {}))),
    ];
    const response = await call("POST", `${cancelled}/cancel`);
    expect((response.body as { data: IngestionRecord }).data.product_metrics?.failure).to.equal(
      "cancelled before the job started",
    );
    const { updated_at } = await recordOf(left);
    await failAbandoned(running.engine, updated_at, updated_at);
    expect((await recordOf(left)).status).to.equal(STATUS.RECEIVING);
    const later = new Date(Date.parse(updated_at) + 1).toISOString();
    await failAbandoned(running.engine, later, later);
    const failed = await recordOf(left);
    expect([failed.status, failed.product_metrics?.failure]).to.deep.equal([
      STATUS.FAILED,
      `no part of the feed was received since ${updated_at}: the upload was started but not completed`,
    ]);
  });
});
