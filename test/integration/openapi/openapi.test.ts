import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { Service } from "../../../src/bootstrap.js";
import type { ErrorCode } from "../../../src/errors.js";
import type { ErrorEnvelope } from "../../../src/http/envelope.js";
import { startServer, type RunningServer } from "../../../src/http/server.js";
import { ERASED, ERASURE_REQUEST } from "../../../src/shoppers/routes.js";
import {
  FEED,
  FEED_WITH_ERROR,
  INGESTION_CANCELLED,
  type INGESTION_CANCELLING,
  INGESTION_COMPLETED,
  INGESTION_CREATED,
  LINE_ERROR_EXAMPLE,
} from "../../../src/catalog/ingestion/examples.js";
import { ACCEPTED, DELETED, DELIVERED, LIVE_LINES } from "../../../src/catalog/product-updates/routes.js";
import { EVENTS_IMPORTED, eventsBody, TRACKED } from "../../../src/tracking/examples.js";
import { EXPLAINED } from "../../../src/search/explain/routes.js";
import { QUERY_EXAMPLE, SLOTS_EXAMPLE } from "../../../src/recommendation/routes.js";
import { OFFERED, SEARCH_EXAMPLE } from "../../../src/search/listing/routes.js";
import { SUGGEST_EXAMPLE } from "../../../src/search/suggest/routes.js";
import { STOREFRONT_CHANGE } from "../../../src/publishing/routes.js";
import {
  TASTE_CORRECTED,
  TASTE_CORRECTION,
  TASTE_FORGOTTEN,
  TASTE_SHOWN,
} from "../../../src/personalization/routes.js";
import { EXAMPLE_DEVICE } from "../../../src/http/description/response-headers.js";
import type { OpenApiDocument } from "../../../src/http/description/document-types.js";
import { openApiDocument } from "../../../src/openapi/openapi.js";
import { addImage } from "../../../src/images/images.js";
import { imagePath } from "../../../src/images/routes.js";
import { PAGE_FILES } from "../../../src/openapi/page.js";
import { addClient, type AddedClient } from "../../../src/storefront/clients.js";
import { useInstallation } from "../../support/service.js";
import { exchange } from "../../support/http.js";
import { PNG } from "../../support/images.js";
import {
  createResponseChecker,
  operationFor,
  operationsOf,
  routeName,
  routesOf,
  schemasOf,
  type ObservedResponse,
} from "../../support/openapi.js";
import { view } from "../../support/shopper-events.js";
import { tasteOn } from "../../support/taste.js";
import { until } from "../../support/until.js";
import { appWithEngine, brokenEngine } from "../../support/broken-engine.js";

