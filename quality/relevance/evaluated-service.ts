import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Service } from "../../src/bootstrap.js";
import { parseConfig } from "../../src/config.js";
import { createEngine } from "../../src/engine/engine.js";
import { findOrStartEngine } from "../../local-engine/find-or-start.js";
import type { OnStartProgress } from "../../local-engine/start-progress.js";
import { addClient } from "../../src/storefront/clients.js";
import { deleteByPrefix, randomPrefix } from "../../test/support/engine.js";
import { withFolder } from "../shared/service.js";
import { startInstance } from "../../test/support/service.js";
import type { SteeredClock } from "./adjustable-clock.js";
import type { StorefrontAccess } from "./storefront.js";

/** OpenSearch engine of an evaluation. */
export interface EvaluationEngine {
  readonly url: string;
  /** Stops the engine if `openEngine` started it. */
  close(): Promise<void>;
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Connects to the engine in OPENSEARCH_URL, or starts a temporary one. */
export async function openEngine(environment: Environment, onProgress: OnStartProgress): Promise<EvaluationEngine> {
  const { opensearchUrl, opensearchHeap, opensearchJavaHome, javaHome } = parseConfig(environment);
  const java = { openSearchJavaHome: opensearchJavaHome, javaHome };
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-evaluate-"));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  const options = { opensearchUrl, dataDir, java, heap: opensearchHeap, keepData: false, onProgress };
  const engine = await findOrStartEngine(options).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  return {
    url: engine.url,
    close: async () => {
      await engine.close();
      await removeData();
    },
  };
}

/** Returns the settings of the embedding model from environment variables, if any are set. */
const embeddingSettings = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith("EMBEDDING_") && value !== undefined ? [[name, value]] : [],
    ),
  );

export interface ServiceOptions {
  readonly engineUrl: string;
  readonly clock: SteeredClock;
  /** Configuration of the evaluated storefront. */
  readonly configuration: unknown;
}

/**
 * Service settings for evaluations. Long timeouts prevent incomplete responses. Cursors are long-lived, because the
 * evaluation sets the clock forward. Product learning runs only on request.
 */
const SETTINGS = {
  LOG_LEVEL: "warn",
  CURSOR_TTL_SECONDS: "14400",
  LEARN_EVERY_SECONDS: "86400",
  EVENT_POLL_MS: "200",
  TASTE_BUDGET_MS: "10000",
  RECOMMENDATION_BUDGET_MS: "10000",
  EMBEDDING_BUDGET_MS: "10000",
  STALE_SECONDS: "0",
  READ_DEADLINE_MS: "120000",
};

/**
 * Runs a service with one storefront in this process, on free ports and with its own indices, which are deleted
 * afterwards. Product learning runs only on request. Long timeouts prevent incomplete responses, so that the machine's
 * speed does not affect the measured ranking.
 */
export async function withService<T>(
  { engineUrl, clock, configuration }: ServiceOptions,
  work: (access: StorefrontAccess, service: Pick<Service, "learn" | "operations_url">) => Promise<T>,
): Promise<T> {
  const engine = createEngine({ url: engineUrl, prefix: randomPrefix() });
  try {
    return await withFolder(async (dataDir) => {
      const installation = { engineUrl, dataDir, prefix: engine.prefix };
      const settings = { ...SETTINGS, ...embeddingSettings(process.env) };
      const service = await startInstance(installation, settings, { now: clock.now, logStream: process.stderr });
      try {
        const client = { name: "evaluation", configuration };
        const keys = await addClient({ engine, now: () => new Date(clock.now()) }, client);
        return await work({ base_url: service.base_url, ...keys }, service);
      } finally {
        await service.close();
      }
    });
  } finally {
    await deleteByPrefix(engine);
    await engine.close();
  }
}
