import { expect } from "chai";
import { fetchJson, type ResponseBody } from "../../support/http.js";
import { sharedEngineUrl } from "../../support/engine.js";
import { DAMAGES, startEngineProxy, type Conduct, type EngineProxy } from "../../support/engine-proxy.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

const DEADLINE_MS = 1_000;
const PRODUCTS = 30;

/** Errors that the engine returns when it is overloaded or its disks are nearly full. */
const SAYS = {
  "429 of a full thread pool": error(429, "rejected_execution_exception"),
  "429 of a circuit breaker": error(429, "circuit_breaking_exception"),
  "403 of a read-only index": error(403, "cluster_block_exception"),
  "503 without a cluster manager": error(503, "cluster_manager_not_discovered_exception"),
} as const;

function error(status: number, type: string) {
  return { status, body: { error: { root_cause: [{ type }], type, reason: "engine-internal-text" }, status } };
}

/** Engine response if the thread pool is full: a batch of searches succeeds with 200, but each search fails. */
const EACH_REFUSED = {
  status: 200,
  body: { took: 1, responses: Array.from({ length: 12 }, () => error(429, "rejected_execution_exception").body) },
};

describe("overload", () => {
  let proxy: EngineProxy;
  const shop = useShop({
    instances: 1,
    settings: { READ_DEADLINE_MS: String(DEADLINE_MS), READ_CONCURRENCY: "8" },
    engineUrl: async (context) => {
      proxy = await startEngineProxy(await sharedEngineUrl(context));
      return proxy.url;
    },
  });
  let store: Storefront;
  let ingestion: string;

  before("ingest a catalogue", async () => {
    store = await shop.storefront();
    await store.ingest(
      Array.from({ length: PRODUCTS }, (_, at) => ({
        operation: "insert",
        product_data: {
          product_identifier: `p${at}`,
          variant_identifier: `v${at}`,
          title: `shirt ${at}`,
          price: 10 + at,
          categories: ["Clothing"],
        },
      })),
    );
    await store.search({});
    const jobs = await fetchJson(`${base()}/v1/ingestion/`, {
      method: "POST",
      headers: privately(),
      body: line("later"),
    });
    ingestion = String((jobs.body as { data: { ingestion_id: number } }).data.ingestion_id);
  });
  afterEach(() => proxy.behave(() => "pass"));
  after(() => proxy.close());

  const base = () => shop.services[0]?.base_url ?? "";
  const privately = () => ({
    "X-SERVICE-API-KEY": store.private_key,
    "X-SERVICE-PROCESSING-MODE": "insert",
    "Content-Type": "application/x-ndjson",
  });
  const line = (id: string) =>
    `${JSON.stringify({ operation: "insert", product_data: { product_identifier: id, title: id, price: 1 } })}\n`;
  const taste = (method: string, device: string) =>
    fetchJson(`${base()}/v2/taste?service_api_client=${store.client_id}&device_id=${device}`, {
      method,
      headers: { "X-SERVICE-API-KEY": store.public_key },
    });
  const saysLater = (response: ResponseBody) => {
    expect(response.status, JSON.stringify(response.body)).to.equal(503);
    expect(Number(response.headers.get("retry-after"))).to.be.at.least(1);
    expect(response.headers.get("x-request-id")).to.match(/./);
    expect(JSON.stringify(response.body)).to.include('"code":"internal_error"').and.not.include("engine-internal");
  };
  /** Counter that makes every request unique, so that no response comes from a cache. */
  let notLearned = 0;
  const routes: Readonly<Record<string, () => Promise<ResponseBody>>> = {
    search: () => store.send({ query: `shirt ${(notLearned += 1)}` }),
    query: () => store.requestFor("query", { profile: "popular", filters: { title: `none ${(notLearned += 1)}` } }),
    slots: () =>
      store.requestFor("query/slots", { placement: "home", filters: { title: `none ${(notLearned += 1)}` } }),
    suggest: () => store.requestFor("suggest", { query: `shirt ${(notLearned += 1)}` }),
    "taste (reading)": () => taste("GET", "somebody"),
    "taste (erasing)": () => taste("DELETE", "somebody"),
    storefront: () =>
      fetchJson(`${base()}/v1/storefront`, {
        method: "PUT",
        headers: { ...privately(), "Content-Type": "application/json" },
        body: "{}",
      }),
    "ingestion status": () => fetchJson(`${base()}/v1/ingestion/${ingestion}`, { headers: privately() }),
    "ingestion (creating)": () =>
      fetchJson(`${base()}/v1/ingestion/`, { method: "POST", headers: privately(), body: line("never") }),
  };

  for (const [what, response] of Object.entries(SAYS)) {
    it(`every endpoint returns 503 with Retry-After for the engine error ${what}`, async () => {
      proxy.behave((path): Conduct => (path === "/" ? "pass" : response));
      for (const [route, call] of Object.entries(routes)) {
        const got = await call();
        expect(got.status, route).to.equal(503);
        saysLater(got);
      }
    });
  }

  for (const damage of DAMAGES) {
    it(`every endpoint returns 503 with Retry-After if engine responses are ${damage}`, async () => {
      proxy.behave((path): Conduct => (path === "/" ? "pass" : damage));
      for (const [route, call] of Object.entries(routes)) {
        const got = await call();
        expect(got.status, route).to.equal(503);
        saysLater(got);
      }
    });
  }

  it("recommendations and suggestions return 503 if the engine rejects every search of a batch", async () => {
    proxy.behave((path): Conduct => (path.endsWith("/_msearch") ? EACH_REFUSED : "pass"));
    for (const route of ["query", "slots", "suggest"])
      saysLater(await (routes[route] as () => Promise<ResponseBody>)());
  });

  it("every catalogue search instructs the engine to cancel the search at the deadline of the client request", async () => {
    const before = proxy.requested.length;
    await store.search({ query: "shirt" });
    // Checks only searches in catalogues, because background tasks send other searches that belong to no client.
    const searches = proxy.requested.slice(before).filter((path) => /(?:catalog|products)-.*\/_m?search\?/.test(path));
    expect(searches).to.have.length.above(0);
    for (const path of searches) {
      const given = /cancel_after_time_interval=(\d+)ms/.exec(path)?.[1];
      expect(Number(given), path).to.be.within(1, DEADLINE_MS);
    }
  });

  it("search requests receive 503 instead of waiting while the engine is frozen", async () => {
    proxy.behave(() => "hold");
    const started = performance.now();
    const times: number[] = [];
    const responses = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const response = await store.send({ limit: 5 });
        times.push(performance.now() - started);
        return response;
      }),
    );
    for (const response of responses) saysLater(response);
    // The limit is high because the test process also runs 300 clients. Without rejection, a request would wait 30 s.
    expect(Math.max(...times)).to.be.below(25 * DEADLINE_MS);
    expect(proxy.mostHeld, "calls at once").to.be.below(100);
    const metrics = await (await fetch(`${shop.services[0]?.operations_url}/metrics`)).text();
    const refused = /vitrine_admission_requests_total\{class="reads",outcome="refused"\} (\d+)/.exec(metrics)?.[1];
    expect(Number(refused)).to.be.above(100);

    proxy.behave(() => "pass");
    await until("listings to be served again", async () => (await store.send({ limit: 5 })).status === 200);
    for (let requested = 0; requested < 20; requested += 1)
      expect((await store.send({ limit: 5 })).status).to.equal(200);
  });

  it("responses to search requests that are rejected during an overload contain CORS headers", async () => {
    proxy.behave(() => "hold");
    const origin = "https://elsewhere.example";
    const responses = await Promise.all(
      Array.from({ length: 300 }, () =>
        fetchJson(`${base()}/v2/recommendations/search?service_api_client=${store.client_id}`, {
          method: "POST",
          headers: { "X-SERVICE-API-KEY": store.public_key, "Content-Type": "application/json", Origin: origin },
          body: JSON.stringify({ user: { device_id: "anonymous" }, limit: 3 }),
        }),
      ),
    );
    const readable = responses.filter(({ headers }) => headers.get("access-control-allow-origin") === origin);
    expect(readable.length).to.be.above(0);
    expect(readable[0]?.headers.get("access-control-expose-headers")).to.equal("X-Request-Id,Retry-After");
  });

  it("events and requests with a private key are accepted even if shopper requests are rejected during an overload", async () => {
    proxy.behave((path): Conduct => (/products-|catalog-|_mget/.test(path) ? "hold" : "pass"));
    const flood = Array.from({ length: 300 }, () => store.send({ limit: 4 }));
    await until("the engine to be asked", () => proxy.held > 0);
    const job = await fetchJson(`${base()}/v1/ingestion/${ingestion}`, { headers: privately() });
    expect(job.status).to.equal(200);
    const pixel = await fetch(`${base()}/i?e=pv&aid=${store.client_id}&eid=11111111-1111-4111-8111-111111111199`);
    expect(pixel.status).to.equal(200);
    proxy.behave(() => "pass");
    await Promise.all(flood);
  });
});

