import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { json, text } from "node:stream/consumers";
import { expect } from "chai";
import { addClient, type AddedClient } from "../../../src/storefront/clients.js";
import { useInstallation } from "../../support/service.js";
import { storefrontOf } from "../../support/shop.js";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, "attributes">;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const requested = { traceparent: `00-${TRACE}-${PARENT}-01` };

describe("traces", () => {
  const installation = useInstallation();
  const exports: Export[] = [];
  let collector: Server;
  let endpoint: string;
  let client: AddedClient;

  before(async () => {
    collector = createServer((req, res) => {
      void json(req).then((body) => {
        if (req.url === "/v1/traces") exports.push(body as Export);
        res.writeHead(req.url === "/v1/traces" ? 200 : 400, { "Content-Type": "application/json" }).end("{}");
      });
    }).listen(0, "127.0.0.1");
    await once(collector, "listening");
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  });
  after(() => collector.close());
  beforeEach(() => exports.splice(0));

  const spans = () =>
    exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  const attributesOf = ({ attributes }: Pick<Span, "attributes">) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

  before(async () => {
    await (await installation.start()).close();
    client = await addClient({ engine: installation.engine, now: () => new Date() }, { name: "shop" });
  });

  /** Starts a service with tracing, calls `use`, and stops the service, so that all traces are exported. */
  async function recorded(settings: Record<string, string>, use: (base_url: string) => Promise<void>): Promise<void> {
    const service = await installation.start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings });
    try {
      await use(service.base_url);
    } finally {
      await service.close();
    }
  }

  const search = (base_url: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${base_url}/v2/recommendations/search?service_api_client=${client.client_id}`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": client.public_key, "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ user: { device_id: "a-shopper" }, query: "shirt" }),
    });

  it("traces contain a span for a request and child spans for its engine calls", async () => {
    await recorded({ TRUSTED_PROXIES: "loopback" }, async (base_url) => {
      const service = { base_url } as Parameters<typeof storefrontOf>[1] extends () => infer S ? S : never;
      await storefrontOf(client, () => service).ingest([
        {
          operation: "insert",
          product_data: { product_identifier: "1", title: "Shirt" },
          variant_data: { variant_identifier: "1" },
        },
      ]);
      const response = await search(base_url, { ...requested, "X-Request-Id": "the-request" });
      expect([response.status, await response.text().then((body) => body.length > 0)]).to.deep.equal([200, true]);
    });

    const server = spans().find(({ name }) => name === "POST /v2/recommendations/search") as Span;
    expect({ trace: server.traceId, parent: server.parentSpanId, ...attributesOf(server) }).to.deep.equal({
      trace: TRACE,
      parent: PARENT,
      "http.request.method": "POST",
      "http.route": "/v2/recommendations/search",
      "http.response.status_code": 200,
      "url.path": "/v2/recommendations/search",
      "vitrine.request_id": "the-request",
      "vitrine.client_id": client.client_id,
    });
    const below = spans().filter(({ parentSpanId }) => parentSpanId === server.spanId);
    expect(below.map((span) => attributesOf(span)["db.system.name"])).to.include("opensearch");

    const job = spans().find(({ name }) => name === "ingestion") as Span;
    const writes = spans().filter(({ parentSpanId, name }) => parentSpanId === job.spanId && name === "bulk");
    expect([attributesOf(job)["vitrine.ingestion_mode"], writes.length > 0]).to.deep.equal(["insert", true]);

    expect(attributesOf(exports[0]?.resourceSpans[0]?.resource as Span)["service.name"]).to.equal("vitrine");
    const all = JSON.stringify(exports);
    for (const secret of [client.private_key, client.public_key, "a-shopper", "service_api_client"]) {
      expect(all).to.not.contain(secret);
    }
  });

  it("traces ignore the trace header of an untrusted proxy", async () => {
    await recorded({}, async (base_url) => {
      await (await search(base_url, requested)).text();
    });
    const server = spans().find(({ name }) => name === "POST /v2/recommendations/search") as Span;
    expect([server.traceId === TRACE, server.parentSpanId ?? ""]).to.deep.equal([false, ""]);
  });

  it("traces are disabled if no collector is configured", async () => {
    await recorded({ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, async (base_url) => {
      await (await search(base_url, requested)).text();
    });
    expect(exports).to.deep.equal([]);
  });

  it("traces are dropped and the failure is logged if the collector rejects them", async () => {
    const log = new PassThrough();
    const service = await installation.start(
      { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint.replace("//", "//user:hunter2@")}/refused` },
      { logStream: log },
    );
    const response = await search(service.base_url);
    expect(response.status).to.equal(200);
    await service.close();
    const written = text(log);
    log.end();
    const reported = (await written).split("\n").filter((line) => line.includes("failed to send traces"));
    expect([reported.length, reported.join("").includes("hunter2")]).to.deep.equal([1, false]);
  });
});
