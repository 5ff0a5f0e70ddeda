import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../src/part-file.js";
import { requestEngine } from "./configured-engine.js";

/** Record of the engine in use, so that commands on the same machine can find it. */
interface EngineRecord {
  readonly url: string;
  /** Cluster ID of OpenSearch, which distinguishes the engine from a later engine at the same port. */
  readonly cluster_uuid: string;
}

const recordPath = (dataDir: string) => join(dataDir, "engine.json");

/** Records the engine used with a data folder. The file is private, because the address may contain credentials. */
export async function recordEngine(dataDir: string, url: string): Promise<void> {
  const record: EngineRecord = { url, cluster_uuid: clusterOf(await requestEngine(url)) ?? "" };
  await writePrivateFile(recordPath(dataDir), (file) => file.writeFile(`${JSON.stringify(record)}\n`));
}

/** Removes the record of an engine from the data folder, unless another engine has replaced the record. */
export async function forgetEngine(dataDir: string, url: string): Promise<void> {
  if ((await readRecord(dataDir))?.url === url) await rm(recordPath(dataDir), { force: true });
}

/** Returns the address of the engine that the service with this data folder currently uses; `undefined` if no engine runs. */
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
    return undefined; // The record is missing or truncated.
  }
}

function clusterOf(answer: unknown): string | undefined {
  const uuid = (answer as { cluster_uuid?: unknown } | null)?.cluster_uuid;
  return typeof uuid === "string" ? uuid : undefined;
}
