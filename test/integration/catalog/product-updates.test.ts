import { expect } from "chai";
import { gzipSync } from "node:zlib";
import type { ProductUpdateResponse } from "../../../src/catalog/product-updates/routes.js";
import type { IngestionRecord } from "../../../src/catalog/ingestion/ingestion-record.js";
import { newestJobs, readJob } from "../../../src/catalog/ingestion/ingestion-store.js";
import type { Json } from "../../../src/catalog/product-document.js";
import { createLeases } from "../../../src/engine/lease.js";
import { addClient, type AddedClient } from "../../../src/storefront/clients.js";
import { feed, insertLine } from "../../support/catalog.js";
import { fetchJson } from "../../support/http.js";
import { useService } from "../../support/service.js";
import { until } from "../../support/until.js";

type Data = Readonly<Record<string, Json>>;

function line(operation: string, product: string, variant: string | undefined, version: Json, data: Data = {}): string {
  const named = { product_identifier: product, ...(variant !== undefined && { variant_identifier: variant }) };
  return JSON.stringify({ operation, version, product_data: { ...named, ...data } });
}
const insert = (product: string, version: Json, data: Data = {}) => line("insert", product, "V", version, data);
const remove = (product: string, version: Json) => line("delete", product, undefined, version);

describe("/v1/products", () => {
  const running = useService();
  let shop: AddedClient;
  let shops = 0;

  beforeEach(async () => {
    shop = await addClient({ engine: running.engine, now: () => new Date() }, { name: `shop-${(shops += 1)}` });
  });

  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
    fetchJson(`${running.service.base_url}${path}`, {
      method,
      headers: { "X-SERVICE-API-KEY": shop.private_key, ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    });

  /** Sends product updates and returns the outcome of each line, in order. */
  async function deliver(...lines: readonly string[]): Promise<string[]> {
    const { status, body } = await call("POST", "/v1/products", {}, feed(...lines));
    expect(status, JSON.stringify(body)).to.be.oneOf([200, 202]);
    const { data } = body as { data: ProductUpdateResponse };
    if (status === 200) return data.lines.map(({ outcome, reason }) => reason ?? outcome);
    // On a busy machine the endpoint may respond before the job has ended.
    await ended(data.ingestion_id);
    const reported = (await readJob(running.engine, data.ingestion_id))?.source.outcomes ?? [];
    return reported.map((outcome) => (typeof outcome === "object" ? (outcome?.refused ?? "none") : outcome));
  }

  async function replace(snapshot: string, ...lines: readonly string[]): Promise<IngestionRecord> {
    const headers = { "X-SERVICE-PROCESSING-MODE": "soft_replace", "X-SERVICE-SNAPSHOT": snapshot };
    const { body } = await call("POST", "/v1/ingestion/", headers, feed(...lines));
    return ended((body as { data: { ingestion_id: number } }).data.ingestion_id);
  }

  async function ended(id: number): Promise<IngestionRecord> {
    let record: IngestionRecord | undefined;
    await until("the end of the job", async () => {
      record = ((await call("GET", `/v1/ingestion/${id}`)).body as { data: IngestionRecord }).data;
      return record.status >= 4;
    });
    return record as IngestionRecord;
  }

  /** Returns the prices of all products found by a search. */
  async function found(): Promise<Record<string, Json>> {
    const address = `${running.service.base_url}/v2/recommendations/search?service_api_client=${shop.client_id}`;
    const { body } = await fetchJson(address, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": shop.public_key, "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "d" }, limit: 50, projection: ["price"] }),
    });
    const { items } = body as { items: { product_identifier: string; price: Json }[] };
    return Object.fromEntries(items.map((item) => [item.product_identifier, item.price] as const).sort());
  }

  it("POST /v1/products applies lines in version order and makes the changes visible to the next search", async () => {
    expect(await deliver(insert("P1", 10, { price: 10 }), insert("P2", 10, { price: 20 }))).to.deep.equal([
      "applied",
      "applied",
    ]);
    expect(await found()).to.deep.equal({ P1: 10, P2: 20 });
    expect(
      await deliver(
        insert("P1", 9, { price: 9 }),
        insert("P2", 10, { price: 20 }),
        line("update", "P2", "V", 11, { price: 21 }),
        line("update", "P3", "V", 12, { price: 31 }),
      ),
    ).to.deep.equal(["older", "repeated", "applied", "pending"]);
    expect(await found()).to.deep.equal({ P1: 10, P2: 21 });
    expect(await deliver(insert("P3", 11, { price: 30 }), remove("P1", 12))).to.deep.equal(["applied", "applied"]);
    expect(await found()).to.deep.equal({ P2: 21, P3: 31 });
    expect(await deliver(insert("P1", 11, { price: 11 }))).to.deep.equal(["older"]);
    expect(await found()).to.deep.equal({ P2: 21, P3: 31 });
  });

  it("POST /v1/products returns the result of every line and the ingestion id", async () => {
    const body = feed(
      insert("P1", "2026-06-01T08:00:00+02:00"),
      "",
      insert("P2", "yesterday"),
      "{",
      remove("P3", "2999-01-01T00:00:00Z"),
    );
    const response = await call("POST", "/v1/products", { "Content-Encoding": "gzip" }, gzipSync(body));
    const { data } = response.body as { data: ProductUpdateResponse };
    const expected = "an integer from 0 to 9007199254740991 or an RFC 3339 time like 2026-06-01T08:15:02.114Z";
    expect(data.lines.slice(0, 2)).to.deep.equal([
      { line: 1, product_identifier: "P1", variant_identifier: "V", outcome: "applied" },
      {
        line: 3,
        product_identifier: "P2",
        variant_identifier: "V",
        outcome: "refused",
        reason: `version: expected ${expected}, got "yesterday"`,
      },
    ]);
    expect(data.lines.slice(2).map(({ line, outcome }) => [line, outcome])).to.deep.equal([
      [4, "refused"],
      [5, "refused"],
    ]);
    expect(response.headers.get("x-service-warnings")).to.equal("3 of 4 lines rejected: see data.lines");
    expect((await ended(data.ingestion_id)).trigger_source.mode).to.equal("live");
  });

  it("POST /v1/products rejects bodies without a valid line, bodies that are too long, and public API keys", async () => {
    const refusal = async (body: string, headers: Record<string, string> = {}) => {
      const { status, body: reported } = await call("POST", "/v1/products", headers, body);
      const [error] = (reported as { errors: { code: string; message: string }[] }).errors;
      return [status, error?.code, error?.message];
    };
    expect(await refusal("\n")).to.deep.equal([
      400,
      "payload_empty",
      "the body is empty: expected one JSON object per line",
    ]);
    expect(await refusal(feed(insertLine("P1")))).to.deep.equal([
      400,
      "validation_error",
      "1 of 1 lines rejected; line 1: version: expected an integer from 0 to 9007199254740991 or an RFC 3339 time like 2026-06-01T08:15:02.114Z, got no value",
    ]);
    const many = feed(...Array.from({ length: 1_001 }, (_, at) => insert(`P${at}`, 1)));
    expect(await refusal(many)).to.deep.equal([413, "payload_too_large", "the body must have at most 1000 lines"]);
    const large = insert("P1", 1, { title: "x".repeat(4_000_001) });
    expect(await refusal(large)).to.deep.equal([
      413,
      "payload_too_large",
      "the body must be at most 4000000 bytes long",
    ]);
    expect((await refusal(insert("P1", 1), { "X-SERVICE-API-KEY": shop.public_key }))[0]).to.equal(403);
    expect((await refusal(insert("P1", 1), { "Content-Type": "text/csv" }))[0]).to.equal(415);
    const { status } = await call("DELETE", "/v1/products/P1?version=soon");
    expect(status).to.equal(400);
  });

  it("DELETE /v1/products deletes a product or a variant, even if the request arrives before the insertion", async () => {
    await deliver(
      insert("a/b", 1, { price: 1 }),
      line("insert", "a/b", "W", 1, { price: 2 }),
      insert("P2", 1, { price: 3 }),
    );
    const deleted = async (path: string) => {
      const { status, body } = await call("DELETE", `/v1/products/${path}`);
      return [status, ...(body as { data: ProductUpdateResponse }).data.lines];
    };
    expect(await deleted("a%2Fb?version=2&variant_identifier=V")).to.deep.equal([
      200,
      { line: 1, product_identifier: "a/b", variant_identifier: "V", outcome: "applied" },
    ]);
    expect(await found()).to.deep.equal({ "a/b": 2, P2: 3 });
    expect(await deleted("a%2Fb?version=3")).to.deep.equal([
      200,
      { line: 1, product_identifier: "a/b", variant_identifier: null, outcome: "applied" },
    ]);
    await deleted("P3?version=5");
    expect(await found()).to.deep.equal({ P2: 3 });
    expect(await deliver(insert("P3", 4))).to.deep.equal(["older"]);
  });

  it("POST /v1/products combines many concurrent requests into a few ingestions", async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, at) => call("POST", "/v1/products", {}, insert(`P${at}`, 1, { price: at }))),
    );
    const data = responses.map(({ body }) => (body as { data: ProductUpdateResponse }).data);
    expect(data.map(({ lines }) => lines[0]?.product_identifier)).to.deep.equal(data.map((_, at) => `P${at}`));
    expect(new Set(data.map(({ ingestion_id }) => ingestion_id)).size).to.be.lessThan(10);
    expect(Object.keys(await found())).to.have.length(40);
  });

  describe("a full feed with a snapshot time after versioned product updates", () => {
    it("a full feed with a snapshot time corrects the catalogue, keeps newer changes and reports the differences", async () => {
      await deliver(
        insert("changed", 10, { price: 1 }),
        insert("gone", 10, { price: 2 }),
        insert("newer", 30, { price: 3 }),
        insert("new", 30, { price: 4 }),
        remove("dead", 30),
      );
      const record = await replace(
        "20",
        insertLine("changed", "V", { price: 11 }),
        insertLine("missed", "V", { price: 12 }),
        insertLine("newer", "V", { price: 13 }),
        insertLine("dead", "V", { price: 14 }),
      );
      expect(await found()).to.deep.equal({ changed: 11, missed: 12, newer: 3, new: 4 });
      expect([record.product_metrics?.failure, record.product_metrics?.drift]).to.deep.equal([
        null,
        { missing: 1, different: 1, extra: 1, newer: 3 },
      ]);
      expect(
        await deliver(
          insert("changed", 19, { price: 99 }),
          insert("gone", 20, { price: 99 }),
          insert("never", 15, { price: 99 }),
          insert("gone", 21, { price: 5 }),
        ),
      ).to.deep.equal(["older", "older", "older", "applied"]);
      expect(await found()).to.deep.equal({ changed: 11, missed: 12, newer: 3, new: 4, gone: 5 });
    });

    it("a full feed with a snapshot time reports no differences if every product update has arrived", async () => {
      await replace("10", insertLine("P1", "V", { price: 1 }), insertLine("P2", "V", { price: 2 }));
      await deliver(insert("P1", 12, { price: 11 }), remove("P2", 13), insert("P3", 14, { price: 3 }));
      const record = await replace("20", insertLine("P1", "V", { price: 11 }), insertLine("P3", "V", { price: 3 }));
      expect(record.product_metrics?.drift).to.deep.equal({ missing: 0, different: 0, extra: 0, newer: 0 });
      expect(await deliver(insert("P1", 19, { price: 99 }))).to.deep.equal(["older"]);
      const late = await replace("15", insertLine("P1", "V", { price: 99 }));
      expect(late.product_metrics?.failure).to.equal(
        "the snapshot of the feed (15) is older than the snapshot of the previous feed (20)",
      );
      expect(await found()).to.deep.equal({ P1: 11, P3: 3 });
    });

    it("a full feed with a snapshot time includes product updates that arrive during the build", async () => {
      const lines = Array.from({ length: 3_000 }, (_, at) => insertLine(`P${at}`, "V", { price: at }));
      await replace("10", ...lines.slice(0, 5));
      const [record, outcomes] = await Promise.all([
        replace("20", ...lines),
        deliver(
          insert("P1", 21, { price: 5_000 }),
          remove("P2", 21),
          insert("P3", 19, { price: 99 }),
          insert("Q", 22, { price: 1 }),
        ),
      ]);
      expect(record.product_metrics?.failure).to.equal(null);
      expect([outcomes[0], outcomes[1], outcomes[3]]).to.deep.equal(["applied", "applied", "applied"]);
      const search = await fetchJson(
        `${running.service.base_url}/v2/recommendations/search?service_api_client=${shop.client_id}`,
        {
          method: "POST",
          headers: { "X-SERVICE-API-KEY": shop.public_key, "Content-Type": "application/json" },
          body: JSON.stringify({
            user: { device_id: "d" },
            limit: 10,
            projection: ["price"],
            filters: { product_identifier: { $in: ["P1", "P2", "P3", "Q"] } },
          }),
        },
      );
      const { items } = search.body as { items: { product_identifier: string; price: Json }[] };
      expect(Object.fromEntries(items.map((item) => [item.product_identifier, item.price]))).to.deep.equal({
        P1: 5_000,
        P3: 3,
        Q: 1,
      });
    });

    it("X-SERVICE-SNAPSHOT is rejected if its value is invalid or if the feed is partial", async () => {
      const refusal = async (mode: string, snapshot: string) => {
        const headers = { "X-SERVICE-PROCESSING-MODE": mode, "X-SERVICE-SNAPSHOT": snapshot };
        const { status, body } = await call("POST", "/v1/ingestion/", headers, feed(insertLine("P1")));
        const [error] = (body as { errors: { message: string }[] }).errors;
        return [status, error?.message];
      };
      const name = "X-SERVICE-SNAPSHOT";
      expect(await refusal("soft_replace", "2999-01-01T00:00:00Z")).to.deep.equal([
        400,
        `${name}: expected a time that is not in the future, got "2999-01-01T00:00:00Z"`,
      ]);
      expect(await refusal("soft_replace", "tonight")).to.deep.equal([
        400,
        `${name}: expected an integer from 0 to 9007199254740991 or an RFC 3339 time like 2026-06-01T08:15:02.114Z, got "tonight"`,
      ]);
      expect(await refusal("insert", "7")).to.deep.equal([400, `${name}: only allowed with soft_replace`]);
    });
  });

  it("POST /v1/products returns 503 if the ingestion of the updates was cancelled", async () => {
    // While the test holds the client's lease, no worker starts the job.
    const lease = await createLeases(running.engine, "test", 60).acquire(shop.client_id);
    const response = call("POST", "/v1/products", {}, feed(insert("P", 1, { price: 1 })));
    let id = 0;
    await until("the job", async () => {
      id = (await newestJobs(running.engine, shop.client_id, { limit: 1 }))[0]?.id ?? 0;
      return id !== 0;
    });
    expect((await call("POST", `/v1/ingestion/${id}/cancel`)).status).to.equal(200);
    const { status, headers, body } = await response;
    await lease?.release();
    const { errors } = body as { errors: readonly { message: string }[] };
    expect([status, errors.map(({ message }) => message)]).to.deep.equal([
      503,
      [`ingestion ${id} was cancelled; send the lines again`],
    ]);
    expect(Number(headers.get("retry-after"))).to.be.greaterThan(0);
  });
});
