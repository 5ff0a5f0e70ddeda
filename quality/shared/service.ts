import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRunningEngine } from "../../local-engine/running-engine.js";
import { closeConnections } from "./http.js";
import { startService, type ServiceProcess } from "../../test/support/process.js";

/** Runs `work` with a temporary folder, which is deleted afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-harness-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A service process with the demo storefront. */
export interface ProcessUnderTest {
  readonly service: ServiceProcess;
  /** URL of the engine that the service started or that is configured in the service's environment. */
  readonly engineUrl: string;
}

/**
 * Runs `work` with a service process. Stops the process and deletes its data afterwards.
 * @param environment returns the environment variables of the service for a given data folder
 */
export const withServiceProcess = <T>(
  environment: (dataDir: string) => Readonly<Record<string, string>>,
  work: (running: ProcessUnderTest) => Promise<T>,
): Promise<T> =>
  withFolder(async (dataDir) => {
    const service = await startService({ dataDir, environment: environment(dataDir) });
    try {
      const engineUrl = await findRunningEngine(dataDir);
      if (engineUrl === undefined) throw new Error("the OpenSearch process of the service is not running");
      return await work({ service, engineUrl });
    } finally {
      closeConnections();
      await service.stop();
    }
  });

/**
 * Reads the metrics of a service. Returns a lookup by metric name, which yields the value of the metric's first series,
 * or NaN for a missing metric.
 */
export async function readMetrics(operationsUrl: string): Promise<(name: string) => number> {
  const text = await (await fetch(new URL("/metrics", operationsUrl))).text();
  return (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? NaN);
}