interface Sent {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const SEARCH = "/v2/recommendations/search";
const INGESTION = "/v1/ingestion/";
const NDJSON = { "Content-Type": "application/x-ndjson" };
const JSON_TYPE = { "Content-Type": "application/json" };
/** Ingestion id in all examples of the OpenAPI document. */
const EXAMPLE_ID = INGESTION_CREATED.data.ingestion_id;

describe("OpenAPI document and the running service", () => {
  const running = useInstallation();
  let service: Service;
  let limited: Service;
  let near: Service;
  let away: RunningServer;
  let defect: RunningServer;
  let demo: AddedClient;
  let other: AddedClient;
  let document: OpenApiDocument;
  let checker: ReturnType<typeof createResponseChecker>;
  /** Response to the upload of the example feed. */
  let created: ObservedResponse;

  before(async () => {
    // Test services have large time budgets, because incomplete responses would differ from the examples.
    service = await running.start();
    limited = await running.start({ RATE_LIMIT_PER_SECOND: "50", CURSOR_TTL_SECONDS: "1" });
    near = await running.start({ RATE_LIMIT_PER_ADDRESS_PER_SECOND: "50" });
    const deps = { engine: running.engine, now: () => new Date() };
    demo = await addClient(deps, { name: "demo" });
    other = await addClient(deps, { name: "other" });
    const local = { host: "127.0.0.1", port: 0 };
    away = await startServer(appWithEngine(brokenEngine("away")), local);
    defect = await startServer(appWithEngine(brokenEngine("defect")), local);
    const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
    document = openApiDocument(version);
    checker = createResponseChecker(document);
    created = await query(INGESTION, { key: demo.private_key, headers: NDJSON, body: FEED });
    await ended(idOf(created));
  });
  after(async () => {
    await Promise.all([away.close(0), defect.close(0)]);
  });

  /** Sends a request, validates the response against the OpenAPI document, and returns the response. */
  async function query(pathAndQuery: string, sent: Sent = {}, base = service.base_url): Promise<ObservedResponse> {
    const { method = sent.body === undefined ? "GET" : "POST", key, headers = {}, body } = sent;
    const response = await fetch(base + pathAndQuery, {
      method,
      headers: { ...(key === undefined ? {} : { "X-SERVICE-API-KEY": key }), ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
    });
    const path = pathAndQuery.split("?", 1)[0] ?? "";
    const result = { method, path, status: response.status, headers: response.headers, text: await response.text() };
    expect(checker.errors(result), `${method} ${pathAndQuery}: ${result.text.slice(0, 500)}`).to.deep.equal([]);
    return result;
  }

  const json = (response: ObservedResponse) => JSON.parse(response.text) as unknown;
  const search = (body: unknown, sent: Sent = {}, base?: string) =>
    query(
      `${SEARCH}?service_api_client=demo`,
      { key: demo.public_key, headers: JSON_TYPE, body: JSON.stringify(body), ...sent },
      base,
    );
  const idOf = (response: ObservedResponse): number => (json(response) as typeof INGESTION_CREATED).data.ingestion_id;
  const record = async (id: number, key = demo.private_key) =>
    json(await query(`${INGESTION}${id}`, { key })) as typeof INGESTION_COMPLETED;
  const ended = (id: number, key?: string) =>
    until(`the end of ingestion ${id}`, async () => ((await record(id, key)).data.status as number) >= 4);

  /** Expects an error response to equal the documented example. By default, the example's name is the error code. */
  function expectExample(result: ObservedResponse, code: ErrorCode, name: string = code): void {
    const found = operationFor(document, result.method, result.path);
    const response = found?.operation.responses[String(result.status)];
    const example = response?.content["application/json"]?.examples?.[name]?.value;
    const reported = json(result) as ErrorEnvelope;
    expect(likeExample(reported)).to.deep.equal(example);
  }

  /** Starts a request whose Content-Length exceeds the maximum body size. */
  const announcedTooLarge = (path: string) =>
    begun({ method: "POST", path, key: demo.private_key, bytes: 20_000_000_001 }, service.base_url);

  /** Sends the headers of a request and the first byte of the body. */
  async function begun(
    { method, path, key, bytes }: { method: string; path: string; key: string; bytes: number },
    base: string,
  ): Promise<ObservedResponse> {
    const target = `${path}?service_api_client=demo`;
    const head = `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-SERVICE-API-KEY: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`;
    const [raw = "", text = ""] = (await exchange(base, head)).split("\r\n\r\n");
    const [statusLine = "", ...lines] = raw.split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(": ", 2) as [string, string]));
    const status = Number(statusLine.split(" ")[1]);
    const response: ObservedResponse = { method, path, status, headers, text };
    expect(checker.errors(response)).to.deep.equal([]);
    return response;
  }

  /** Replaces the variable ids in an error response with the ids in the documented examples. */
  function likeExample(reported: ErrorEnvelope): unknown {
    return JSON.parse(
      JSON.stringify(reported)
        .replace(/"ingestion_id":\d+/, `"ingestion_id":${EXAMPLE_ID}`)
        .replace(/ingestion \d+ (has|does not accept)/, `ingestion ${EXAMPLE_ID} $1`)
        .replace(/the id 999999/, `the id ${EXAMPLE_ID}`),
    );
  }

  it("the OpenAPI document and the service contain the same routes, except for internal routes of the console", () => {
    const documented = operationsOf(document).map(({ method, path }) => routeName(method, path));
    const promised = routesOf(service.app).filter((route) => !route.includes(" /console"));
    expect(promised.sort()).to.deep.equal(documented.sort());
  });

  it("the service serves the OpenAPI document at /openapi.json", async () => {
    expect(json(await query("/openapi.json"))).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  describe("ingestions", () => {
    it("responses of the ingestion endpoints match the documented examples", async () => {
      const ingestion_id = idOf(created);
      expect(json(created)).to.deep.equal({ ...INGESTION_CREATED, data: { ingestion_id } });
      const { data, ...envelope } = await record(ingestion_id);
      const { id, file_identifier, created_at, updated_at } = data;
      const { seconds, lines_per_second } = data.product_metrics;
      const { data: example, ...exampleEnvelope } = INGESTION_COMPLETED;
      expect(id).to.equal(ingestion_id);
      expect({ ...envelope, data }).to.deep.equal({
        ...exampleEnvelope,
        data: {
          ...example,
          id,
          file_identifier,
          created_at,
          updated_at,
          product_metrics: { ...example.product_metrics, seconds, lines_per_second },
        },
      });
      const errors = await query(`${INGESTION}${ingestion_id}/errors`, { key: demo.private_key });
      expect(errors.text).to.equal("");
    });

    it("an ingestion request with all optional headers creates the documented job record", async () => {
      const headers = {
        ...NDJSON,
        "Content-Encoding": "gzip",
        "X-SERVICE-PROCESSING-MODE": "soft_replace",
        "X-SERVICE-TRIGGER": "cli",
        "X-SERVICE-COMMENT": "nightly",
        "X-SERVICE-USER": "ada",
        "X-SERVICE-METADATA": '{"run":[1,null]}',
      };
      const key = other.private_key;
      const lossy = '{"operation":"insert","note":1,"product_data":{"product_identifier":"p","a*b":1,"n":1e999}}\n';
      const body = new Uint8Array(gzipSync(lossy));
      const id = idOf(await query(INGESTION, { key, headers, body }));
      await ended(id, key);
      const read = await record(id, key);
      expect(read.data.trigger_source).to.deep.equal({
        type: "cli",
        mode: "soft_replace",
        comment: "nightly",
        user: "ada",
        metadata: { run: [1, null] },
      });
      expect(read.data.product_metrics.ignored_fields).to.deep.equal({ note: 1 });
      expect(read.data.product_metrics.index_warnings_total).to.be.greaterThan(0);
    });

    it("responses to a job cancellation match the documented examples", async () => {
      const key = demo.private_key;
      const feeds = Array.from({ length: 4 }, () => query(INGESTION, { key, headers: NDJSON, body: FEED }));
      const last = Math.max(...(await Promise.all(feeds)).map(idOf));
      const cancelled = await query(`${INGESTION}${last}/cancel`, { method: "POST", key });
      expect(cancelled.status).to.be.oneOf([200, 202]);
      await ended(last);
      const { product_metrics, status } = (await record(last)).data as unknown as typeof INGESTION_CANCELLED.data;
      expect({ status, cancelled: product_metrics.cancelled }).to.deep.equal({ status: 5, cancelled: true });
      if (cancelled.status === 200) {
        const { data, ...envelope } = json(cancelled) as typeof INGESTION_CANCELLED;
        const { id, file_identifier, created_at, updated_at } = data;
        const { data: example, ...exampleEnvelope } = INGESTION_CANCELLED;
        const expected = { ...example, id, file_identifier, created_at, updated_at };
        expect({ ...envelope, data }).to.deep.equal({ ...exampleEnvelope, data: expected });
      }
      expect((await query(`${INGESTION}${last}/cancel`, { method: "POST", key })).status).to.equal(200);
      const large = idOf(await query(INGESTION, { key, headers: NDJSON, body: FEED.repeat(15_000) }));
      await until("its beginning", async () => (await record(large)).data.status === (3 as number));
      const cancelling = await query(`${INGESTION}${large}/cancel`, { method: "POST", key });
      expect(cancelling.status).to.equal(202);
      const { meta, data } = json(cancelling) as typeof INGESTION_CANCELLING;
      expect({ status: data.status, cancelling: meta.progress.cancelling }).to.deep.equal({
        status: 3,
        cancelling: true,
      });
      await ended(large);
      await ended(idOf(created));
      const tooLate = await query(`${INGESTION}${idOf(created)}/cancel`, { method: "POST", key });
      expectExample(tooLate, "conflict");
      expectExample(await query(`${INGESTION}latest/cancel`, { method: "POST", key }), "validation_error");
      expectExample(await query(`${INGESTION}999999/cancel`, { method: "POST", key }), "not_found");
    });

    it("the list of rejected feed lines matches the documented example", async () => {
      const id = idOf(await query(INGESTION, { key: demo.private_key, headers: NDJSON, body: FEED_WITH_ERROR }));
      await ended(id);
      const { text } = await query(`${INGESTION}${id}/errors`, { key: demo.private_key });
      expect(text).to.equal(`${JSON.stringify(LINE_ERROR_EXAMPLE)}\n`);
      const lineError = schemasOf(document)(["components", "schemas", "LineError"]);
      expect(lineError(JSON.parse(text))).to.deep.equal([]);
    });

    it("error responses of the ingestion endpoints match the documented examples", async () => {
      const key = demo.private_key;
      const cutOff = new Uint8Array(gzipSync(FEED).subarray(0, -8));
      const gzip = { ...NDJSON, "Content-Encoding": "gzip" };
      expectExample(await query(INGESTION, { key, headers: gzip, body: cutOff }), "validation_error");
      const empty = await query(INGESTION, { key, headers: NDJSON, body: "\n \n" });
      expectExample(empty, "payload_empty");
      expectExample(
        await query(INGESTION, { key, headers: { "Content-Type": "text/csv" }, body: "a" }),
        "unsupported_media_type",
      );
      expectExample(await query(`${INGESTION}latest`, { key }), "validation_error");
      expectExample(await query(`${INGESTION}latest/errors`, { key }), "validation_error");
      expectExample(await query(`${INGESTION}${EXAMPLE_ID}`, { key }), "not_found");
      const { ingestion_id } = (json(empty) as ErrorEnvelope).errors[0]?.context as { ingestion_id: number };
      expectExample(await query(`${INGESTION}${ingestion_id}/errors`, { key }), "not_found");
    });

    it("error responses for feeds in several parts match the documented examples", async () => {
      const send = (part: string) =>
        query(INGESTION, { key: demo.private_key, headers: { ...NDJSON, "X-SERVICE-PART": part }, body: FEED });
      const opened = idOf(await send("open"));
      expectExample(await send("continue 999999"), "not_found");
      await ended(idOf(await send(`complete ${opened}`)));
      expectExample(await send(`continue ${opened}`), "conflict");
    });

    it("the error response for a feed that is too large matches the documented example", async () => {
      expectExample(await announcedTooLarge(INGESTION), "payload_too_large");
    });
  });

  describe("product updates", () => {
    const path = "/v1/products";
    const one = `${path}/oxford-shirt?version=2026-06-01T08%3A25%3A00Z`;
    const body = LIVE_LINES.map((line) => `${JSON.stringify(line)}\n`).join("");
    const reported = (response: ObservedResponse) => ({
      status: response.status,
      body: likeExample(json(response) as ErrorEnvelope),
    });
    let key: string;
    before(async () => {
      ({ private_key: key } = await addClient({ engine: running.engine, now: () => new Date() }, { name: "live" }));
    });

    it("responses to product updates match the documented examples", async () => {
      const applied = await query(path, { key, headers: NDJSON, body });
      expect(reported(applied)).to.deep.equal({ status: 200, body: DELIVERED });
      expect(reported(await query(one, { method: "DELETE", key }))).to.deep.equal({ status: 200, body: DELETED });
    });

    it("error responses to product updates match the documented examples", async () => {
      const line = '{"operation":"insert","product_data":{}}';
      expectExample(await query(path, { key, headers: NDJSON, body: line }), "validation_error");
      expectExample(await query(path, { key, headers: NDJSON, body: "\n" }), "payload_empty");
      expectExample(await query(path, { key, headers: NDJSON, body: "{}\n".repeat(1_001) }), "payload_too_large");
      const csv = { "Content-Type": "text/csv" };
      expectExample(await query(path, { key, headers: csv, body: "a" }), "unsupported_media_type");
      expectExample(await query(`${path}/p`, { method: "DELETE", key }), "validation_error");
    });

    it("responses to product updates under load match the documented examples", async () => {
      const { private_key } = await addClient({ engine: running.engine, now: () => new Date() }, { name: "slow" });
      const local = { host: "127.0.0.1", port: 0 };
      const slow = await startServer(appWithEngine(running.engine, { waitMs: 50, maxWaitingBytes: 10_000 }), local);
      const full = await startServer(appWithEngine(running.engine, { waitMs: 50, maxWaitingBytes: 10 }), local);
      try {
        const sent = { key: private_key, headers: NDJSON, body };
        expect(reported(await query(path, sent, slow.url))).to.deep.equal({ status: 202, body: ACCEPTED });
        expect((await query(one, { method: "DELETE", key: private_key }, slow.url)).status).to.equal(202);
        expectExample(await query(path, sent, full.url), "rate_limited");
        expectExample(await query(one, { method: "DELETE", key: private_key }, full.url), "rate_limited");
      } finally {
        await Promise.all([slow.close(0), full.close(0)]);
      }
    });
  });

  describe("searches", () => {
    it("responses of the search endpoint match the documented examples", async () => {
      const { response } = SEARCH_EXAMPLE;
      const result = json(await search(SEARCH_EXAMPLE.request)) as typeof response;
      const { recommendation_id } = result;
      expect(result).to.deep.equal({ ...response, recommendation_id });
    });

    it("responses of the search endpoint with all optional properties match the OpenAPI document", async () => {
      const key = demo.private_key;
      const redirects = [{ queries: ["sale"], url: "/sale" }];
      await query("/v1/storefront", { method: "PUT", key, headers: JSON_TYPE, body: JSON.stringify({ redirects }) });
      const user = { device_id: "d" };
      let response: unknown;
      await until("the redirect", async () => {
        response = json(await search({ user, query: "sale", filters: { colour: "White" }, facets: {} }));
        return JSON.stringify(response).includes("/sale");
      });
      expect(response).to.have.nested.property("meta.redirect.url", "/sale");
      expect(response).to.have.nested.property("meta.warnings[0].field", "colour");
      const relaxed = json(await search({ user, query: "oxford spaceship" }));
      expect(relaxed).to.have.nested.property("meta.query_relaxed", true);
      const none = json(await search({ user, filters: { price: 1e9 }, facets: { keys: ["price"] } }));
      expect(none).to.have.nested.property("facets[0].min", null);
    });

    it("responses to pages of other origins contain the documented CORS headers", async () => {
      const headers = { ...JSON_TYPE, Origin: "http://localhost:3000" };
      const response = await search(SEARCH_EXAMPLE.request, { headers });
      expect(response.headers.get("access-control-allow-origin")).to.equal("http://localhost:3000");
      expect(response.headers.get("access-control-expose-headers")).to.equal(
        "X-Request-Id,Retry-After,RateLimit,RateLimit-Policy",
      );
    });

    it("error responses of the search endpoint match the documented examples", async () => {
      const user = { device_id: "d" };
      expectExample(await search({ user, projektion: ["name"] }), "validation_error");
      const cursor = "x".repeat(24);
      expectExample(await search({ user, pagination: { page: 2, cursor } }), "unknown_page", "unknown_page_unknown");
      expectExample(await search({ user, query: "x".repeat(1_048_576) }), "payload_too_large");
      expectExample(await search({ user }, { headers: { "Content-Type": "text/plain" } }), "unsupported_media_type");
      expectExample(await search({ user }, { key: other.public_key }), "forbidden");
    });

    it("the error response for an expired search cursor matches the documented example", async () => {
      const user = { device_id: "d" };
      const { recommendation_id: cursor } = json(await search({ user, limit: 1 }, {}, limited.base_url)) as {
        recommendation_id: string;
      };
      // Rejected requests do not extend the lifetime of the cursor.
      const refused = () => search({ user, limit: 2, pagination: { page: 2, cursor } }, {}, limited.base_url);
      let response = await refused();
      expect(response.status).to.equal(400);
      await until("the cursor to expire", async () => {
        response = await refused();
        return response.status === 404;
      });
      expectExample(response, "unknown_page", "unknown_page_expired");
    });

    it("the 429 response of the search endpoint matches the documented example", async () => {
      let refused: ObservedResponse | undefined;
      await until("a refusal", async () => {
        const responses = await Promise.all(
          Array.from({ length: 60 }, () => search({ user: { device_id: "d" }, limit: 0 }, {}, limited.base_url)),
        );
        refused = responses.find(({ status }) => status === 429);
        return refused !== undefined;
      });
      if (refused !== undefined) expectExample(refused, "rate_limited");
    });
  });

  describe("suggestions", () => {
    const SUGGEST = "/v2/recommendations/suggest";
    const suggest = (body: unknown, sent: Sent = {}, base?: string) =>
      query(
        `${SUGGEST}?service_api_client=demo`,
        { key: demo.public_key, headers: JSON_TYPE, body: JSON.stringify(body), ...sent },
        base,
      );

    it("responses of the suggestion endpoint match the documented examples", async () => {
      expect(json(await suggest(SUGGEST_EXAMPLE.request))).to.deep.equal(SUGGEST_EXAMPLE.response);
    });

    it("error responses of the suggestion endpoint match the documented examples", async () => {
      const user = { device_id: "d" };
      expectExample(await suggest({ user, limits: { products: 21 } }), "validation_error");
      expectExample(await suggest({ user, query: "x".repeat(1_048_576) }), "payload_too_large");
      expectExample(await suggest({ user }, { headers: { "Content-Type": "text/plain" } }), "unsupported_media_type");
      expectExample(await suggest({ user }, { key: other.public_key }), "forbidden");
    });

    it("the 429 response of the suggestion endpoint matches the documented example", async () => {
      let refused: ObservedResponse | undefined;
      await until("a refusal", async () => {
        const some = Array.from({ length: 60 }, () => suggest({}, {}, limited.base_url));
        refused = (await Promise.all(some)).find(({ status }) => status === 429);
        return refused !== undefined;
      });
      if (refused !== undefined) expectExample(refused, "rate_limited");
    });
  });

  describe("recommendations", () => {
    const QUERY = "/v2/recommendations/query";
    const QUERY_SLOTS = `${QUERY}/slots`;
    const paths = [QUERY, QUERY_SLOTS];
    const user = { device_id: "d" };
    const post = (path: string, body: unknown, sent: Sent = {}, base?: string) =>
      query(
        `${path}?service_api_client=demo`,
        { key: demo.public_key, headers: JSON_TYPE, body: JSON.stringify(body), ...sent },
        base,
      );

    for (const [path, { request, response }] of [
      [QUERY, QUERY_EXAMPLE],
      [QUERY_SLOTS, SLOTS_EXAMPLE],
    ] as const) {
      it(`responses of the recommendation endpoint ${path} match the documented examples`, async () => {
        const result = json(await post(path, request)) as { readonly recommendation_id: string };
        const { recommendation_id } = result;
        expect(recommendation_id).to.have.length(24);
        expect(result).to.deep.equal({ ...(response as object), recommendation_id });
      });
    }

    it("error responses of the recommendation endpoints match the documented examples", async () => {
      expectExample(await post(QUERY, { user, profile: "simlar" }), "validation_error");
      expectExample(await post(QUERY_SLOTS, { user, placement: "hom" }), "validation_error");
      for (const path of paths) {
        const metadata = { query: "x".repeat(1_048_576) };
        expectExample(await post(path, { user, metadata }), "payload_too_large");
        expectExample(await post(path, {}, { headers: { "Content-Type": "text/plain" } }), "unsupported_media_type");
        expectExample(await post(path, { user }, { key: other.public_key }), "forbidden");
      }
    });

    it("the 429 response of the recommendation endpoints matches the documented example", async () => {
      for (const path of paths) {
        let refused: ObservedResponse | undefined;
        await until("a refusal", async () => {
          // Requests with limit 0 count towards the rate limit but need no search.
          const some = Array.from({ length: 60 }, () => post(path, { user, limit: 0 }, {}, limited.base_url));
          refused = (await Promise.all(some)).find(({ status }) => status === 429);
          return refused !== undefined;
        });
        if (refused !== undefined) expectExample(refused, "rate_limited");
      }
    });
  });

  describe("events", () => {
    const EVENTS = "/v1/events";
    const TRACKER = "/com.snowplowanalytics.snowplow/tp2";
    const now = () => new Date().toISOString();

    it("the response to an event import matches the documented example", async () => {
      const key = demo.private_key;
      const imported = await query(EVENTS, { key, headers: NDJSON, body: eventsBody(now()) });
      expect(json(imported)).to.deep.equal(EVENTS_IMPORTED);
    });

    it("error responses of the event endpoints match the documented examples", async () => {
      const key = demo.private_key;
      const gzip = { ...NDJSON, "Content-Encoding": "gzip" };
      const cutOff = new Uint8Array(gzipSync(eventsBody(now())).subarray(0, 12));
      expectExample(await query(EVENTS, { key, headers: gzip, body: cutOff }), "validation_error");
      expectExample(await query(EVENTS, { key, headers: NDJSON, body: "\n" }), "payload_empty");
      const csv = { "Content-Type": "text/csv" };
      expectExample(await query(EVENTS, { key, headers: csv, body: "a" }), "unsupported_media_type");
      expectExample(await announcedTooLarge(EVENTS), "payload_too_large");
      expectExample(await query(TRACKER, { headers: JSON_TYPE, body: "{}" }), "validation_error");
      expectExample(await query(TRACKER, { headers: csv, body: "a" }), "unsupported_media_type");
      const long = JSON.stringify({ data: "x".repeat(1_048_576) });
      expectExample(await query(TRACKER, { headers: JSON_TYPE, body: long }), "payload_too_large");
    });

    it("responses of the tracking endpoints match the documented examples", async () => {
      expect((await query(TRACKER, { headers: JSON_TYPE, body: JSON.stringify(TRACKED) })).text).to.equal("ok");
      const pixel = `/i?${new URLSearchParams(TRACKED.data[0]).toString()}`;
      await query(pixel);
      for (const [server, code, headers] of [
        [away, "unavailable", {}],
        // The broken service fails when it checks the origin, before it accepts events.
        [defect, "internal_error", { Origin: "https://shop.example" }],
      ] as const) {
        expectExample(await query(pixel, { headers }, server.url), code);
        const sent = { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(TRACKED) };
        expectExample(await query(TRACKER, sent, server.url), code);
      }
    });
  });

  describe("tastes", () => {
    const TASTE = `/v2/taste?service_api_client=demo&device_id=${EXAMPLE_DEVICE}`;
    const taste = (sent: Sent = {}, path = TASTE, base?: string) =>
      query(path, { key: demo.public_key, ...sent }, base);
    const patch = (body: string, headers: Record<string, string> = JSON_TYPE) =>
      taste({ method: "PATCH", headers, body });

    it("responses of the taste endpoints match the documented examples", async () => {
      // The event is dated in the near future, so that its weight does not decay.
      const soon = Date.now() + 600_000;
      const event = view("oxford-shirt", soon, { client_id: "demo", device_id: EXAMPLE_DEVICE });
      await tasteOn(running.engine).consumer.consume([event]);
      const at = new Date(soon).toISOString();
      const [recent] = TASTE_SHOWN.recent_products;
      expect(json(await taste())).to.deep.equal({
        ...TASTE_SHOWN,
        learned_until: at,
        recent_products: [{ ...recent, last_event_at: at }],
      });
      const corrected = json(await patch(JSON.stringify(TASTE_CORRECTION)));
      expect(corrected).to.deep.equal({ ...TASTE_CORRECTED, learned_until: at });
      const forgotten = json(await taste({ method: "DELETE" })) as typeof TASTE_FORGOTTEN;
      expect(forgotten).to.deep.equal({ ...TASTE_FORGOTTEN, forgotten_at: forgotten.forgotten_at });
      expect(json(await taste())).to.deep.equal(forgotten);
    });

    it("error responses of the taste endpoints match the documented examples", async () => {
      const nobody = "/v2/taste?service_api_client=demo";
      for (const method of ["GET", "DELETE"]) expectExample(await taste({ method }, nobody), "validation_error");
      expectExample(
        await taste({ method: "PATCH", headers: JSON_TYPE, body: '{"mute":["a=b"]}' }, nobody),
        "validation_error",
      );
      expectExample(await patch(`{"mute":["a=${"x".repeat(1_048_576)}"]}`), "payload_too_large");
      expectExample(await patch("{}", { "Content-Type": "text/plain" }), "unsupported_media_type");
    });

    it("the 429 response of the taste endpoints matches the documented example", async () => {
      for (const sent of [{}, { method: "DELETE" }, { method: "PATCH", headers: JSON_TYPE, body: '{"mute":[]}' }]) {
        let refused: ObservedResponse | undefined;
        await until("a refusal", async () => {
          const responses = await Promise.all(Array.from({ length: 60 }, () => taste(sent, TASTE, limited.base_url)));
          refused = responses.find(({ status }) => status === 429);
          return refused !== undefined;
        });
        if (refused !== undefined) expectExample(refused, "rate_limited");
      }
    });
  });

  describe("erasures", () => {
    const erase = (body: object, headers: Record<string, string> = JSON_TYPE) =>
      query("/v1/shoppers/erase", { key: demo.private_key, headers, body: JSON.stringify(body) });

    it("responses of the erasure endpoint match the documented examples", async () => {
      const response = json(await erase(ERASURE_REQUEST)) as typeof ERASED;
      const { erased_at } = response.data;
      expect(response).to.deep.equal({ ...ERASED, data: { ...ERASED.data, erased_at } });
    });

    it("error responses of the erasure endpoint match the documented examples", async () => {
      expectExample(await erase({ device_id: "anonymous" }), "validation_error");
      expectExample(await erase({ user_id: "x".repeat(1_048_576) }), "payload_too_large");
      expectExample(await erase({ user_id: "ada" }, { "Content-Type": "text/plain" }), "unsupported_media_type");
    });
  });

  describe("explanations", () => {
    const explain = (body: object, headers: Record<string, string> = JSON_TYPE) =>
      query("/v1/explain", { key: demo.private_key, headers, body: JSON.stringify(body) });

    it("responses of the explanation endpoint match the documented examples", async () => {
      expect(json(await explain(EXPLAINED.request))).to.deep.equal(EXPLAINED.response);
    });

    it("error responses of the explanation endpoint match the documented examples", async () => {
      const { user } = EXPLAINED.request;
      expectExample(await explain({ user, pagination: { page: 2 } }), "validation_error");
      expectExample(await explain({ user, query: "x".repeat(1_048_576) }), "payload_too_large");
      expectExample(await explain({ user }, { "Content-Type": "text/plain" }), "unsupported_media_type");
    });
  });

  describe("storefronts", () => {
    const put = (body: string, headers: Record<string, string> = JSON_TYPE) =>
      query("/v1/storefront", { method: "PUT", key: other.private_key, headers, body });

    it("responses of the storefront endpoint match the documented examples", async () => {
      const example = (method: "get" | "put") =>
        document.paths["/v1/storefront"]?.[method]?.responses["200"]?.content["application/json"]?.examples?.["example"]
          ?.value as { data: object };
      const named = ({ data, ...envelope }: { data: object }) => ({
        ...envelope,
        data: { ...data, client_id: "other", name: "other" },
      });
      const read = await query("/v1/storefront", { key: other.private_key });
      expect(json(read)).to.deep.equal(named(example("get")));
      expect(json(await put(JSON.stringify(STOREFRONT_CHANGE)))).to.deep.equal(named(example("put")));
    });

    it("error responses of the storefront endpoint match the documented examples", async () => {
      expectExample(await put('{"default_sort":"newst"}'), "validation_error");
      expectExample(await put(`{"currency":"${"x".repeat(4_194_304)}"}`), "payload_too_large");
      expectExample(await put("{}", { "Content-Type": "text/plain" }), "unsupported_media_type");
    });

    it("the error response for a configuration that hides products from shoppers matches the documented example", async () => {
      const rules = [{ key: "nothing-priced", action: "hide", filters: { price: { $gte: 0 } } }];
      const [body, key] = [JSON.stringify({ rules }), demo.private_key];
      const refused = await query("/v1/storefront", { method: "PUT", key, headers: JSON_TYPE, body });
      expect(refused.status).to.equal(409);
      const examples = document.paths["/v1/storefront"]?.put?.responses["409"]?.content["application/json"]?.examples;
      const contextOf = (envelope: unknown) => (envelope as ErrorEnvelope).errors[0]?.context ?? {};
      expect(contextOf(json(refused))).to.include({ reason: "impact" });
      expect(contextOf(json(refused))).to.have.keys(Object.keys(contextOf(examples?.["conflict_impact"]?.value)));
    });

    it("responses of the endpoint for public storefront settings have the documented fields, status codes and errors", async () => {
      const path = "/v2/storefront?service_api_client=other";
      const reported = await query(path, { key: other.public_key });
      expect(reported.headers.get("cache-control")).to.equal("private, max-age=60");
      const requested = { "Cache-Control": "max-age=0", "If-None-Match": reported.headers.get("etag") ?? "" };
      expect((await query(path, { key: other.public_key, headers: requested })).status).to.equal(304);
      expect(Object.keys(json(reported) as object)).to.deep.equal(Object.keys(OFFERED));
      // Sends batches, because sequential requests may not exceed the rate limit. Larger batches cause load shedding.
      const own = { key: demo.public_key };
      let refused: ObservedResponse | undefined;
      await until("a refusal", async () => {
        const path = "/v2/storefront?service_api_client=demo";
        const some = await Promise.all(Array.from({ length: 8 }, () => query(path, own, limited.base_url)));
        refused = some.find(({ status }) => status === 429);
        return refused !== undefined;
      });
      expectExample(refused as ObservedResponse, "rate_limited");
      expectExample(await query("/v2/storefront", { key: demo.public_key }), "validation_error");
      expectExample(await query(path, { key: demo.public_key }), "forbidden");
    });

    it("the response with the configuration schema matches the OpenAPI document", async () => {
      await query("/v1/storefront/schema");
    });
  });

  it("debug, beacon and rate limit responses of the tracking endpoints match the OpenAPI document", async () => {
    const tracker = "/com.snowplowanalytics.snowplow/tp2";
    const debug = { "X-Events-Debug": "1" };
    const reported = await query(tracker, { headers: { ...JSON_TYPE, ...debug }, body: JSON.stringify(TRACKED) });
    expect((json(reported) as { events: object[] }).events).to.have.length(TRACKED.data.length);
    const unknown = json(await query("/i?e=pv&aid=nobody&duid=d", { headers: debug }));
    const operation = operationFor(document, "get", "/i")?.operation;
    const example = operation?.responses["200"]?.content["application/json"]?.examples?.["debug"]?.value;
    expect(unknown).to.deep.equal(example);
    await query(tracker, { headers: { "Content-Type": "text/plain" }, body: JSON.stringify(TRACKED) });
    for (const path of [tracker, "/i"]) {
      const once = () => query(path, path === "/i" ? {} : { headers: JSON_TYPE, body: '{"data":[]}' }, near.base_url);
      let refused: ObservedResponse | undefined;
      await until("a refusal", async () => {
        const responses = await Promise.all(Array.from({ length: 60 }, once));
        refused = responses.find(({ status }) => status === 429);
        return refused !== undefined;
      });
      expectExample(refused as ObservedResponse, "rate_limited");
    }
  });

  it("responses and error responses for uploaded images match the OpenAPI document", async () => {
    const name = await addImage(running.engine, "demo", { type: "image/png", bytes: PNG }, Date.now());
    const path = imagePath("demo", name);
    expect((await query(path)).headers.get("content-type")).to.equal("image/png");
    const unknown = imagePath(
      "demo",
      name.replace(/^./, (first) => (first === "0" ? "1" : "0")),
    );
    expectExample(await query(unknown), "not_found");
    expectExample(await query(path, {}, away.url), "unavailable");
    expectExample(await query(path, {}, defect.url), "internal_error");
    let refused: ObservedResponse | undefined;
    await until("a refusal", async () => {
      const responses = await Promise.all(Array.from({ length: 60 }, () => query(path, {}, near.base_url)));
      refused = responses.find(({ status }) => status === 429);
      return refused !== undefined;
    });
    expectExample(refused as ObservedResponse, "rate_limited");
  });

  it("304 responses and the response of the root URL match the OpenAPI document", async () => {
    for (const path of ["/openapi.json", "/docs", `/docs/${PAGE_FILES[0]}`, "/docs/page.css"]) {
      const etag = (await query(path)).headers.get("etag") ?? "";
      // Without this header, `fetch` disables caching for conditional requests.
      const requested = { "Cache-Control": "max-age=0" };
      const again = await query(path, { headers: { ...requested, "If-None-Match": etag } });
      expect([again.status, again.text, again.headers.get("etag")], path).to.deep.equal([304, "", etag]);
      expect((await query(path, { headers: { ...requested, "If-None-Match": '"another"' } })).status).to.equal(200);
    }
    const welcome = await query("/");
    expect(welcome.status).to.equal(200);
    expect(json(welcome)).to.include({ service: "Vitrine", docs: "/docs", openapi: "/openapi.json" });
    await query("/", { headers: { Accept: "text/html" } });
  });

  it("responses of the docs page match the OpenAPI document", async () => {
    await query("/docs");
    for (const file of PAGE_FILES) await query(`/docs/${file}`);
    expectExample(await query("/docs/index.html"), "not_found");
  });

  describe("every operation that requires an API key", () => {
    const keyed = () => operationsOf(document).filter(({ operation }) => operation.security.length > 0);
    const to = (one: { method: string; path: string }, key: string, base?: string) =>
      query(
        `${one.path.replace("{id}", "1")}?service_api_client=demo`,
        {
          method: one.method.toUpperCase(),
          key,
          ...(one.method === "get" ? {} : { headers: JSON_TYPE, body: "{}" }),
        },
        base,
      );

    it("the error response for an invalid API key matches the documented example", async () => {
      for (const one of keyed()) expectExample(await to(one, "pk_wrong"), "unauthorized");
    });

    it("the error response for a public key instead of a private key matches the documented example", async () => {
      for (const one of keyed()) {
        const isPublic = one.path.startsWith("/v2/");
        const response = await to(one, isPublic ? demo.private_key : demo.public_key);
        expect(response.status).to.equal(403);
        if (!isPublic) expectExample(response, "forbidden");
      }
    });

    it("the error response for an unavailable engine matches the documented example", async () => {
      for (const one of keyed()) expectExample(await to(one, demo.public_key, away.url), "unavailable");
    });

    it("the error response for an internal error matches the documented example", async () => {
      for (const one of keyed()) expectExample(await to(one, demo.public_key, defect.url), "internal_error");
    });
  });

  it("the error responses for an incomplete body match the documented examples", async () => {
    const times = { sweepMs: 20, bodyMs: 100, silentMs: 500 };
    const impatient = await startServer(service.app, { host: "127.0.0.1", port: 0, ...times });
    try {
      const late = operationsOf(document).filter(({ operation }) => "408" in operation.responses);
      expect(late.length).to.be.greaterThan(0);
      for (const { method, path } of late) {
        const key = path.startsWith("/v2/") ? demo.public_key : demo.private_key;
        expectExample(
          await begun({ method: method.toUpperCase(), path, key, bytes: 1_000 }, impatient.url),
          "request_timeout",
        );
      }
    } finally {
      await impatient.close(0);
    }
  });

  // This is a separate suite, so that the check runs after all nested suites of the preceding suite.
  describe("coverage of the OpenAPI document by tests", () => {
    it("the tests of the OpenAPI document cover every documented response", () => {
      const documented = operationsOf(document).flatMap(({ method, path, operation }) =>
        Object.keys(operation.responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
      );
      expect(documented.filter((one) => !checker.seen.has(one))).to.deep.equal([]);
    });
  });
});
