import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Json, ProductSource } from "../../src/catalog/product-document.js";
import { createPayloadFolder, type PayloadStore } from "../../src/catalog/ingestion/payloads.js";
import { contextOn } from "./context.js";
import { receivePayload } from "../../src/catalog/ingestion/receive.js";
import {
  publicRecord,
  STATUS,
  type IngestionMode,
  type IngestionRecord,
  type TriggerSource,
} from "../../src/catalog/ingestion/ingestion-record.js";
import { readJob } from "../../src/catalog/ingestion/ingestion-store.js";
import { startIngestionWorker, type IngestionWorker, type WorkerDeps } from "../../src/catalog/ingestion/worker.js";
import { catalogAlias, createLiveCatalogs, type LiveCatalogs } from "../../src/catalog/live.js";
import type { Engine } from "../../src/engine/engine.js";
import { listIndices } from "../../src/engine/indices.js";
import { scan } from "../../src/engine/point-in-time.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import { applyTemplates, prepareEngine, TEMPLATES_FOLDER } from "../../src/engine/templates.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../src/storefront/configuration.js";
import { useEngine } from "./engine.js";
import { until } from "./until.js";

/** Options for sending a payload. Default: a plain payload in insert mode. */
export interface Sending {
  readonly mode?: IngestionMode;
  readonly gzip?: boolean;
  readonly announcedBytes?: number;
  readonly maxBytes?: number;
  readonly trigger?: Partial<TriggerSource>;
  /** Store for the payload. Default: the suite's payload folder. */
  readonly payloads?: PayloadStore;
  /** Engine that records the job. Default: the suite's engine. */
  readonly engine?: Engine;
}

/** Engine, payload folder, workers and operations for the ingestion tests of one suite. */
export interface CatalogBench {
  readonly engine: Engine;
  readonly payloads: PayloadStore;
  /** Folder of the payloads. */
  readonly folder: string;
  readonly liveCatalogs: LiveCatalogs;
  /** Errors reported by workers. Stays empty unless a test provokes an error. */
  readonly problems: unknown[];
  /** Creates the dependencies of a worker. */
  workerDeps(overrides?: Partial<WorkerDeps>): WorkerDeps;
  /** Starts a worker, which is closed at the end of the suite at the latest. */
  start(overrides?: Partial<WorkerDeps>): IngestionWorker;
  /** Overrides a client's default configuration. */
  configure(clientId: string, changes: Partial<StorefrontConfiguration>): void;
  /**
   * Stores a payload, queues its job and wakes the workers.
   * @returns the ingestion id
   */
  send(clientId: string, payload: string | Buffer | Readable, how?: Sending): Promise<number>;
  /** Waits until a job is COMPLETED or FAILED and returns its record. */
  ended(id: number): Promise<IngestionRecord>;
  /** Sends a payload and waits until its job has ended. */
  ingest(clientId: string, payload: string | Buffer, how?: Sending): Promise<IngestionRecord>;
  /** Stored products of the live catalogue, by product identifier. */
  products(clientId: string): Promise<Record<string, ProductSource>>;
  /** Returns "product/variant" (both identifiers) for every active variant that matches the query clause. */
  found(clientId: string, clause?: object): Promise<string[]>;
  /** Returns the index names of all catalogue generations of a client, without the index prefix. */
  generations(clientId: string): Promise<string[]>;
}

const UNLIMITED = 1_000_000_000;

