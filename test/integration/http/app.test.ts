import { request, type IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import Type from "typebox";
import { Router } from "express";
import { Registry } from "prom-client";
import { SECURITY_HEADERS } from "../../../src/http/envelope.js";
import { createApp } from "../../../src/app.js";
import { EngineError, EngineUnavailableError } from "../../../src/engine/engine.js";
import { prepareEngine, TEMPLATES_FOLDER } from "../../../src/engine/templates.js";
import { ERROR_STATUS, sentCode, ServiceError, type ErrorCode } from "../../../src/errors.js";
import { requirePrivateKey, requirePublicKey } from "../../../src/http/authentication.js";
import { jsonBody } from "../../../src/http/json-body.js";
import { clientAddresses, limitAddressRate, limitRate } from "../../../src/http/client-address.js";
import { methodNotAllowed } from "../../../src/http/error-handler.js";
import { storefrontOf } from "../../../src/http/locals.js";
import { startServer, type RunningServer } from "../../../src/http/server.js";
import { validateBody } from "../../../src/http/validation.js";
import { closed, nullable } from "../../../src/schema/typed.js";
import { createLogger } from "../../../src/observability/logger.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { addClient, revokeKey, type AddedClient } from "../../../src/storefront/clients.js";
import { createDirectory } from "../../../src/storefront/directory.js";
import { createKey } from "../../../src/storefront/keys.js";
import { contextOn } from "../../support/context.js";
import { useEngine } from "../../support/engine.js";
import { fetchJson, exchange } from "../../support/http.js";
import { until } from "../../support/until.js";

const MAX_BYTES = 10_000;

const parseEcho = validateBody(
  closed({
    user: closed({ device_id: Type.String({ minLength: 1 }) }),
    limit: Type.Optional(Type.Integer({ minimum: 0 })),
    query: Type.Optional(nullable(Type.String())),
  }),
);

const THROWN: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => [
      code,
      new ServiceError(code, `told ${code}`, { field: "f" }),
    ]),
  ),
  engine_refuses: new EngineError(400, "parsing_exception", "engine-internal-text"),
  engine_away: new EngineUnavailableError("engine-internal-text"),
  defect: new TypeError("program-internal-text"),
};

const SENT_LOWER_CASE = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
);

