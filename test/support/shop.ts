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

/** Several service processes' worth of instances over one engine and one prefix. */
export interface Shop {
  readonly engine: Engine;
  readonly services: readonly Service[];
  /** Warnings and errors that the instances logged so far, one JSON line each. */
  complaints(): string[];
  /** Adds a client. */
  storefront(configuration?: object): Promise<Storefront>;
}

/** One client of a shop, called over HTTP. `instance` counts from 0 and wraps around; without it they take turns. */
export interface Storefront extends AddedClient {
  /** Posts a payload and waits until its job has ended. @throws Error unless it is COMPLETED */
  ingest(lines: readonly object[], mode?: IngestionMode, headers?: Readonly<Record<string, string>>): Promise<void>;
  /** A search's answer, whatever its status. */
  send(body: object, instance?: number): Promise<ResponseBody>;
  /** The same of any endpoint that pages call: "query", "query/slots". */
  requestFor(endpoint: string, body: object, instance?: number): Promise<ResponseBody>;
  /** The page that a search answers. @throws Error unless the status is 200 */
  search(body: object, instance?: number): Promise<SearchResult>;
}

export interface ShopOptions {
  /** Address of the engine; the one that all tests share unless given. */
  readonly engineUrl?: (context: Mocha.Context) => Promise<string> | string;
  readonly instances?: number;
  /** Settings of the process, as the environment has them. */
  readonly settings?: Readonly<Record<string, string>>;
}

const INGESTION_MS = 120_000;

/** Call it inside `describe`. Closes the instances and deletes what they stored when the suite ends. */
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
    // Payloads are shared as those of processes on one machine are.
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-shop-"));
    // Tests check responses, not their time: a busy machine, or an engine that has just started, may be slow.
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