/** Prepares the test environment for ingestion in the enclosing suite. Must be called inside `describe`. */
export function useCatalog(): CatalogBench {
  const workers = new Set<IngestionWorker>();
  let folder: string | undefined;
  // This hook is registered before the hooks of the engine, so that no worker writes while the engine is cleaned up.
  after("close workers and delete payloads", async () => {
    await Promise.all([...workers].map((worker) => worker.close()));
    // Deletion is retried, because a worker may still write a last file if the engine did not respond.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
  });

  const shared = useEngine();
  const configurations = new Map<string, StorefrontConfiguration>();
  const problems: unknown[] = [];
  let liveCatalogs: LiveCatalogs | undefined;

  before("prepare indices and a payload folder", async () => {
    await prepareEngine(shared.engine, TEMPLATES_FOLDER, { languages: ["english"], shards: 1 });
    folder = await mkdtemp(join(tmpdir(), "vitrine-payloads-"));
    liveCatalogs = createLiveCatalogs(shared.engine);
  });

  const bench: CatalogBench = {
    problems,
    get engine() {
      return shared.engine;
    },
    get folder() {
      return there(folder);
    },
    get payloads() {
      return createPayloadFolder(there(folder));
    },
    get liveCatalogs() {
      return there(liveCatalogs);
    },

    workerDeps: (overrides = {}) => ({
      engine: shared.engine,
      payloads: bench.payloads,
      liveCatalogs: bench.liveCatalogs,
      owner: "test",
      leaseSeconds: 5,
      concurrency: 4,
      limits: { maxLineBytes: 1_048_576, maxUnreadableShare: 0.01 },
      retention: { generationHours: 24, payloadHours: 24 },
      ensureTemplate: async (language) => {
        await applyTemplates(shared.engine, TEMPLATES_FOLDER, { languages: [language], shards: 1 });
      },
      configurationOf: (clientId) => Promise.resolve(configurations.get(clientId) ?? DEFAULT_CONFIGURATION),
      now: () => new Date().toISOString(),
      onFinished: () => undefined,
      onElsewhere: () => undefined,
      onInterrupted: () => undefined,
      onError: (message, error) => problems.push(message, error),
      ...overrides,
    }),

    start(overrides) {
      const worker = startIngestionWorker(bench.workerDeps(overrides));
      const started: IngestionWorker = {
        wake: () => worker.wake(),
        close: async (graceMs) => {
          workers.delete(started);
          await worker.close(graceMs);
        },
      };
      workers.add(started);
      return started;
    },

    configure(clientId, changes) {
      configurations.set(clientId, { ...DEFAULT_CONFIGURATION, ...changes });
    },

    async send(clientId, payload, how = {}) {
      const { mode = "insert", gzip = false, announcedBytes, maxBytes, trigger, payloads, engine } = how;
      const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
      const body = bytes instanceof Readable ? bytes : Readable.from([gzip ? gzipSync(bytes) : bytes]);
      const id = await receivePayload(
        {
          ...contextOn(engine ?? shared.engine, { ingestionMaxBytes: maxBytes ?? UNLIMITED }),
          payloads: payloads ?? bench.payloads,
          checkStore: () => Promise.resolve(),
          onQueued: () => undefined,
        },
        {
          clientId,
          body,
          announcedBytes,
          gzip,
          trigger: { type: "api", mode, comment: null, metadata: null, user: null, ...trigger },
        },
      );
      for (const worker of workers) worker.wake();
      return id;
    },

    async ended(id) {
      let record: IngestionRecord | undefined;
      await until(`the end of ingestion ${id}`, async () => {
        const job = await readJob(shared.engine, id);
        record = job === undefined ? undefined : publicRecord(job.source);
        return record?.status === STATUS.COMPLETED || record?.status === STATUS.FAILED;
      });
      return there(record);
    },

    async ingest(clientId, payload, how) {
      return bench.ended(await bench.send(clientId, payload, how));
    },

    async products(clientId) {
      const products: [string, ProductSource][] = [];
      for await (const hits of scan<ProductSource>(shared.engine, catalogAlias(shared.engine, clientId), 1000)) {
        for (const hit of hits) products.push([hit._id, hit._source]);
      }
      return Object.fromEntries(products.sort(([a], [b]) => (a < b ? -1 : 1)));
    },

    async found(clientId, clause = { match_all: {} }) {
      const inner_hits = { size: 100, _source: false, docvalue_fields: FIELDS };
      const { hits } = await searchDocuments<unknown>(shared.engine, catalogAlias(shared.engine, clientId), {
        size: 10_000,
        _source: false,
        query: {
          bool: {
            filter: [{ term: { active: true } }, { nested: { path: "variants", query: clause, inner_hits } }],
          },
        },
      });
      return (hits.hits as unknown as HitWithVariants[])
        .flatMap((hit) => hit.inner_hits.variants.hits.hits)
        .map(({ fields }) => FIELDS.map((field) => fields[field]?.[0]).join("/"))
        .sort();
    },

    async generations(clientId) {
      const names = await listIndices(shared.engine, `${shared.engine.prefix}products-*-${clientId}-*`);
      return names.map((name) => name.slice(shared.engine.prefix.length)).sort();
    },
  };
  return bench;
}

const FIELDS = ["variants.data.product_identifier", "variants.data.variant_identifier"] as const;

interface HitWithVariants {
  inner_hits: { variants: { hits: { hits: { fields: Partial<Record<string, string[]>> }[] } } };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("there in hooks and tests, not while suites are defined");
  return value;
}

/** Returns a feed line that inserts a variant. Without a variant identifier, the product has a single variant. */
export function insertLine(product: string, variant?: string, data: Readonly<Record<string, Json>> = {}): string {
  return JSON.stringify({ operation: "insert", product_data: { ...identifiers(product, variant), ...data } });
}

/** Feed line that updates fields of a variant, or of all variants of a product. */
export function updateLine(product: string, variant?: string, data: Readonly<Record<string, Json>> = {}): string {
  return JSON.stringify({ operation: "update", product_data: { ...identifiers(product, variant), ...data } });
}

/** Feed line that deletes a variant, or the whole product. */
export function deleteLine(product: string, variant?: string): string {
  return JSON.stringify({ operation: "delete", product_data: identifiers(product, variant) });
}

const identifiers = (product: string, variant?: string) => ({
  product_identifier: product,
  ...(variant === undefined ? {} : { variant_identifier: variant }),
});

export const feed = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** Active state of each variant of a product, by variant identifier; undefined if the product does not exist. */
export function activity(product: ProductSource | undefined): Record<string, boolean> | undefined {
  if (product === undefined) return undefined;
  return Object.fromEntries(product.source.map((variant) => [variant.variant_identifier, variant.active] as const));
}
