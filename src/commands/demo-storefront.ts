import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { STATUS } from "../catalog/ingestion/record.js";
import { demoFeed } from "../demo/feed.js";
import type { Engine } from "../engine/engine.js";
import { addClient, addKey, listClients } from "../storefront/clients.js";
import { hashKey } from "../storefront/keys.js";
import { demoFile, type DemoAccess, type RunningService } from "./instance.js";
import { getIngestion, postIngestion } from "./service-client.js";

const CLIENT_ID = "demo";
const CONFIGURATION = new URL("../../config/demo.storefront.json", import.meta.url);
const POLL_MS = 100;

export interface DemoDeps {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly service: RunningService;
}

/**
 * Makes sure that the client `demo` exists and that its keys are known here. Keys are shown once and stored as hashes,
 * so lost ones are replaced by new ones.
 */
export async function ensureDemoClient({ engine, dataDir, service }: DemoDeps): Promise<DemoAccess> {
  const now = () => new Date();
  const known = await demoFile.read(dataDir);
  const client = (await listClients({ engine })).find(({ client_id }) => client_id === CLIENT_ID);
  const configuration: unknown = JSON.parse(await readFile(CONFIGURATION, "utf8"));
  const isValid = (key: string | undefined) =>
    key !== undefined && client?.keys.some(({ hash, revoked_at }) => hash === hashKey(key) && revoked_at === null);
  let keys: Pick<DemoAccess, "public_key" | "private_key">;
  if (client === undefined) {
    keys = await addClient({ engine, now }, { name: CLIENT_ID, configuration });
  } else if (known !== undefined && isValid(known.public_key) && isValid(known.private_key)) {
    keys = known;
  } else {
    keys = {
      public_key: await addKey({ engine, now }, CLIENT_ID, "public"),
      private_key: await addKey({ engine, now }, CLIENT_ID, "private"),
    };
  }
  const access: DemoAccess = {
    base_url: service.base_url,
    operations_url: service.operations_url,
    client_id: CLIENT_ID,
    public_key: keys.public_key,
    private_key: keys.private_key,
    ...(client === undefined || known?.catalog === undefined ? {} : { catalog: known.catalog }),
  };
  await demoFile.write(dataDir, access);
  return access;
}

/**
 * Sends the demo catalogue through the public ingestion endpoint, unless this very catalogue was ingested before.
 * @returns whether it was sent
 */
export async function ensureDemoCatalog({ dataDir }: DemoDeps, access: DemoAccess): Promise<boolean> {
  const feed = [...demoFeed()].join("\n");
  const catalog = createHash("sha256").update(feed).digest("hex");
  if (access.catalog === catalog) return false;
  const payload = gzipSync(feed);
  const upload = { bytes: payload.length, gzip: true, stream: Readable.from([payload]) };
  const id = await postIngestion(access, upload, "soft_replace", () => undefined);
  for (;;) {
    const { record } = await getIngestion(access, id);
    if (record.status === STATUS.COMPLETED) break;
    if (record.status === STATUS.FAILED) {
      throw new Error(`the demo catalogue was not ingested: ${record.product_metrics?.failure ?? "unknown reason"}`);
    }
    await delay(POLL_MS);
  }
  await demoFile.write(dataDir, { ...access, catalog });
  return true;
}
