import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { demoFeed } from "./catalogue/feed.js";
import { inPackage } from "../src/package.js";
import type { Engine } from "../src/engine/engine.js";
import { ensureClient } from "../src/commands/client-access.js";
import { demoFile, type DemoAccess, type RunningService } from "../src/commands/instance.js";
import { completedIngestion, postIngestion } from "../src/commands/service-client.js";

const CLIENT_ID = "demo";
const CONFIGURATION = inPackage("config/demo.storefront.json");
const POLL_MS = 100;

export interface DemoDeps {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly service: RunningService;
}

/** Makes sure that the client `demo` exists and that its keys are known here. */
export async function ensureDemoClient({ engine, dataDir, service }: DemoDeps): Promise<DemoAccess> {
  const known = await demoFile.read(dataDir);
  const configuration = async () => JSON.parse(await readFile(CONFIGURATION, "utf8")) as unknown;
  const { public_key, private_key, isNew } = await ensureClient(engine, CLIENT_ID, known, configuration);
  return {
    base_url: service.base_url,
    operations_url: service.operations_url,
    client_id: CLIENT_ID,
    public_key,
    private_key,
    ...(isNew || known?.catalog === undefined ? {} : { catalog: known.catalog }),
  };
}

/**
 * Sends the demo catalogue through the public ingestion endpoint, unless this very catalogue was ingested before. The
 * file that tells others how to call the demo is written last: where it is, there is something to see.
 */
export async function ensureDemoCatalog({ dataDir }: DemoDeps, access: DemoAccess): Promise<void> {
  const feed = [...demoFeed()].join("\n");
  const catalog = createHash("sha256").update(feed).digest("hex");
  if (access.catalog !== catalog) await ingestDemo(access, feed);
  await demoFile.write(dataDir, { ...access, catalog });
}

async function ingestDemo(access: DemoAccess, feed: string): Promise<void> {
  const payload = gzipSync(feed);
  const upload = { bytes: payload.length, gzip: true, stream: Readable.from([payload]) };
  const id = await postIngestion(access, upload, "soft_replace", () => undefined);
  await completedIngestion(access, id, POLL_MS);
}
