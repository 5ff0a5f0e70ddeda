import { hostname } from "node:os";
import { resolve } from "node:path";
import { deliveryRoutes } from "../catalog/deliveries/routes.js";
import { countJobs } from "../catalog/ingestion/ingestion-store.js";
import { createPayloadFolder, type PayloadStore } from "../catalog/ingestion/payloads.js";
import { registerPayloadStore } from "../catalog/ingestion/payload-registration.js";
import { createPayloadBucket } from "../catalog/ingestion/s3-payloads.js";
import { startIngestionWorker } from "../catalog/ingestion/worker.js";
import { ingestionRoutes } from "../catalog/routes.js";
import { ConfigError } from "../config.js";
import { applyTemplates, TEMPLATES_FOLDER } from "../engine/templates.js";
import { requirePrivateKey } from "../http/authentication.js";
import { errorFields } from "../observability/logger.js";
import { getStorefront } from "../storefront/clients.js";
import type { Domain, Foundation } from "./domain.js";

/** What others need of ingestions. */
export interface Ingestion {
  readonly payloads: PayloadStore;
  /** Has the worker look for jobs now. */
  readonly wake: () => void;
  /** What operators should know of payloads, a sentence each. */
  readonly notices: () => readonly string[];
}

export async function ingestionDomain(foundation: Foundation): Promise<Domain & Ingestion> {
  const { config, engine, logger, metrics, directory, liveCatalogs } = foundation;
  const now = () => new Date(foundation.now()).toISOString();
  const { payloads, closePayloads, place } = await openPayloads(foundation);
  const owner = `${hostname()}:${process.pid}`;
  const leaseSeconds = config.ingestionLeaseSeconds;
  const registration = registerPayloadStore({
    engine,
    payloads,
    place,
    everyMs: (leaseSeconds * 1000) / 3,
    onChange: (problem) => {
      if (problem === undefined) logger.info("the payload store of this process is the registered one");
      else logger.error(problem);
    },
    onError: (error) => logger.warn("the registered payload store cannot be read", errorFields(error)),
  });
  const shards = config.opensearchShards;
  const worker = startIngestionWorker({
    engine,
    payloads,
    liveCatalogs,
    now,
    owner,
    leaseSeconds,
    concurrency: config.ingestionConcurrency,
    limits: { maxLineBytes: config.ingestionMaxLineBytes, maxUnreadableShare: config.ingestionMaxUnreadableShare },
    retention: { generationHours: config.generationRetentionHours, payloadHours: config.payloadRetentionHours },
    ensureTemplate: async (language) => {
      await applyTemplates(engine, TEMPLATES_FOLDER, { languages: [language], shards });
    },
    configurationOf: async (clientId) => (await getStorefront({ engine }, clientId))?.configuration,
    onFinished: (job) => {
      const lines = job.product_metrics?.lines;
      metrics.ingestionLines.inc({ outcome: "rejected" }, lines?.rejected ?? 0);
      metrics.ingestionLines.inc({ outcome: "accepted" }, (lines?.received ?? 0) - (lines?.rejected ?? 0));
      logger.info("ingestion finished", { ingestion_id: job.id, client_id: job.client_id, status: job.status, lines });
    },
    onElsewhere: ({ id, client_id, payload_store }) => {
      const what = { ingestion_id: id, client_id, payload_store };
      logger.warn("an ingestion waits for a process with its payload store, and its client's later ones with it", what);
    },
    onInterrupted: (job, { attempt, ended, reached, counts }) => {
      const what = { ingestion_id: job.id, client_id: job.client_id, attempt, ended, reached };
      if (ended === "stopped") logger.info("ingestion stopped; it runs again from its beginning", what);
      else logger.warn("ingestion interrupted; it runs again from its beginning", { ...what, counts });
    },
    onError: (message, error) => logger.error(message, errorFields(error)),
  });
  const routes = {
    engine,
    payloads,
    checkStore: () => registration.check(),
    now,
    maxBytes: config.ingestionMaxBytes,
    authenticate: requirePrivateKey(directory),
    onQueued: () => worker.wake(),
  };
  return {
    payloads,
    wake: () => worker.wake(),
    notices: () => {
      const problem = registration.problem();
      return problem === undefined ? [] : [problem];
    },
    routers: [
      { path: "/", router: ingestionRoutes(routes) },
      { path: "/", router: deliveryRoutes({ ...routes, maxLineBytes: config.ingestionMaxLineBytes }) },
    ],
    // While the engine is away the last counts stand.
    beforeScrape: async () => {
      try {
        for (const [status, count] of await countJobs(engine)) metrics.jobs.set({ status }, count);
      } catch (error) {
        logger.debug("jobs cannot be counted", errorFields(error));
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
  /** In words for operators. */
  readonly place: string;
}

/** @throws ConfigError when the bucket cannot be used */
async function openPayloads({ config, logger }: Foundation): Promise<OpenedPayloads> {
  const { payloadBucket, s3Endpoint, s3Region, s3Addressing, indexPrefix, dataDir } = config;
  if (payloadBucket === undefined) {
    const folder = resolve(dataDir, "payloads");
    const place = `${folder} on ${hostname()}`;
    return { payloads: createPayloadFolder(folder), closePayloads: () => undefined, place };
  }
  const bucket = await createPayloadBucket({
    // Installations that share a bucket must not take each other's payloads for orphans.
    address: `${payloadBucket.replace(/\/$/, "")}/${indexPrefix}payloads`,
    endpoint: s3Endpoint,
    region: s3Region,
    addressing: s3Addressing,
  });
  // Shoppers need no feed, and jobs and uploads come again.
  const refusal = await bucket.refusal().catch((error: unknown) => {
    logger.error("the bucket for payloads does not answer; feeds are refused until it does", errorFields(error));
    return undefined;
  });
  if (refusal !== undefined) {
    const where = s3Endpoint === undefined ? payloadBucket : `${payloadBucket} at ${s3Endpoint}`;
    const mistake = `\`PAYLOAD_BUCKET\` must be a bucket that this process may list, read and write, got ${refusal}`;
    throw new ConfigError([`${mistake} (${where})`]);
  }
  return { payloads: bucket, closePayloads: () => bucket.close(), place: payloadBucket };
}
