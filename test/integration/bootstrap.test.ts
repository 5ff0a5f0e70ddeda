import { PassThrough } from "node:stream";
import { expect } from "chai";
import { type Service } from "../../src/bootstrap.js";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import { PUBLISHED_CONFIGURATION_SCHEMA } from "../../src/storefront/configuration.js";
import { wholeConfiguration } from "../../src/storefront/configuration.js";
import { fetchJson } from "../support/http.js";
import { startEngineProxy } from "../support/engine-proxy.js";
import { startInstance, useInstallation } from "../support/service.js";
import { until } from "../support/until.js";

describe("the service with all its components", () => {
  const running = useInstallation();
  const log = new PassThrough();
  let service: Service;
  let shop: AddedClient;

  before(async () => {
    service = await running.start({}, { logStream: log });
    shop = await addClient({ engine: running.engine, now: () => new Date() }, { name: "shop" });
  });

  const storefront = (method: string, key: string, body?: string) =>
    fetchJson(`${service.base_url}/v1/storefront`, {
      method,
      headers: { "X-SERVICE-API-KEY": key, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body }),
    });
  const success = (configuration: object) => ({
    errors: null,
    meta: null,
    data: { client_id: "shop", name: "shop", origins: [], configuration },
  });

  it("GET /v1/storefront returns the live configuration", async () => {
    const response = await storefront("GET", shop.private_key);
    expect([response.status, response.body]).to.deep.equal([200, success(wholeConfiguration({}))]);
  });

  it("PUT /v1/storefront makes a new configuration effective from the next request on", async () => {
    const changed = { ...wholeConfiguration({}), default_sort: "newest", currency: "SEK" };
    const response = await storefront("PUT", shop.private_key, '{"default_sort":"newest","currency":"SEK"}');
    expect([response.status, response.body]).to.deep.equal([200, success(changed)]);
    expect((await storefront("GET", shop.private_key)).body).to.deep.equal(success(changed));
  });

  it("PUT /v1/storefront rejects an invalid configuration with the path of each validation error", async () => {
    const before = (await storefront("GET", shop.private_key)).body;
    const response = await storefront("PUT", shop.private_key, '{"languages":"english","default_sort":7}');
    expect([response.status, response.body]).to.deep.equal([
      400,
      {
        errors: [
          {
            code: "validation_error",
            message: "the configuration has 2 validation errors",
            context: {
              errors: [
                {
                  path: "languages",
                  message: "unknown field `languages` in the configuration; did you mean `language`?",
                },
                {
                  path: "default_sort",
                  message:
                    "`default_sort` must be a name of letters, digits, `_`, `.` and `-` that begins with a letter, got 7",
                },
              ],
            },
          },
        ],
        meta: null,
        data: null,
      },
    ]);
    expect((await storefront("GET", shop.private_key)).body).to.deep.equal(before);
  });

  it("the configuration endpoint /v1/storefront accepts only private API keys", async () => {
    expect((await storefront("GET", shop.public_key)).status).to.equal(403);
    expect((await storefront("PUT", "", "{}")).status).to.equal(401);
    expect((await storefront("DELETE", shop.private_key)).headers.get("allow")).to.equal("GET, PUT");
  });

  it("GET /v1/storefront/schema returns the configuration schema without an API key", async () => {
    const response = await fetchJson(`${service.base_url}/v1/storefront/schema`);
    expect([response.status, response.body]).to.deep.equal([200, PUBLISHED_CONFIGURATION_SCHEMA]);
    expect(response.headers.get("content-type")).to.match(/^application\/schema\+json/);
  });

  it("the result of a feed sent to /v1/ingestion/ appears in the job record and in the metrics", async () => {
    const headers = { "X-SERVICE-API-KEY": shop.private_key, "Content-Type": "application/x-ndjson" };
    const line = { operation: "insert", product_data: { product_identifier: "p", variant_identifier: "v", price: 1 } };
    const created = await fetchJson(`${service.base_url}/v1/ingestion/`, {
      method: "POST",
      headers,
      body: JSON.stringify(line),
    });
    const { ingestion_id } = (created.body as { data: { ingestion_id: number } }).data;
    expect([created.status, created.body]).to.deep.equal([202, { errors: null, meta: null, data: { ingestion_id } }]);
    const record = async () =>
      (await fetchJson(`${service.base_url}/v1/ingestion/${ingestion_id}`, { headers })).body as {
        data: { status: number };
      };
    await until("the job to end", async () => (await record()).data.status >= 4);
    expect((await record()).data.status).to.equal(4);
    let metrics: string[] = [];
    // The metrics of jobs and lines are updated some time after the job's status.
    await until("the job to be counted", async () => {
      metrics = (await (await fetch(`${service.operations_url}/metrics`)).text()).split("\n");
      const isCounted = metrics.includes('vitrine_ingestion_jobs{status="completed"} 1');
      return isCounted && metrics.some((text) => text.startsWith("vitrine_ingestion_lines_total"));
    });
    expect(metrics).to.include('vitrine_ingestion_lines_total{outcome="accepted"} 1');
    expect(
      metrics.some((text) => text.startsWith('vitrine_engine_call_duration_seconds_count{operation="bulk"')),
    ).to.equal(true);
  });

  it("the service starts while another process creates the same indices", async () => {
    const proxy = await startEngineProxy(running.engineUrl);
    const error = { type: "search_phase_execution_exception", reason: "all shards failed" };
    let refusals = 4;
    proxy.behave((path) => {
      if (!path.endsWith("clients/_search") || refusals === 0) return "pass";
      refusals -= 1;
      return { status: 503, body: { error, status: 503 } };
    });
    const { prefix, dataDir } = running;
    try {
      const beside = await startInstance({ engineUrl: proxy.url, prefix, dataDir });
      expect(refusals).to.equal(0);
      expect((await beside.directory.listStorefronts()).map(({ client_id }) => client_id)).to.deep.equal(["shop"]);
      await beside.close();
    } finally {
      await proxy.close();
    }
  });

  it("a failed start of the service closes all resources if a port is taken or the engine is unavailable", async () => {
    const { port } = new URL(service.base_url);
    const taken = await running.start({ PORT: port }, { logStream: log }).catch((error: unknown) => error);
    expect(taken).to.have.property("code", "EADDRINUSE");
    const away = await running
      .start({}, { logStream: log, engineUrl: "http://user:hunter22@127.0.0.1:9" })
      .catch((error: unknown) => error);
    expect(away).to.have.property("name", "EngineUnavailableError");
  });

  it("/readyz reports a shutdown while the service still responds to requests", async () => {
    const leaving = await running.start({ SHUTDOWN_SECONDS: "4" }, { logStream: log });
    const schema = `${leaving.base_url}/v1/storefront/schema`;
    const ready = async () => (await fetch(`${leaving.operations_url}/readyz`)).status;
    expect([(await fetch(schema)).headers.get("connection"), await ready()]).to.deep.equal(["keep-alive", 200]);
    const closed = leaving.close({ lameDuckMs: 500 });
    const requested = await fetch(schema);
    expect([requested.status, requested.headers.get("connection"), await ready()]).to.deep.equal([
      200,
      "keep-alive",
      503,
    ]);
    // A client that sends occasional requests receives `Connection: close` while /readyz still responds.
    let watched = 0;
    await until("an answer that closes its connection", async () => {
      if ((await ready()) === 503) watched += 1;
      return (await fetch(schema)).headers.get("connection") === "close";
    });
    expect(watched).to.be.greaterThan(0);
    await closed;
    expect(await fetch(schema).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });

  it("the service rejects requests after it was closed", async () => {
    const short = await running.start();
    expect((await fetchJson(`${short.base_url}/v1/storefront/schema`)).status).to.equal(200);
    await Promise.all([short.close(), short.close()]);
    for (const url of [short.base_url, short.operations_url]) {
      expect(await fetch(url).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    }
  });

  it("the service never logs an API key", () => {
    const text = String(log.read());
    expect(text).to.include('"message":"serving"');
    for (const secret of [shop.private_key.slice(3), shop.public_key.slice(3), "hunter22"]) {
      expect(text).to.not.include(secret);
    }
  });
});
