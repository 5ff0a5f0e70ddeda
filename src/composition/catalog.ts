import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { atRoot } from "../app.js";
import { productUpdateRoutes } from "../catalog/product-updates/routes.js";
import { liveGenerations } from "../catalog/ingestion/generations.js";
import { countJobs } from "../catalog/ingestion/ingestion-store.js";
import { createPayloadFolder, type PayloadStore } from "../catalog/ingestion/payloads.js";
import { registerPayloadStore } from "../catalog/ingestion/payload-registration.js";
import { isoNow, receivePayload, type IncomingPayload } from "../catalog/ingestion/receive.js";
import { rebuildStale } from "../catalog/ingestion/rebuild.js";
import { createPayloadBucket } from "../catalog/ingestion/s3-payloads.js";
import { startIngestionWorker } from "../catalog/ingestion/worker.js";
import { ingestionRoutes } from "../catalog/routes.js";
import { ConfigError } from "../config.js";
import { type Context, repeat } from "../context.js";
import { applyTemplates, TEMPLATES_FOLDER } from "../engine/templates.js";
import { startPeriodic } from "../lib/periodic.js";
import { errorFields } from "../observability/index.js";
import { removeOrphanedParts } from "../part-file.js";
import { getStorefront } from "../storefront/clients.js";
import { settingsToReindex } from "../storefront/effects.js";
import { type Domain, type Foundation, leasesOf, OWNER } from "./foundation.js";

const shared = (context: Context) => ({
  engine: context.engine,
  now: () => isoNow(context),
  configurationOf: async (clientId: string) =>
    (await getStorefront({ engine: context.engine }, clientId))?.configuration,
  ensureTemplate: async (language: string) => {
    await applyTemplates(context.engine, TEMPLATES_FOLDER, {
      languages: [language],
      shards: context.config.opensearchShards,
    });
  },
});

export interface Ingestion {
  readonly payloads: PayloadStore;
  /** Makes the ingestion worker look for queued jobs immediately. */
  readonly wake: () => void;
  /** Stores a feed and queues its job, see `receivePayload`. */
  readonly receive: (incoming: IncomingPayload) => Promise<number>;
  /** Returns the problems with payload storage, for operators. The description of each problem is one sentence. */
  readonly notices: () => readonly string[];
}

export async function ingestionDomain(foundation: Foundation): Promise<Domain & Ingestion> {
  const { config, engine, logger, metrics, liveCatalogs, authenticate } = foundation;
  const { payloads, closePayloads, location } = await openPayloads(foundation);
  const registration = registerPayloadStore(foundation, payloads, location);
  const worker = startIngestionWorker({
    ...shared(foundation),
    payloads,
    liveCatalogs,
    owner: OWNER,
    leaseSeconds: config.ingestionLeaseSeconds,
    concurrency: config.ingestionConcurrency,
    limits: { maxLineBytes: config.ingestionMaxLineBytes, maxUnreadableShare: config.ingestionMaxUnreadableShare },
    retention: { generationHours: config.generationRetentionHours, payloadHours: config.payloadRetentionHours },
    onFinished: (job) => {
      const lines = job.product_metrics?.lines;
      metrics.ingestionLines.inc({ outcome: "rejected" }, lines?.rejected ?? 0);
      metrics.ingestionLines.inc({ outcome: "accepted" }, (lines?.received ?? 0) - (lines?.rejected ?? 0));
      logger.info("ingestion finished", { ingestion_id: job.id, client_id: job.client_id, status: job.status, lines });
    },
    onElsewhere: ({ id, client_id, payload_store }) => {
      const what = { ingestion_id: id, client_id, payload_store };
      logger.warn(
        "an ingestion and all later ingestions of the same client are waiting for a process that can read the stored feed",
        what,
      );
    },
    onInterrupted: (job, { attempt, ended, reached, counts }) => {
      const what = { ingestion_id: job.id, client_id: job.client_id, attempt, ended, reached };
      if (ended === "stopped") logger.info("ingestion stopped; it will restart from the beginning", what);
      else logger.warn("ingestion interrupted; it will restart from the beginning", { ...what, counts });
    },
    onError: (message, error) => logger.error(message, errorFields(error)),
  });
  const checkStore = () => registration.check();
  const receiving = { ...foundation, payloads, checkStore, onQueued: () => worker.wake() };
  return {
    payloads,
    wake: () => worker.wake(),
    receive: async (incoming) => {
      const id = await receivePayload(receiving, incoming);
      worker.wake();
      return id;
    },
    notices: () => {
      const problem = registration.problem();
      return problem === undefined ? [] : [problem];
    },
    routers: atRoot(ingestionRoutes(receiving, authenticate), productUpdateRoutes(receiving, authenticate)),
    // While the engine is unavailable, the metrics keep the last counts.
    beforeScrape: async () => {
      try {
        for (const [status, count] of await countJobs(engine)) metrics.jobs.set({ status }, count);
      } catch (error) {
        logger.debug("failed to count ingestion jobs", errorFields(error));
      }
    },
    close: async (graceMs) => {
      const until = performance.now() + graceMs;
      await worker.close(graceMs);
      await registration.close(Math.max(0, until - performance.now()));
      closePayloads();
    },
  };
}