describe("a client that disconnects", () => {
  let proxy: EngineProxy;
  const shop = useShop({
    instances: 1,
    // The deadline for reads is so long that only the client's disconnection ends the engine call.
    settings: { READ_DEADLINE_MS: "600000" },
    engineUrl: async (context) => {
      proxy = await startEngineProxy(await sharedEngineUrl(context));
      return proxy.url;
    },
  });
  after(() => proxy.close());

  it("the engine calls of a request are cancelled when its client disconnects", async () => {
    const store = await shop.storefront();
    await store.ingest([
      {
        operation: "insert",
        product_data: { product_identifier: "p", title: "shirt", price: 10, categories: ["Clothing"] },
      },
    ]);
    proxy.behave((path): Conduct => (/(products|catalog)-.*_search/.test(path) ? "hold" : "pass"));
    const leaving = new AbortController();
    const url = `${shop.services[0]?.base_url}/v2/recommendations/search?service_api_client=${store.client_id}`;
    const gone = fetch(url, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": store.public_key, "Content-Type": "application/json" },
      body: JSON.stringify({ user: { device_id: "anonymous" }, limit: 7 }),
      signal: leaving.signal,
    }).catch((caught: unknown) => caught);
    await until("the engine to be asked", () => proxy.held > 0);
    leaving.abort();
    await gone;
    await until("the call to be ended", () => proxy.held === 0);
    proxy.behave(() => "pass");
  });
});