describe("HTTP layer", () => {
  const engineOf = useEngine();
  const log = new PassThrough();
  const registry = new Registry();
  let server: RunningServer;
  let shop: AddedClient;
  let other: AddedClient;
  let url: (path: string) => string;

  before(async () => {
    const { engine } = engineOf;
    await prepareEngine(engine, TEMPLATES_FOLDER, { languages: ["english"], shards: 1 });
    const deps = { engine, now: () => new Date() };
    shop = await addClient(deps, { name: "shop", origins: ["https://shop.example"] });
    other = await addClient(deps, { name: "other" });
    await addClient(deps, { name: "demo" });
    const directory = createDirectory(contextOn(engine));

    const recommendations = Router();
    recommendations
      .route("/echo")
      .post(requirePublicKey(directory), jsonBody({ maxBytes: MAX_BYTES }), (req, res) => {
        res.json({ client: storefrontOf(res).client_id, body: parseEcho(req.body) });
      })
      .all(methodNotAllowed("POST"));
    recommendations.post("/limited", requirePublicKey(directory), limitRate(3), (_req, res) => void res.json({}));
    const proxied = limitAddressRate(3, clientAddresses("loopback"));
    recommendations.post("/near", proxied, (_req, res) => void res.json({}));
    recommendations.post("/throw/:what", (req) => {
      throw THROWN[req.params.what];
    });
    recommendations.post("/unchecked", (_req, res) => void res.json(storefrontOf(res)));
    const ingestion = Router();
    ingestion
      .route("/secret")
      .get(requirePrivateKey(directory), (_req, res) => void res.json({ client: storefrontOf(res).client_id }))
      .all(methodNotAllowed("GET"));
    ingestion.post("/throw/:what", (req) => {
      throw THROWN[req.params.what];
    });

    const logger = createLogger({ level: "debug", secrets: [], stream: log });
    const context = contextOn(engine, {}, { logger, metrics: createMetrics(registry) });
    const app = createApp(context, directory, [
      { path: "/v1/ingestion", router: ingestion },
      { path: "/v2/recommendations", router: recommendations },
    ]);
    server = await startServer(app, { host: "127.0.0.1", port: 0 });
    url = (path) => server.url + path;
  });
  after(() => server.close(0));

  const ECHO = "/v2/recommendations/echo?service_api_client=shop";
  const post = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer> = "{}") =>
    fetchJson(url(path), { method: "POST", headers, body });
  const echo = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    post(ECHO, { "Content-Type": "application/json", "X-SERVICE-API-KEY": shop.public_key, ...headers }, body);
  const refusal = (code: string, message: string, context: object | null = null) => ({
    errors: [{ code, message, context, extra: null }],
    meta: null,
    data: null,
  });
  const GOOD = '{"user":{"device_id":"d"}}';

  describe("errors", () => {
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      it(`error responses have the status ${status} for the error code ${code}`, async () => {
        const response = await post(`/v2/recommendations/throw/${code}`, {});
        expect(response.status).to.equal(status);
        expect(response.body).to.deep.equal(refusal(sentCode(code as ErrorCode), `told ${code}`, { field: "f" }));
        expect(response.headers.get("content-type")).to.equal("application/json; charset=utf-8");
        expect(response.headers.get("retry-after")).to.equal(
          code === "unavailable" || code === "rate_limited" ? "2" : null,
        );
      });
    }

    it("error responses contain the property `extra` only for recommendation endpoints", async () => {
      expect((await post("/v1/ingestion/throw/payload_empty", {})).body).to.deep.equal({
        errors: [{ code: "payload_empty", message: "told payload_empty", context: { field: "f" } }],
        meta: null,
        data: null,
      });
    });

    for (const [what, status, code, message] of [
      ["engine_refuses", 500, "internal_error", "an internal error occurred"],
      ["defect", 500, "internal_error", "an internal error occurred"],
      ["engine_away", 503, "internal_error", "the service is temporarily unavailable; try again shortly"],
    ] as const) {
      it(`error responses contain no internal details: ${what}`, async () => {
        log.read();
        const response = await post(`/v2/recommendations/throw/${what}`, { "X-Request-Id": `case-${what}` });
        expect([response.status, response.body]).to.deep.equal([status, refusal(code, message)]);
        expect(response.headers.get("retry-after")).to.equal(status === 503 ? "2" : null);
        const lines = String(log.read()).split("\n");
        // Log lines of earlier tests may have been delayed by back-pressure.
        const own = lines.filter((text) => text.includes(`"request_id":"case-${what}"`));
        expect(own.find((text) => text.includes('"level":"error"'))).to.include("internal-text");
      });
    }

    it("error responses have the status 500 if a route has no authentication check", async () => {
      expect((await post("/v2/recommendations/unchecked", {})).status).to.equal(500);
    });

    it("error responses have the status 404 for unknown paths", async () => {
      const response = await fetchJson(url("/v2/recommendations/nothing"));
      expect([response.status, response.body]).to.deep.equal([404, refusal("not_found", "this path does not exist")]);
      expect((await fetchJson(url("/"))).status).to.equal(404);
    });

    it("error responses have the status 405 for unsupported methods, and list the allowed methods", async () => {
      const response = await fetchJson(url(ECHO));
      expect([response.status, response.headers.get("allow")]).to.deep.equal([405, "POST"]);
      expect(response.body).to.deep.equal(refusal("method_not_allowed", "GET is not allowed here; allowed: POST"));
    });

    it("error responses have the status 400 for malformed paths", async () => {
      const response = await post("/v2/recommendations/throw/%zz", {});
      expect([response.status, response.body]).to.deep.equal([
        400,
        refusal("validation_error", "the request path is malformed"),
      ]);
    });
  });

  it("every response contains headers that prevent browsers from rendering the response as a page", async () => {
    const paths = [ECHO, "/v2/recommendations/throw/defect", "/nowhere", "/%E0%A4%A"];
    for (const path of paths) expect(Object.fromEntries((await post(path, {})).headers)).to.include(SENT_LOWER_CASE);
    const noHttp = await exchange(server.url, "what is this?\r\n\r\n");
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      expect(noHttp).to.include(`\r\n${name}: ${value}\r\n`);
  });

  describe("request ids", () => {
    it("request ids that the client sends are returned if they are valid, and replaced by generated ids otherwise", async () => {
      const idFor = async (id: string | undefined) =>
        (await fetchJson(url("/"), id === undefined ? {} : { headers: { "X-Request-Id": id } })).headers.get(
          "x-request-id",
        );
      expect(await idFor("abc-1.2_3")).to.equal("abc-1.2_3");
      for (const id of [undefined, "", "a b", 'a"b', "x".repeat(129), "-a"]) {
        expect(await idFor(id)).to.match(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      }
    });

    it("request ids appear in every log line about the request", async () => {
      log.read();
      await echo(GOOD, { "X-Request-Id": "traced" });
      let text = "";
      await until("a line about the request", () => (text += String(log.read() ?? "")).includes("traced"));
      expect(text).to.include('"path":"/v2/recommendations/echo"').and.include('"client_id":"shop"');
      expect(text).to.not.include(shop.public_key.slice(3));
    });
  });

  describe("public keys", () => {
    it("a public key grants access to the client that the key belongs to", async () => {
      const response = await echo('{"user":{"device_id":"d"},"limit":0}');
      expect([response.status, response.body]).to.deep.equal([
        200,
        { client: "shop", body: { user: { device_id: "d" }, limit: 0 } },
      ]);
    });

    const path = (query: string) => `/v2/recommendations/echo${query}`;
    const cases: readonly (readonly [string, string, () => string | undefined, number, string, object | null])[] = [
      ["no API key", "?service_api_client=shop", () => undefined, 401, "unauthorized", null],
      ["an empty API key", "?service_api_client=shop", () => "", 401, "unauthorized", null],
      ["a malformed API key", "?service_api_client=shop", () => "pk_abc", 401, "unauthorized", null],
      [
        "an unknown API key",
        "?service_api_client=shop",
        () => createKey("public", new Date()).key,
        401,
        "unauthorized",
        null,
      ],
      ["an unknown API key and no client id", "", () => createKey("public", new Date()).key, 401, "unauthorized", null],
      ["a private API key", "?service_api_client=shop", () => shop.private_key, 403, "forbidden", null],
      ["the API key of another client", "?service_api_client=shop", () => other.public_key, 403, "forbidden", null],
      [
        "the id of a client that does not exist",
        "?service_api_client=nobody",
        () => shop.public_key,
        403,
        "forbidden",
        null,
      ],
      ["no client id", "", () => shop.public_key, 400, "validation_error", { field: "service_api_client" }],
      [
        "an empty client id",
        "?service_api_client=",
        () => shop.public_key,
        400,
        "validation_error",
        { field: "service_api_client" },
      ],
      [
        "two client ids",
        "?service_api_client=shop&service_api_client=other",
        () => shop.public_key,
        400,
        "validation_error",
        { field: "service_api_client" },
      ],
    ];
    for (const [what, query, key, status, code, context] of cases) {
      it(`a recommendation request with ${what} is rejected with status ${status}`, async () => {
        const value = key();
        const response = await post(
          path(query),
          { "Content-Type": "application/json", ...(value === undefined ? {} : { "X-SERVICE-API-KEY": value }) },
          GOOD,
        );
        const { errors } = response.body as { errors: { code: string; message: string; context: unknown }[] };
        expect(response.status).to.equal(status);
        expect(response.body).to.deep.equal(refusal(code, errors[0]?.message ?? "", context));
      });
    }
  });

  describe("private keys", () => {
    const secret = (key: string) => fetchJson(url("/v1/ingestion/secret"), { headers: { "X-SERVICE-API-KEY": key } });

    it("private keys identify the client that they belong to", async () => {
      expect((await secret(other.private_key)).body).to.deep.equal({ client: "other" });
    });

    it("private keys cannot be replaced by public keys for endpoints that require a private key", async () => {
      const response = await secret(other.public_key);
      expect([response.status, response.body]).to.deep.equal([
        403,
        {
          errors: [{ code: "forbidden", message: "expected a private key (sk_…), got a public key", context: null }],
          meta: null,
          data: null,
        },
      ]);
    });

    it("private keys are rejected within two seconds after their revocation", async () => {
      const deps = { engine: engineOf.engine, now: () => new Date() };
      const leaving = await addClient(deps, { name: "leaving" });
      expect((await secret(leaving.private_key)).status).to.equal(200);
      await revokeKey(deps, leaving.private_key);
      const revoked = performance.now();
      await until("the key to be refused", async () => (await secret(leaving.private_key)).status === 401);
      expect(performance.now() - revoked).to.be.below(2_000);
    });
  });

  describe("JSON bodies", () => {
    const INVALID_JSON = "the body is not valid JSON";
    const tooLarge = `the body must be at most ${MAX_BYTES} bytes long`;

    for (const [what, body, headers, status, code, message, context] of [
      ["invalid JSON", '{"user": }', {}, 400, "validation_error", INVALID_JSON, null],
      ["truncated JSON", '{"user":{"device_id":"d"},"query":', {}, 400, "validation_error", INVALID_JSON, null],
      ["empty content", "", {}, 400, "validation_error", "the body is empty: expected a JSON object", null],
      [
        "only a byte order mark",
        "\uFEFF",
        {},
        400,
        "validation_error",
        "the body is empty: expected a JSON object",
        null,
      ],
      ["only whitespace", " \n", {}, 400, "validation_error", INVALID_JSON, null],
      ["only opening brackets", "[".repeat(MAX_BYTES), {}, 400, "validation_error", INVALID_JSON, null],
      [
        "deeply nested arrays instead of an object",
        "[".repeat(MAX_BYTES / 2) + "]".repeat(MAX_BYTES / 2),
        {},
        400,
        "validation_error",
        "the body must be a JSON object",
        null,
      ],
      [
        "the charset UTF-16",
        new Uint8Array(Buffer.from(GOOD, "utf16le")),
        { "Content-Type": "application/json; charset=utf-16" },
        415,
        "unsupported_media_type",
        "the body must be in UTF-8",
        null,
      ],
      [
        "an unknown charset",
        GOOD,
        { "Content-Type": "application/json; charset=utf-99" },
        415,
        "unsupported_media_type",
        "the body must be in UTF-8",
        null,
      ],
      [
        "a malformed content type",
        GOOD,
        { "Content-Type": ";;=" },
        415,
        "unsupported_media_type",
        'the content type must be application/json, got ";;="',
        null,
      ],
      ["an array instead of an object", "[]", {}, 400, "validation_error", "the body must be a JSON object", null],
      ["null", "null", {}, 400, "validation_error", "the body must be a JSON object", null],
      ["a string instead of an object", '"{}"', {}, 400, "validation_error", "the body must be a JSON object", null],
      ["the value NaN", '{"limit":NaN}', {}, 400, "validation_error", INVALID_JSON, null],
      [
        "the out-of-range number 1e400",
        '{"user":{"device_id":"d"},"limit":1e400}',
        {},
        400,
        "validation_error",
        "`limit` must be an integer, got a number out of range",
        { field: "limit" },
      ],
      ["a missing field", "{}", {}, 400, "validation_error", "`user` is required", { field: "user" }],
      [
        "a misspelt field",
        '{"user":{"device_id":"d","devce_id":"d"}}',
        {},
        400,
        "validation_error",
        "unknown field `devce_id` in `user`; did you mean `device_id`?",
        { field: "user.devce_id" },
      ],
      [
        "a field named __proto__",
        '{"user":{"device_id":"d"},"__proto__":{"limit":1}}',
        {},
        400,
        "validation_error",
        "unknown field `__proto__` in the body; expected one of `user`, `limit`, `query`",
        { field: "__proto__" },
      ],
      [
        "a field named constructor",
        '{"user":{"device_id":"d"},"constructor":{"prototype":{"limit":1}}}',
        {},
        400,
        "validation_error",
        "unknown field `constructor` in the body; expected one of `user`, `limit`, `query`",
        { field: "constructor" },
      ],
      [
        "a lone surrogate",
        '{"user":{"device_id":"\\ud800"}}',
        {},
        400,
        "validation_error",
        "`user.device_id` contains a NUL character or a lone surrogate",
        { field: "user.device_id" },
      ],
      [
        "a NUL character",
        '{"user":{"device_id":"d"},"query":"a\\u0000"}',
        {},
        400,
        "validation_error",
        "`query` contains a NUL character or a lone surrogate",
        { field: "query" },
      ],
      [
        "invalid UTF-8",
        new Uint8Array([0x7b, 0xff, 0x7d]),
        {},
        400,
        "validation_error",
        "the body is not valid UTF-8",
        null,
      ],
      [
        "content above the size limit",
        `{"query":"${"x".repeat(MAX_BYTES)}"}`,
        {},
        413,
        "payload_too_large",
        tooLarge,
        null,
      ],
      [
        "gzip content that decompresses to a thousand times its size",
        new Uint8Array(gzipSync(`{"query":"${"x".repeat(5_000_000)}"}`)),
        { "Content-Encoding": "gzip" },
        413,
        "payload_too_large",
        tooLarge,
        null,
      ],
      [
        "uncompressed content declared as gzip",
        GOOD,
        { "Content-Encoding": "gzip" },
        400,
        "validation_error",
        "the gzip data in the body is invalid or incomplete",
        null,
      ],
      [
        "truncated gzip content",
        new Uint8Array(gzipSync(GOOD).subarray(0, -6)),
        { "Content-Encoding": "gzip" },
        400,
        "validation_error",
        "the gzip data in the body is invalid or incomplete",
        null,
      ],
      [
        "an unsupported content encoding",
        GOOD,
        { "Content-Encoding": "br" },
        415,
        "unsupported_media_type",
        "the content encoding must be gzip or none",
        null,
      ],
      [
        "an unsupported content type",
        GOOD,
        { "Content-Type": "text/plain" },
        415,
        "unsupported_media_type",
        'the content type must be application/json, got "text/plain"',
        null,
      ],
      [
        "an unsupported charset",
        GOOD,
        { "Content-Type": "application/json; charset=latin1" },
        415,
        "unsupported_media_type",
        "the body must be in UTF-8",
        null,
      ],
    ] as const) {
      it(`JSON bodies with ${what} are rejected`, async () => {
        const response = await echo(body, headers);
        const { errors } = response.body as { errors: { message: string }[] };
        const sent = errors[0]?.message ?? "";
        // Only some messages of JSON.parse contain the position of the error.
        if (message === INVALID_JSON) expect(sent).to.match(/^the body is not valid JSON( at position \d+.*)?$/);
        else expect(sent).to.equal(message);
        expect([response.status, response.body]).to.deep.equal([status, refusal(code, sent, context)]);
      });
    }

    it("JSON bodies are rejected if they have no content type", async () => {
      const bytes = `POST ${ECHO} HTTP/1.1\r\nConnection: close\r\nX-SERVICE-API-KEY: ${shop.public_key}\r\nContent-Length: ${GOOD.length}\r\n\r\n${GOOD}`;
      const response = await exchange(server.url, bytes);
      expect(response)
        .to.match(/^HTTP\/1\.1 415 /)
        .and.include("got no content type");
    });

    for (const [what, body, headers] of [
      [
        "a content type and a charset in any letter case",
        GOOD,
        { "Content-Type": 'Application/JSON; charset="UTF-8"' },
      ],
      ["gzip", new Uint8Array(gzipSync(GOOD)), { "Content-Encoding": "gzip" }],
      ["a byte order mark", `\uFEFF${GOOD}`, {}],
      ["escaped surrogate pairs", '{"user":{"device_id":"\\ud83d\\ude00"}}', {}],
    ] as const) {
      it(`JSON bodies are accepted with ${what}`, async () => {
        expect((await echo(body, headers)).status).to.equal(200);
      });
    }

    it("JSON bodies that are too large are rejected while the client is still sending", async () => {
      const endless = `POST ${ECHO} HTTP/1.1\r\nX-SERVICE-API-KEY: ${shop.public_key}\r\nContent-Type: application/json\r\nContent-Length: 9000000000\r\n\r\n{`;
      const response = await exchange(server.url, endless);
      expect(response)
        .to.match(/^HTTP\/1\.1 413 /)
        .and.include('"code":"payload_too_large"');
    });
  });

  describe("requests that are malformed or too long", () => {
    const parts = (response: string) => {
      const [head = "", body = ""] = response.split("\r\n\r\n");
      return { head, body: JSON.parse(body) as unknown };
    };
    const reported = (message: string) => ({
      errors: [{ code: "validation_error", message, context: null }],
      meta: null,
      data: null,
    });

    it("malformed requests receive errors in the standard format", async () => {
      const { head, body } = parts(await exchange(server.url, "what is this?\r\n\r\n"));
      expect(head)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.match(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
      expect(body).to.deep.equal(reported("this is not a valid HTTP request"));
    });

    it("requests are rejected if the query string has five million characters", async () => {
      const { head, body } = parts(
        await exchange(server.url, `GET /v2/?q=${"x".repeat(5_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`),
      );
      expect(head).to.match(/^HTTP\/1\.1 431 /);
      expect(body).to.deep.equal(
        reported("the URL and headers of the request are too long; send filters and queries in the body"),
      );
    });

    it("requests do not need a Host header", async () => {
      const { head } = parts(await exchange(server.url, "GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n"));
      expect(head).to.match(/^HTTP\/1\.1 404 /);
    });
  });

  describe("other origins", () => {
    const preflight = (path: string, origin: string, headers = "content-type,x-service-api-key") =>
      fetchJson(url(path), {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": headers,
        },
      });

    it("pages of other origins may send requests if the client configuration lists the origin", async () => {
      const response = await preflight(ECHO, "https://shop.example");
      expect(response.status).to.equal(204);
      expect(response.headers.get("access-control-allow-origin")).to.equal("https://shop.example");
      expect(response.headers.get("access-control-allow-methods")).to.include("POST");
      expect(response.headers.get("access-control-allow-headers")?.toLowerCase()).to.include("x-service-api-key");
      expect(response.headers.get("access-control-max-age")).to.equal("7200");
      expect(response.headers.get("vary")).to.include("Origin");
      expect(response.headers.get("x-request-id")).to.be.a("string");
    });

    it("pages of other origins can read responses, errors, and the headers for request ids and rate limits", async () => {
      for (const key of [shop.public_key, "pk_wrong"]) {
        const response = await echo(GOOD, { Origin: "https://shop.example", "X-SERVICE-API-KEY": key });
        expect(response.status).to.equal(key === "pk_wrong" ? 401 : 200);
        expect(response.headers.get("access-control-allow-origin")).to.equal("https://shop.example");
        expect(response.headers.get("access-control-expose-headers")).to.equal(
          "X-Request-Id,Retry-After,RateLimit,RateLimit-Policy",
        );
      }
    });

    for (const [what, path, origin] of [
      ["the client does not list their origin", ECHO, "https://evil.example"],
      ["their origin only begins with a listed origin", ECHO, "https://shop.example.evil.example"],
      ["their origin is localhost and the client is not the demo client", ECHO, "http://localhost:3000"],
      ["the request is for the ingestion API", "/v1/ingestion/secret?service_api_client=shop", "https://shop.example"],
      ["their origin is null", ECHO, "null"],
    ] as const) {
      it(`pages of other origins may not send requests if ${what}`, async () => {
        const response = await preflight(path, origin);
        expect(response.headers.get("access-control-allow-origin")).to.equal(null);
        expect(response.status).to.be.oneOf([404, 405]);
      });
    }

    it("pages of other origins may send any request header", async () => {
      const headers = "content-type,x-service-api-key,traceparent,x-requested-with,x-anything";
      const response = await preflight(ECHO, "https://shop.example", headers);
      expect(response.headers.get("access-control-allow-headers")).to.equal(headers);
      expect(response.headers.get("access-control-allow-credentials")).to.equal(null);
      expect(response.headers.get("vary")?.split(/, */)).to.include("Access-Control-Request-Headers");
    });

    for (const [what, path, origin, status, code] of [
      ["the request contains no client id", "/v2/recommendations/echo", "https://new.example", 400, "validation_error"],
      [
        "the client id in the request is empty",
        "/v2/recommendations/echo?service_api_client=",
        "https://new.example",
        400,
        "validation_error",
      ],
      [
        ...["the client does not exist", "/v2/recommendations/echo?service_api_client=nobody", "https://new.example"],
        ...[403, "forbidden"],
      ],
      [
        "the API key belongs to another client",
        "/v2/recommendations/echo?service_api_client=other",
        "https://shop.example",
        403,
        "forbidden",
      ],
    ] as const) {
      it(`pages of other origins may read the response if ${what}`, async () => {
        const requested = await preflight(path, origin);
        expect([requested.status, requested.headers.get("access-control-allow-origin")]).to.deep.equal([
          204,
          path.endsWith("other") ? origin : "*",
        ]);
        const response = await post(
          path,
          { "Content-Type": "application/json", "X-SERVICE-API-KEY": shop.public_key, Origin: origin },
          GOOD,
        );
        const { errors } = response.body as { errors: { code: string }[] };
        expect([response.status, errors[0]?.code]).to.deep.equal([status, code]);
        expect(response.headers.get("access-control-allow-origin")).to.equal("*");
        expect(response.headers.get("access-control-allow-credentials")).to.equal(null);
      });
    }

    it("pages of other origins may not read responses if the origin is not listed, even with a valid key", async () => {
      for (const origin of ["https://evil.example", "null"]) {
        const response = await echo(GOOD, { Origin: origin });
        expect([response.status, response.headers.get("access-control-allow-origin")]).to.deep.equal([200, null]);
      }
    });

    it("pages of other origins may not read errors of the ingestion API", async () => {
      const response = await fetchJson(url("/v1/ingestion/secret"), { headers: { Origin: "https://shop.example" } });
      expect([response.status, response.headers.get("access-control-allow-origin")]).to.deep.equal([401, null]);
    });

    for (const origin of ["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:5173", "https://localhost"]) {
      it(`pages from ${origin} may send requests to the demo client`, async () => {
        const response = await preflight("/v2/recommendations/echo?service_api_client=demo", origin);
        expect(response.headers.get("access-control-allow-origin")).to.equal(origin);
      });
    }

    it("pages may not send requests to the demo client if their host name only begins with localhost", async () => {
      const response = await preflight(
        "/v2/recommendations/echo?service_api_client=demo",
        "http://localhost.evil.example",
      );
      expect(response.headers.get("access-control-allow-origin")).to.equal(null);
    });
  });

  it("the rate limit per API key applies to each key separately", async () => {
    const limited = async (client: AddedClient) =>
      post(`/v2/recommendations/limited?service_api_client=${client.client_id}`, {
        "X-SERVICE-API-KEY": client.public_key,
      });
    let refused: Awaited<ReturnType<typeof limited>> | undefined;
    await until("a refusal", async () => {
      refused = (await Promise.all(Array.from({ length: 5 }, () => limited(shop)))).find(
        ({ status }) => status === 429,
      );
      return refused !== undefined;
    });
    expect(refused?.body).to.deep.equal(refusal("rate_limited", "at most 3 requests per second are allowed per key"));
    expect(refused?.headers.get("retry-after")).to.equal("1");
    expect(refused?.headers.get("ratelimit-policy")).to.match(/^"key"; q=3; w=1/);
    expect(refused?.headers.get("ratelimit")).to.match(/^"key"; r=0; t=1/);
    expect((await limited(other)).status).to.equal(200);
    await until("the limit to pass", async () => (await limited(shop)).status === 200);
  });

  describe("compressed responses", () => {
    const long = JSON.stringify({ user: { device_id: "d" }, query: "linen shirt ".repeat(300) });
    const response = (encodings: string, body: string) =>
      new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
        const headers = {
          "Content-Type": "application/json",
          "X-SERVICE-API-KEY": shop.public_key,
          "Accept-Encoding": encodings,
        };
        const sent = request(url(ECHO), { method: "POST", headers }, (res) => {
          buffer(res).then((bytes) => resolve({ headers: res.headers, bytes }), reject);
        });
        sent.on("error", reject).end(body);
      });
    const inflated = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

    for (const [encodings, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip", "gzip"],
      ["identity", "identity"],
      ["", "identity"],
    ] as const) {
      it(`responses are encoded as ${encoding} for clients that accept "${encodings}"`, async () => {
        const { headers, bytes } = await response(encodings, long);
        expect(headers["content-encoding"] ?? "identity").to.equal(encoding);
        expect(headers.vary?.split(/, */)).to.deep.equal(["Origin", "Accept-Encoding"]);
        const { body } = JSON.parse(String(inflated[encoding](bytes))) as { body: object };
        expect(body).to.deep.equal(JSON.parse(long));
        if (encoding !== "identity") expect(bytes.length).to.be.lessThan(long.length / 4);
      });
    }

    it("short responses are not compressed", async () => {
      expect((await response("br, gzip", GOOD)).headers["content-encoding"]).to.equal(undefined);
    });
  });

  it("the rate limit per client IP applies to each IP address separately", async () => {
    const from = (address: string) =>
      fetchJson(url("/v2/recommendations/near"), { method: "POST", headers: { "X-Forwarded-For": address } });
    let refused: Awaited<ReturnType<typeof from>> | undefined;
    await until("a refusal", async () => {
      const responses = await Promise.all(Array.from({ length: 5 }, () => from("203.0.113.7")));
      refused = responses.find(({ status }) => status === 429);
      return refused !== undefined;
    });
    expect(refused?.body).to.deep.equal(
      refusal("rate_limited", "at most 3 requests per second are allowed per address"),
    );
    expect(refused?.headers.get("retry-after")).to.equal("1");
    expect(refused?.headers.get("ratelimit-policy")).to.match(/^"address"; q=3; w=1/);
    expect((await from("203.0.113.8")).status).to.equal(200);
    const nobodys = await Promise.all(Array.from({ length: 10 }, () => from("127.0.0.1")));
    expect(nobodys.map(({ status }) => status)).to.deep.equal(nobodys.map(() => 200));
  });

  it("the request metrics count all unknown HTTP methods under one label", async () => {
    for (const method of ["PROPFIND", "REPORT", "M-SEARCH"]) {
      await exchange(server.url, `${method} /v1/ingestion/secret HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    }
    const methods = async () => {
      const lines = (await registry.metrics()).split("\n");
      const counted = lines.filter((line) => line.startsWith("vitrine_http_request_duration_seconds_count"));
      return new Set(counted.map((line) => /method="([^"]*)"/.exec(line)?.[1]));
    };
    await until("the requests to be counted", async () => (await methods()).size > 0);
    await until("the methods to be counted", async () => (await methods()).has("other"));
    expect([...(await methods())]).to.not.include.members(["PROPFIND"]);
  });

  it("the request metrics count all requests by route and status, including errors", async () => {
    await echo(GOOD);
    await echo("{}");
    await post("/v2/recommendations/throw/defect", {});
    await post("/v1/ingestion/throw/payload_empty", {});
    await fetchJson(url(`/no/such/path/${Math.random()}`));
    const requests = async () =>
      (await registry.metrics())
        .split("\n")
        .filter((line) => line.startsWith("vitrine_http_request_duration_seconds_count"))
        .map((line) => /route="([^"]*)",status="([^"]*)"/.exec(line)?.slice(1).join(" "));
    await until("the requests to be counted", async () => {
      expect(await requests()).to.include.members([
        "/v2/recommendations/echo 200",
        "/v2/recommendations/echo 400",
        "/v2/recommendations/throw/:what 500",
        "/v1/ingestion/throw/:what 400",
        "unmatched 404",
      ]);
      return true;
    });
    expect((await requests()).filter((label) => label?.includes("such"))).to.deep.equal([]);
  });
});
