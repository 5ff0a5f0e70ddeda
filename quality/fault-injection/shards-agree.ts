import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { demoFeed } from "../../demo/catalogue/feed.js";
import type { Random } from "../../demo/random.js";
import { catalogAlias } from "../../src/catalog/live.js";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import type { SearchResult } from "../../src/search/response-schema.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { feed } from "../../test/support/catalog.js";
import { startCluster, type Cluster } from "../../test/support/cluster.js";
import { randomPrefix } from "../../test/support/engine.js";
import { comparable, randomRequests, type RequestedData } from "../../test/support/random-requests.js";
import { until } from "../../test/support/until.js";
import { ingest, listingFor, newClient } from "../shared/storefront.js";
import { exactly, none, type Check } from "./scenario.js";
import type { ServiceAddress, TestBed } from "./test-bed.js";

const REQUESTS = { full: 1_000, short: 200 } as const;
const FEEDS = { full: 10, short: 2 } as const;
/** Share of products whose description changes in each feed. */
const REWORDED = 0.1;
const GREEN_MS = 120_000;
/** Settings with a cache of only 1 MB, so that pages are fetched from the engine again after the feeds. */
const SETTINGS = { CACHE_MB: "1" };

/**
 * Compares responses of the same shop on one shard and on three replicated shards, before and after feeds that leave
 * deleted documents in the segments.
 */
export async function compareShards(ground: TestBed): Promise<Check[]> {
  ground.report("starting three OpenSearch nodes");
  const cluster = await startCluster();
  const shops: Shop[] = [];
  try {
    const one = await openShop(ground, cluster, "1");
    shops.push(one);
    const three = await openShop(ground, cluster, "3");
    shops.push(three);
    return await compared(ground, cluster, one, three);
  } finally {
    await Promise.all(shops.map(({ engine }) => engine.close()));
    await cluster.close();
  }
}

interface Shop {
  readonly engine: Engine;
  readonly client: AddedClient;
  /** Two service processes with separate caches. */
  readonly processes: readonly [ServiceAddress, ServiceAddress];
}

async function openShop(ground: TestBed, cluster: Cluster, shards: string): Promise<Shop> {
  const prefix = randomPrefix();
  const settings = { ...SETTINGS, OPENSEARCH_URL: cluster.urls, OPENSEARCH_SHARDS: shards, INDEX_PREFIX: prefix };
  /** Creates a process. The first process registers its payload store and accepts the feeds. */
  const createProcess = async (process: string) => {
    const DATA_DIR = join(ground.dataDir, `${shards}-${process}`);
    await mkdir(DATA_DIR);
    return ground.service({ ...settings, DATA_DIR });
  };
  const processes = [await createProcess("first"), await createProcess("second")] as const;
  for (const service of processes) await service.start();
  const engine = createEngine({ url: cluster.urls, prefix });
  return { engine, processes, client: await newClient(engine, "shop") };
}

async function compared(ground: TestBed, cluster: Cluster, one: Shop, three: Shop): Promise<Check[]> {
  const form = ground.isShort ? "short" : "full";
  const lines = [...demoFeed()].map((line) => JSON.parse(line) as { readonly product_data: RequestedData });
  const send = (payload: string, mode: "insert" | "soft_replace") =>
    Promise.all([one, three].map(({ client, processes: [service] }) => ingest(service, client, payload, mode)));
  const requests = randomRequests(
    ground.random,
    lines.map(({ product_data }) => product_data),
    REQUESTS[form],
  );
  await send(feed(...lines.map((line) => JSON.stringify(line))), "soft_replace");
  await until("the cluster status is green", async () => (await cluster.health())?.status === "green", GREEN_MS);

  ground.report(`${requests.length} requests`);
  const before = await differing(requests, one, three);
  for (let number = 1; number <= FEEDS[form]; number += 1) {
    ground.report(`feed ${number} of ${FEEDS[form]}`);
    await send(feed(...reworded(ground.random, lines, number)), "insert");
  }
  ground.report("sending the requests to two service processes");
  const copies = await differing(requests, three, three);
  // Deleted documents count in term statistics until their segments are merged, at different times in each shard.
  await Promise.all([one, three].map(mergeDeleted));
  ground.report("repeating the requests after the feeds");
  const after = await differing(requests, one, three);
  return [
    exactly("number of compared requests", requests.length, REQUESTS[form]),
    none("responses that differ between one and three shards", before),
    none("responses that differ between two service processes after feeds", copies),
    none("responses that differ between one and three shards after feeds and segment merges", after),
  ];
}

/** Feed lines that change the description of random products. */
function reworded(random: Random, lines: readonly { readonly product_data: RequestedData }[], feedNumber: number) {
  return lines.flatMap(({ product_data }) => {
    if (!random.chance(REWORDED)) return [];
    const description = `${String(product_data["description"])} Feed ${feedNumber}.`;
    return [JSON.stringify({ operation: "insert", product_data: { ...product_data, description } })];
  });
}

/**
 * Sends each request to the first process of one shop and to the second process of another shop. Returns the
 * differences between the responses.
 */
async function differing(
  requests: ReturnType<typeof randomRequests>,
  { client: of, processes: [service] }: Shop,
  { client: and, processes: [, other] }: Shop,
): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests) {
    const pages = await Promise.all([query(service, of, request), query(other, and, request)]);
    if (!isDeepStrictEqual(pages[0], pages[1]))
      found.push(`${JSON.stringify(request)}: ${JSON.stringify(pages[0])} and ${JSON.stringify(pages[1])}`);
  }
  return found;
}

/**
 * Returns the part of a page that should be equal for all shops. Retries after 503, because three nodes share the
 * machine.
 */
async function query({ url }: ServiceAddress, client: AddedClient, request: object): Promise<object> {
  const { path, ...init } = listingFor(client);
  const body = JSON.stringify({ user: { device_id: "visitor" }, ...request });
  let page: SearchResult | undefined;
  await until("a page is complete", async () => {
    const response = await fetch(url + path, { ...init, body });
    const text = await response.text();
    if (response.status === 200) page = JSON.parse(text) as SearchResult;
    else if (response.status !== 503) throw new Error(`status ${response.status}: ${text}`);
    return page !== undefined && page.meta.degraded === undefined;
  });
  return page === undefined ? {} : comparable(page);
}

const mergeDeleted = ({ engine, client }: Shop): Promise<unknown> =>
  engine.call("forcemerge", {
    method: "POST",
    path: `/${catalogAlias(engine, client.client_id)}/_forcemerge`,
    querystring: { max_num_segments: 1 },
    timeout: GREEN_MS,
  });
