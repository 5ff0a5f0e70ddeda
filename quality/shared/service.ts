import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRunningEngine } from "../../local-engine/running-engine.js";
import { closeConnections } from "./http.js";
import { startService, type ServiceProcess } from "../../test/support/process.js";

/** Works in a temporary folder, which goes afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-harness-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A service as a process of its own, with the demo storefront. */
export interface ProcessUnderTest {
  readonly service: ServiceProcess;
  /** Of the engine that the service started, or that its environment names. */
  readonly engineUrl: string;
}

/** Works beside a service process; process and data go afterwards. @param environment its settings, by its data folder */
export const withServiceProcess = <T>(
  environment: (dataDir: string) => Readonly<Record<string, string>>,
  work: (running: ProcessUnderTest) => Promise<T>,
): Promise<T> =>
  withFolder(async (dataDir) => {
    const service = await startService({ dataDir, environment: environment(dataDir) });
    try {
      const engineUrl = await findRunningEngine(dataDir);
      if (engineUrl === undefined) throw new Error("the service's engine is gone");
      return await work({ service, engineUrl });
    } finally {
      closeConnections();
      await service.stop();
    }
  });

/** Reads the gauges and counters of a service by name; the first series of several, NaN where there is none. */
export async function readMetrics(operationsUrl: string): Promise<(name: string) => number> {
  const text = await (await fetch(new URL("/metrics", operationsUrl))).text();
  return (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? NaN);
}