interface OpenedPayloads {
  readonly payloads: PayloadStore;
  readonly closePayloads: () => void;
  /** Location of the stored payloads, as shown to operators. */
  readonly location: string;
}

/** @throws {ConfigError} if the bucket cannot be used */
async function openPayloads({ config, logger }: Context): Promise<OpenedPayloads> {
  const { payloadBucket, s3Endpoint, s3Region, s3Addressing, indexPrefix, dataDir } = config;
  if (payloadBucket === undefined) {
    const folder = resolve(dataDir, "payloads");
    const location = `${folder} on ${hostname()}`;
    return { payloads: createPayloadFolder(folder), closePayloads: () => undefined, location };
  }
  const bucket = await createPayloadBucket({
    // Separates installations that share a bucket; otherwise, they would delete each other's payloads as orphans.
    address: `${payloadBucket.replace(/\/$/, "")}/${indexPrefix}payloads`,
    endpoint: s3Endpoint,
    region: s3Region,
    addressing: s3Addressing,
  });
  // Starts even if the bucket is unavailable: shopper requests do not need it, and jobs and uploads are retried.
  const refusal = await bucket.refusal().catch((error: unknown) => {
    logger.error("the payload bucket is not available; feeds are rejected until it is", errorFields(error));
    return undefined;
  });
  if (refusal !== undefined) {
    const where = s3Endpoint === undefined ? payloadBucket : `${payloadBucket} at ${s3Endpoint}`;
    const error = `\`PAYLOAD_BUCKET\` must be a bucket that this process may list, read and write, got ${refusal}`;
    throw new ConfigError([`${error} (${where})`]);
  }
  return { payloads: bucket, closePayloads: () => bucket.close(), location: payloadBucket };
}

const LOOK_EVERY_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Rebuilds live catalogues whose settings or template have changed, one after another. Requests use the old index during a rebuild. A
 * catalogue that a job is changing, or whose rebuild failed, is tried again later.
 */
export function rebuildDomain(foundation: Foundation): Domain {
  const { engine, logger, directory, elapsed } = foundation;
  const stop = new AbortController();
  const deps = { ...shared(foundation), leases: leasesOf(foundation), signal: stop.signal };
  /** Maps each client id to the index generation and settings for which the client's catalogue is known to be current. */
  const current = new Map<string, string>();
  /** Maps each client id to the number of consecutive failed rebuilds, and the time of the next attempt. */
  const failed = new Map<string, { readonly times: number; readonly retryAt: number }>();

  async function run(): Promise<void> {
    const live = await liveGenerations(engine);
    for (const { client_id, configuration } of await directory.listStorefronts()) {
      const known = JSON.stringify([live.get(client_id), settingsToReindex(configuration)]);
      if (!live.has(client_id) || current.get(client_id) === known) continue;
      const { times = 0, retryAt = 0 } = failed.get(client_id) ?? {};
      if (elapsed() < retryAt) continue;
      try {
        const outcome = await rebuildStale(deps, client_id);
        failed.delete(client_id);
        if (outcome === "current") current.set(client_id, known);
        if (outcome === "rebuilt") logger.info("catalogue rebuilt", { client_id });
      } catch (error) {
        if (stop.signal.aborted) return;
        const waitMs = Math.min(LONGEST_WAIT_MS, LOOK_EVERY_MS * 2 ** times);
        failed.set(client_id, { times: times + 1, retryAt: elapsed() + waitMs });
        logger.warn("failed to rebuild a catalogue", { client_id, retry_in_ms: waitMs, ...errorFields(error) });
      }
    }
  }

  const rebuilding = startPeriodic(run, {
    everyMs: LOOK_EVERY_MS,
    atOnce: true,
    onError: (error) => {
      if (!stop.signal.aborted) logger.warn("failed to check which catalogues must be rebuilt", errorFields(error));
    },
  });
  return {
    close: async () => {
      stop.abort(new Error("the service is shutting down"));
      await rebuilding.close();
    },
  };
}

const SWEEP_EVERY_MS = 600_000;

/** Removes incomplete files that terminated processes have left in the data folder. */
export function partFilesDomain(foundation: Foundation): Domain {
  const { config, logger, now } = foundation;
  const folders = [config.dataDir, join(config.dataDir, "payloads")];
  const sweep = async () => {
    for (const folder of folders) {
      const files = await removeOrphanedParts(folder, now());
      if (files.length > 0) logger.info("deleted incomplete files of terminated processes", { folder, files });
    }
  };
  const sweeping = repeat(foundation, "failed to delete incomplete files", sweep, {
    everyMs: SWEEP_EVERY_MS,
    atOnce: true,
  });
  return { close: () => sweeping.close() };
}
