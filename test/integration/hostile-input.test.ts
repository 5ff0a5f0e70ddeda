import { expect } from "chai";
import { gzipSync } from "node:zlib";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import type { IngestionRecord } from "../../src/catalog/ingestion/ingestion-record.js";
import { until } from "../support/until.js";
import { useService } from "../support/service.js";

interface ErrorBody {
  readonly errors: readonly {
    readonly code: string;
    readonly message: string;
    readonly context: { field?: string; ingestion_id?: number } | null;
  }[];
}

const line = (product: unknown, data: object = {}) =>
  JSON.stringify({
    operation: "insert",
    product_data: { product_identifier: product, title: "Thing", price: 5, ...data },
  });

/** Hostile request bodies, each with the expected HTTP status, error code and invalid field. */
const REQUESTS: readonly (readonly [name: string, body: string, status: number, code: string, field?: string])[] = [
  ["malformed JSON", '{"user":', 400, "validation_error"],
  ["the value NaN", '{"user":{"device_id":"d"},"limit":NaN}', 400, "validation_error"],
  ["an array as the body", "[]", 400, "validation_error"],
  ["a string as the body", '"hello"', 400, "validation_error"],
  ["null", "null", 400, "validation_error"],
  ["an empty body", "", 400, "validation_error"],
  ["no user", "{}", 400, "validation_error", "user"],
  ["a blank device id", '{"user":{"device_id":" "}}', 400, "validation_error", "user.device_id"],
  ["an unknown field", '{"user":{"device_id":"d"},"colour":1}', 400, "validation_error", "colour"],
  ["a misspelt field", '{"user":{"device_id":"d"},"projektion":["name"]}', 400, "validation_error", "projektion"],
  ["a limit that is a string", '{"user":{"device_id":"d"},"limit":"24"}', 400, "validation_error", "limit"],
  ["a limit above the maximum", '{"user":{"device_id":"d"},"limit":251}', 400, "validation_error", "limit"],
  ["a negative limit", '{"user":{"device_id":"d"},"limit":-1}', 400, "validation_error", "limit"],
  ["the out-of-range number 1e400", '{"user":{"device_id":"d"},"filters":{"price":{"$lte":1e400}}}', 400, "validation_error", "filters.price.$lte"],
  ["an unknown operator", '{"user":{"device_id":"d"},"filters":{"price":{"$near":1}}}', 400, "validation_error", "filters.price.$near"],
  ["two sort keys", '{"user":{"device_id":"d"},"sort":["price_asc","newest"]}', 400, "validation_error", "sort"],
  ["an unknown sort key", '{"user":{"device_id":"d"},"sort":["cheapest"]}', 400, "validation_error", "sort"],
  ["an unknown facet filter", '{"user":{"device_id":"d"},"facet_filters":{"nope":["x"]}}', 400, "validation_error", "facet_filters.nope"],
  ["__proto__ as a field", '{"user":{"device_id":"d"},"__proto__":{"limit":1}}', 400, "validation_error", "__proto__"],
  ["constructor as a field", '{"user":{"device_id":"d"},"constructor":{}}', 400, "validation_error", "constructor"],
  ["__proto__ as a facet", '{"user":{"device_id":"d"},"facet_filters":{"__proto__":["x"]}}', 400, "validation_error", "facet_filters.__proto__"],
  ["constructor as a facet", '{"user":{"device_id":"d"},"facet_filters":{"constructor":["x"]}}', 400, "validation_error", "facet_filters.constructor"],
  ["a lone surrogate", '{"user":{"device_id":"\\ud800"}}', 400, "validation_error", "user.device_id"],
  ["a filter of 4,000 clauses", JSON.stringify({ user: { device_id: "d" }, filters: { $or: Array.from({ length: 4_000 }, (_, n) => ({ price: n })) } }), 400, "validation_error"],
  ["a filter nested 200 levels deep", `{"user":{"device_id":"d"},"filters":${'{"$and":['.repeat(200)}{"price":1}${"]}".repeat(200)}}`, 400, "validation_error"],
  ["JSON nested 30,000 levels deep", `{"user":{"device_id":"d"},"filters":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, 400, "validation_error"],
  ["a query of 5 MB", JSON.stringify({ user: { device_id: "d" }, query: "x".repeat(5_000_000) }), 413, "payload_too_large"],
  ["a query of 1,001 characters", JSON.stringify({ user: { device_id: "d" }, query: "x".repeat(1_001) }), 400, "validation_error", "query"],
  ["a malformed cursor", '{"user":{"device_id":"d"},"pagination":{"page":2,"cursor":"no cursor"}}', 400, "validation_error", "pagination.cursor"],
  ["page 0", '{"user":{"device_id":"d"},"pagination":{"page":0}}', 400, "validation_error", "pagination.page"],
]; // prettier-ignore

/**
 * Ingestion payloads that are rejected immediately and recorded as FAILED, each with the expected status and error
 * code.
 */
const REFUSED: readonly (readonly [name: string, body: Buffer, gzip: boolean, status: number, code: string])[] = [
  ["an empty payload", Buffer.alloc(0), false, 400, "payload_empty"],
  ["only a byte order mark and blank lines", Buffer.from("\ufeff\r\n \n\n"), false, 400, "payload_empty"],
  ["truncated gzip", gzipSync(`${line("cut")}\n`.repeat(500)).subarray(0, 60), true, 400, "validation_error"],
  ["uncompressed data declared as gzip", Buffer.from(line("plain")), true, 400, "validation_error"],
  [
    "gzip that decompresses to a thousand times its size",
    gzipSync(Buffer.alloc(20_000_000, " ")),
    true,
    413,
    "payload_too_large",
  ],
];

/** Accepted payloads, with the numbers of received and rejected lines and the resulting products. */
const ACCEPTED: readonly (readonly [name: string, body: string, received: number, rejected: number, ids: readonly string[]])[] = [
  ["a byte order mark, CRLF, blank lines, no last newline", `\ufeff${line("bom")}\r\n\r\n  \n${line("last")}`, 2, 0, ["bom", "last"]],
  ["a line that is too long", `${line("ok-1")}\n${line("huge", { text: "x".repeat(2_000_000) })}\n${line("ok-2")}\n`, 3, 1, ["ok-1", "ok-2"]],
  ["products without a valid identifier", `${line(undefined)}\n${line("")}\n${line(7)}\n${line("named")}\n`, 4, 3, ["named"]],
  ["the same variant twice", `${line("twice", { price: 1 })}\n${line("twice", { price: 2 })}\n`, 2, 0, ["twice"]],
  ["field names with a special meaning in JavaScript or OpenSearch", `{"operation":"insert","product_data":{"product_identifier":"p","__proto__":{"active":true}}}\n${line("c", { constructor: "x" })}\n${line("u", { _id: "x" })}\n${line("e", { "a..b": 1 })}\n`, 4, 0, ["c", "e", "p", "u"]],
  ["a field with values of two types, and a field with both a value and an object", `${line("t1", { mixed: 1, both: "x" })}\n${line("t2", { mixed: "one", both: { inner: "y" } })}\n`, 2, 0, ["t1", "t2"]],
  ["NaN as a field value, and a price out of range", `${line("n1")}\n{"operation":"insert","product_data":{"product_identifier":"n2","weight":NaN}}\n{"operation":"insert","product_data":{"product_identifier":"n3","price":1e400}}\n`, 3, 1, ["n1", "n2"]],
  ["lone surrogates", `${line("s1")}\n{"operation":"insert","product_data":{"product_identifier":"s2","title":"\\ud800"}}\n`, 2, 1, ["s1"]],
]; // prettier-ignore

describe("hostile input", () => {
  const running = useService({ INGESTION_MAX_BYTES: "10000000" });
  let shop: AddedClient;
  let neighbour: AddedClient;

  before(async () => {
    const deps = { engine: running.engine, now: () => new Date() };
    shop = await addClient(deps, { name: "shop" });
    neighbour = await addClient(deps, { name: "neighbour" });
    for (const client of [shop, neighbour]) await ingest(client, `${line("seed")}\n`, "soft_replace");
  });

  const search = (client: AddedClient, body: string) =>
    fetch(`${running.service.base_url}/v2/recommendations/search?service_api_client=${client.client_id}`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": client.public_key, "Content-Type": "application/json" },
      body,
    });

  const send = (client: AddedClient, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${running.service.base_url}/v1/ingestion/`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": client.private_key, "Content-Type": "application/x-ndjson", ...headers },
      body: new Uint8Array(Buffer.from(body)),
    });

  async function record(client: AddedClient, id: number): Promise<IngestionRecord> {
    const response = await fetch(`${running.service.base_url}/v1/ingestion/${id}`, {
      headers: { "X-SERVICE-API-KEY": client.private_key },
    });
    return ((await response.json()) as { data: IngestionRecord }).data;
  }

  async function ingest(client: AddedClient, body: string, mode: string): Promise<IngestionRecord> {
    const response = await send(client, body, { "X-SERVICE-PROCESSING-MODE": mode });
    const { data } = (await response.json()) as { data: { ingestion_id: number } };
    let finished: IngestionRecord | undefined;
    await until("the job to end", async () => {
      finished = await record(client, data.ingestion_id);
      return finished.status >= 4;
    });
    return finished!;
  }

  /** Expects that the service still responds and that the catalogues of both clients are unchanged. */
  async function expectUntouched(): Promise<void> {
    for (const client of [shop, neighbour]) {
      const response = await search(client, '{"user":{"device_id":"d"}}');
      const { items } = (await response.json()) as { items: { product_identifier: string }[] };
      expect(items.map((item) => item.product_identifier)).to.deep.equal(["seed"]);
    }
  }

  for (const [name, body, status, code, field] of REQUESTS) {
    it(`the search endpoint returns ${code} for a search with ${name}${field === undefined ? "" : ` on ${field}`}`, async () => {
      const response = await search(shop, body);
      const { errors } = (await response.json()) as ErrorBody;
      expect([response.status, errors.map((error) => error.code)]).to.deep.equal([status, [code]]);
      expect(errors[0]!.message).to.not.match(/exception|opensearch|stack/i);
      if (field !== undefined) expect(errors[0]!.context).to.deep.include({ field });
      await expectUntouched();
    });
  }

  for (const query of [
    "",
    "   ",
    "!!! ???",
    "🦄🦄",
    "مرحبا بالعالم",
    "a\u0001b\u0007",
    "title:* AND (foo OR",
    "x".repeat(1000),
    "w ".repeat(400),
  ]) {
    it(`the search endpoint treats a query as plain text: ${JSON.stringify(query.slice(0, 20))}`, async () => {
      const response = await search(shop, JSON.stringify({ user: { device_id: "d" }, query }));
      expect(response.status).to.equal(200);
    });
  }

  for (const [name, body, gzip, status, code] of REFUSED) {
    it(`the ingestion endpoint rejects a payload with the error code ${code}: ${name}`, async () => {
      const response = await send(shop, body, gzip ? { "Content-Encoding": "gzip" } : {});
      const { errors } = (await response.json()) as ErrorBody;
      expect([response.status, errors.map((error) => error.code)]).to.deep.equal([status, [code]]);
      const failed = await record(shop, errors[0]!.context!.ingestion_id!);
      expect(failed.status).to.equal(5);
      await expectUntouched();
    });
  }

  for (const [name, body, received, rejected, ids] of ACCEPTED) {
    it(`the ingestion endpoint rejects ${rejected} of ${received} feed lines: ${name}`, async () => {
      const { product_metrics } = await ingest(shop, body, "insert");
      expect(product_metrics!.failure).to.equal(null);
      expect(product_metrics!.lines).to.deep.equal({ received, rejected, deletions: 0 });
      expect(product_metrics!.errors.filter(({ field }) => field === undefined).length).to.equal(rejected);
      const filters = { product_identifier: { $ne: "seed" } };
      const response = await search(shop, JSON.stringify({ user: { device_id: "d" }, filters, sort: ["name_asc"] }));
      const found = (await response.json()) as { items: { product_identifier: string }[] };
      expect(found.items.map((item) => item.product_identifier).sort()).to.deep.equal([...ids].sort());
      await ingest(shop, `${line("seed")}\n`, "soft_replace");
      await expectUntouched();
    });
  }

  it("the ingestion endpoint accepts a product with 5,354 attributes, which search filters can use", async () => {
    const attributes = Object.fromEntries(Array.from({ length: 5_354 }, (_, n) => [`a${n}`, n]));
    const { product_metrics } = await ingest(shop, `${line("wide", { attributes })}\n`, "insert");
    expect([product_metrics!.failure, product_metrics!.index_warnings_total]).to.deep.equal([null, 0]);
    const filters = { "attributes.a0": 0, "attributes.a5353": { $gte: 5353 } };
    const response = await search(shop, JSON.stringify({ user: { device_id: "d" }, filters }));
    expect(((await response.json()) as { total: number }).total).to.equal(1);
    await ingest(shop, `${line("seed")}\n`, "soft_replace");
    await expectUntouched();
  });

  it("the ingestion endpoint does not change the catalogue if a soft_replace feed is truncated", async () => {
    const payload = gzipSync(Array.from({ length: 2_000 }, (_, n) => line(`cut-${n}`)).join("\n"));
    const response = await send(shop, payload.subarray(0, payload.length - 20), {
      "Content-Encoding": "gzip",
      "X-SERVICE-PROCESSING-MODE": "soft_replace",
    });
    expect(response.status).to.equal(400);
    await expectUntouched();
    const plain = `${Array.from({ length: 50 }, (_, n) => line(`cut-${n}`)).join("\n")}\n${line("cut").slice(0, 20)}`;
    const { status, product_metrics } = await ingest(shop, plain, "soft_replace");
    expect([status, product_metrics!.lines.rejected]).to.deep.equal([5, 1]);
    await expectUntouched();
  });
});
