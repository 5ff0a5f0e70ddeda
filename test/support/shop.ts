import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { Service } from "../../src/bootstrap.js";
import { STATUS, type IngestionMode } from "../../src/catalog/ingestion/ingestion-record.js";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import { deleteByPrefix, randomPrefix, sharedEngineUrl } from "./engine.js";
import { fetchJson, type ResponseBody } from "./http.js";
import { startInstance } from "./service.js";
import { until } from "./until.js";
import type { SearchResult } from "../../src/search/response-schema.js";

/** Several service instances that share one engine and one index prefix. */
export interface Shop {
  readonly engine: Engine;
  readonly services: readonly Service[];
  /** Warnings and errors logged so far by all instances, one JSON object per line. */
  complaints(): string[];
  /** Adds a client and returns its storefront. */
  storefront(configuration?: object): Promise<Storefront>;
}

/**
 * One client of a shop, called over HTTP. `instance` is a zero-based index that wraps around; by default requests rotate through the
 * instances.
 */
export interface Storefront extends AddedClient {
  /**
   * Uploads a payload and waits for its job to end.
   * @throws Error unless the job ends as COMPLETED
   */
  ingest(lines: readonly object[], mode?: IngestionMode, headers?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends a search request and returns the response, whatever its status. */
  send(body: object, instance?: number): Promise<ResponseBody>;
  /** Sends a request to another public endpoint, such as "query" or "query/slots". */
  requestFor(endpoint: string, body: object, instance?: number): Promise<ResponseBody>;
  /**
   * Sends a search request and returns the result page.
   * @throws Error unless the status is 200
   */
  search(body: object, instance?: number): Promise<SearchResult>;
}

export interface ShopOptions {
  /** Returns the engine URL. Default: the engine that all tests share. */
  readonly engineUrl?: (context: Mocha.Context) => Promise<string> | string;
  readonly instances?: number;
  /** Additional environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
}

const INGESTION_MS = 120_000;

/** Starts instances for the enclosing suite, closes them when the suite ends and deletes their data. Call it inside `describe`. */
export function useShop(options: ShopOptions = {}): Shop {
  const { engineUrl = sharedEngineUrl, instances = 2, settings = {} } = options;
  const log = new PassThrough();
  const services: Service[] = [];
  let logged = "";
  let engine: Engine | undefined;
  let dataDir: string | undefined;
  let clients = 0;
  let turn = 0;
  log.on("data", (chunk: Buffer) => (logged += chunk.toString()));

  before("start the instances", async function () {
    this.timeout(300_000);
    const url = await engineUrl(this);
    engine = createEngine({ url, prefix: randomPrefix() });
    // The instances share one payload folder, like processes on one machine.
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-shop-"));
    // Tests check responses, not latency: the machine may be busy and the engine may have just started.
    const patience = { READ_DEADLINE_MS: "30000", READ_CONCURRENCY: "0", STALE_SECONDS: "0" };
    const installation = { engineUrl: url, prefix: engine.prefix, dataDir };
    const patient = { ...patience, LOG_LEVEL: "warn", ...settings };
    for (let number = 0; number < instances; number += 1) {
      services.push(await startInstance(installation, patient, { logStream: log }));
    }
  });

  after("close the instances and delete what they stored", async function () {
    await Promise.all(services.map((service) => service.close()));
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
    if (engine === undefined) return;
    try {
      await deleteByPrefix(engine);
    } finally {
      await engine.close();
    }
  });

  const serviceOf = (instance = turn++) => {
    const service = services[instance % services.length];
    if (service === undefined) throw new Error("instances are there in hooks and tests, not while suites are defined");
    return service;
  };

  const shop: Shop = {
    services,
    complaints: () => logged.split("\n").filter((line) => line !== ""),
    get engine() {
      if (engine === undefined) throw new Error("the engine is there in hooks and tests, not while suites are defined");
      return engine;
    },
    async storefront(configuration = {}) {
      const name = `shop-${++clients}`;
      const access = await addClient({ engine: shop.engine, now: () => new Date() }, { name, configuration });
      return storefrontOf(access, serviceOf);
    },
  };
  return shop;
}

export function storefrontOf(access: AddedClient, serviceOf: (instance?: number) => Service): Storefront {
  const storefront: Storefront = {
    ...access,
    async ingest(lines, mode = "insert", more = {}) {
      const headers = {
        ...more,
        "X-SERVICE-API-KEY": access.private_key,
        "X-SERVICE-PROCESSING-MODE": mode,
        "Content-Type": "application/x-ndjson",
      };
      const url = `${serviceOf().base_url}/v1/ingestion/`;
      const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      const created = await fetchJson(url, { method: "POST", headers, body });
      if (created.status !== 202) throw new Error(`the payload was refused: ${JSON.stringify(created.body)}`);
      const { ingestion_id } = (created.body as { data: { ingestion_id: number } }).data;
      let status = 0;
      const isOver = async () => {
        const response = await fetchJson(`${url}${ingestion_id}`, { headers });
        status = (response.body as { data: { status: number } }).data.status;
        return status >= STATUS.COMPLETED;
      };
      await until(`the end of ingestion ${ingestion_id}`, isOver, INGESTION_MS);
      if (status !== STATUS.COMPLETED) throw new Error(`ingestion ${ingestion_id} failed`);
    },
    send: (body, instance) => storefront.requestFor("search", body, instance),
    requestFor: (endpoint, body, instance) =>
      fetchJson(
        `${serviceOf(instance).base_url}/v2/recommendations/${endpoint}?service_api_client=${access.client_id}`,
        {
          method: "POST",
          headers: { "X-SERVICE-API-KEY": access.public_key, "Content-Type": "application/json" },
          body: JSON.stringify({ user: { device_id: "device" }, ...body }),
        },
      ),
    async search(body, instance) {
      const response = await storefront.send(body, instance);
      if (response.status === 200) return response.body as SearchResult;
      throw new Error(`${JSON.stringify(body)} was answered ${response.status} ${JSON.stringify(response.body)}`);
    },
  };
  return storefront;
}
