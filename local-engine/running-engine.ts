import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../src/part-file.js";
import { requestEngine } from "./configured-engine.js";

/** The record of the engine that a service uses, so that commands on the same machine find it. */
interface EngineRecord {
  readonly url: string;
  /** Tells this engine from another that has got its port since. */
  readonly cluster_uuid: string;
}

const recordPath = (dataDir: string) => join(dataDir, "engine.json");

/** Writes down which engine is used with this data folder. The address may hold credentials, so only its owner reads it. */
export async function recordEngine(dataDir: string, url: string): Promise<void> {
  const record: EngineRecord = { url, cluster_uuid: clusterOf(await requestEngine(url)) ?? "" };
  await writePrivateFile(recordPath(dataDir), (file) => file.writeFile(`${JSON.stringify(record)}\n`));
}

/** Removes the record, unless it is by now about another engine. */
export async function forgetEngine(dataDir: string, url: string): Promise<void> {
  if ((await readRecord(dataDir))?.url === url) await rm(recordPath(dataDir), { force: true });
}

/** Address of the engine that a service with this data folder uses right now; undefined when there is none. */
export async function findRunningEngine(dataDir: string): Promise<string | undefined> {
  const record = await readRecord(dataDir);
  if (record === undefined) return undefined;
  const answer = await requestEngine(record.url).catch(() => null);
  return clusterOf(answer) === record.cluster_uuid ? record.url : undefined;
}

async function readRecord(dataDir: string): Promise<EngineRecord | undefined> {
  try {
    return JSON.parse(await readFile(recordPath(dataDir), "utf8")) as EngineRecord;
  } catch {
    return undefined; // not there, or cut off
  }
}

function clusterOf(answer: unknown): string | undefined {
  const uuid = (answer as { cluster_uuid?: unknown } | null)?.cluster_uuid;
  return typeof uuid === "string" ? uuid : undefined;
}
