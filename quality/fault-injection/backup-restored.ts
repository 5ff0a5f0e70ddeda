import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ProductSource } from "../../src/catalog/product-document.js";
import { STATUS, type IngestionJob } from "../../src/catalog/ingestion/ingestion-record.js";
import { signalsIndex } from "../../src/catalog/learned.js";
import { catalogAlias } from "../../src/catalog/live.js";
import type { Counted } from "../../src/behaviour/signals/product-signals.js";
import { clientsWithSignals } from "../../src/behaviour/signals/signals-store.js";
import { backupCommand } from "../../src/commands/backup-command.js";
import { restoreCommand } from "../../src/commands/restore-command.js";
import { parseConfig } from "../../src/config.js";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { getDocument } from "../../src/engine/documents.js";
import { refresh, stateIndex } from "../../src/engine/indices.js";
import { scan } from "../../src/engine/point-in-time.js";
import { TRACKER_PATH } from "../../src/tracking/collector-routes.js";
import { readStoredEvents, type TailCursor } from "../../src/tracking/tail.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import { learnedIn } from "../../test/support/learning.js";
import { shopResponses } from "../../test/support/shop-responses.js";
import { startOwnEngine } from "../../test/support/shop-engine.js";
import { until } from "../../test/support/until.js";
import { atLeast, exactly, none, reported, type Check } from "./scenario.js";
import { countEvents, type EventCounts } from "./event-counts.js";
import { ingest, newClient } from "../shared/storefront.js";
import { pause, type ServiceAddress, type TestBed } from "./test-bed.js";
import { startTracker, type SentEvent, type Tracker } from "./tracker.js";

const PRODUCTS = { full: 2_000, short: 300 } as const;
const BACKUPS = { full: 5, short: 1 } as const;
const RATE = 100;
const SETTLED_MS = 60_000;
/**
 * Duration in milliseconds for which responses must be unchanged. Responses still change shortly after a start, while
 * data is loaded into memory.
 */
const SETTLED_FOR_MS = 5_000;
const REPOSITORY = { repository: "fault-injection", location: "fault-injection" };
const SETTINGS = {
  INGESTION_LEASE_SECONDS: "2",
  LEARN_EVERY_SECONDS: "1",
  GENERATION_RETENTION_HOURS: "0",
  TASTE_BUDGET_MS: "10000",
  RECOMMENDATION_BUDGET_MS: "10000",
  READ_DEADLINE_MS: "30000",
};

/**
 * Takes backups while one shop receives events and feeds, and restores the last backup into an empty second engine. An
 * idle second shop must get the same responses as before. The busy shop must have the catalogue of a single feed and
 * all events stored before the backup, each counted exactly once.
 */
export async function restoreBackups(ground: TestBed): Promise<Check[]> {
  const { engine, node, isShort, dataDir } = ground;
  const form = isShort ? "short" : "full";
  const service = await ground.service(SETTINGS);
  await service.start();
  const [calm, busy] = [await newClient(engine, "calm"), await newClient(engine, "busy")];
  const products = Array.from({ length: PRODUCTS[form] }, (_, number) => `product-${number}`);
  await ingest(service, calm, catalogue(products, 0), "soft_replace");
  await learnSome(service, engine, calm, products);
  // Restart to clear the recommendation blocks that are cached in memory for up to a minute.
  await service.end("SIGTERM");
  // Delete saved sessions, because the restored service builds its sessions from all events again.
  await rm(join(dataDir, "sessions"), { force: true });
  await service.start();
  const wanted = await settledResponses(service, calm);

  const feeds = startFeeds(service, busy, products);
  const tracker = startTracker({
    url: service.url + TRACKER_PATH,
    clientId: busy.client_id,
    rate: RATE,
    products,
  });
  const config = parseConfig({ ...SETTINGS, DATA_DIR: dataDir, INDEX_PREFIX: engine.prefix });
  let before: Before = { feed: 0, events: [], counts: { stored: new Map(), learnt: new Map() } };
  let last = "";
  let backups: number;
  try {
    await until("the shop with traffic has a catalogue", () => feeds.completed > 0, SETTLED_MS);
    backups = await ground.rounds("backups", BACKUPS[form], async () => {
      await pause(ground, 2_000, 5_000);
      before = await lookAt(engine, busy, feeds, tracker);
      const run = { print: (line: string) => (last = line), onProgress: () => undefined, now: new Date() };
      await backupCommand(engine, config, { ...REPOSITORY, keep: 2 }, { ...run, signal: new AbortController().signal });
    });
  } finally {
    ground.report("sending the remaining events and feeds");
    await tracker.stop(SETTLED_MS);
    await feeds.stop();
  }
  await service.end("SIGTERM");

  ground.report("starting a second OpenSearch engine");
  const second = await startOwnEngine({ snapshots: node.snapshots() });
  const restored = createEngine({ url: second.url(), prefix: engine.prefix });
  try {
    await restoreCommand(restored, { ...REPOSITORY, snapshot: "latest" }, { onProgress: () => undefined });
    const prices = await pricesOf(restored, busy);
    const ahead = await positionsAhead(restored);
    const counts = await countEvents(restored, busy.client_id, before.events);
    const there = await ground.service({ ...SETTINGS, OPENSEARCH_URL: second.url() });
    await there.start();
    ground.report("requesting responses of the restored service");
    const responses = await untilSame(there, calm, wanted);
    const jobs = await endedJobs(restored);
    const [unlearned, learnt] = await goesOn(there, restored, busy, products);
    await there.end("SIGTERM");
    return [
      atLeast("backups taken under load", backups, 1),
      reported("output of the last backup", last),
      none("responses of the shop without traffic that the restore changed", differing(wanted, responses)),
      exactly("number of feeds in the restored catalogue of the shop with traffic", new Set(prices).size, 1),
      exactly("products in the restored catalogue of the shop with traffic", prices.length, products.length),
      atLeast(
        "sequence number of the restored feed of the shop with traffic (minimum: the last feed completed before the backup)",
        prices[0] ?? -1,
        before.feed,
      ),
      none("events lost by the restore", missing(before.counts.stored, counts.stored)),
      none("processed events that the restore marked as unprocessed", missing(before.counts.learnt, counts.learnt)),
      none("events processed more than once", twice(counts.learnt)),
      none("event processing checkpoints after the last stored event", ahead),
      none("incomplete jobs", jobs),
      none("events sent after the restore that are not processed", unlearned),
      none("events sent after the restore that are processed more than once", learnt),
    ];
  } finally {
    await restored.close();
    await second.close();
  }
}

/** Feed in which all products have the same price. The price shows later which feed a catalogue comes from. */
const catalogue = (products: readonly string[], price: number) =>
  feed(
    ...products.map((id, at) =>
      insertLine(id, undefined, { title: `Shirt ${at}`, color: at % 2 === 0 ? "Red" : "Blue", price }),
    ),
  );

/** Sends product views from a few devices and waits until the views affect products and responses. */
async function learnSome(service: ServiceAddress, engine: Engine, client: AddedClient, products: readonly string[]) {
  const some = products.slice(0, 10);
  const url = service.url + TRACKER_PATH;
  const tracker = startTracker({ url, clientId: client.client_id, rate: 40, products: some, name: "calm-" });
  await until("several devices have viewed each product", () => tracker.acknowledged.length >= 80, SETTLED_MS);
  await tracker.stop(SETTLED_MS);
  await until("all events are processed", () => isCaughtUp(engine), SETTLED_MS);
  const isCopied = async () => !(await clientsWithSignals(engine, { pending: true })).includes(client.client_id);
  await until("the signals learned from events are written to the products", isCopied, SETTLED_MS);
  // Refresh the catalogue, because otherwise a new process would use outdated popularity values for up to a minute.
  const popular = await popularProducts(engine, client);
  const unpopular = some.filter((id) => !popular.has(id));
  if (unpopular.length > 0) throw new Error(`no learned signals of ${unpopular.join(", ")}`);
}

async function popularProducts(engine: Engine, client: AddedClient): Promise<Set<string>> {
  await refresh(engine, catalogAlias(engine, client.client_id));
  const learned = await learnedIn(engine, client.client_id);
  return new Set([...learned].flatMap(([id, { popularity }]) => (Number(popularity) > 0 ? [id] : [])));
}

/** Devices that search. There are only a few, because frequent queries become suggestions and change responses. */
const DEVICES = ["calm-device-0-0", "anonymous"];
const responsesOf = ({ url }: ServiceAddress, client: AddedClient) => shopResponses(url, client, DEVICES);

async function settledResponses(service: ServiceAddress, client: AddedClient): Promise<object[]> {
  let last: object[] = [];
  let since = 0;
  let changed: string[] = [];
  const isSettled = async () => {
    const now = await responsesOf(service, client);
    const differ = differing(now, last);
    last = now;
    if (differ.length > 0) [since, changed] = [performance.now(), differ];
    return performance.now() - since > SETTLED_FOR_MS;
  };
  await until("responses have not changed for some seconds", isSettled, SETTLED_MS).catch((error: unknown) => {
    throw new Error(`responses kept changing, last ${changed.join(", ")}`, { cause: error });
  });
  return last;
}

/**
 * Repeats the requests until the responses equal the expected responses or the time limit is reached, because responses
 * change while the service loads data after a start.
 */
async function untilSame(service: ServiceAddress, client: AddedClient, wanted: readonly object[]): Promise<object[]> {
  let found: object[] = [];
  const isSame = async () => isDeepStrictEqual((found = await responsesOf(service, client)), wanted);
  await until("responses are identical to the responses before the backup", isSame, SETTLED_MS).catch(() => undefined);
  return found;
}

const differing = (wanted: readonly object[], found: readonly object[]) =>
  wanted.flatMap((one, at) => {
    if (isDeepStrictEqual(one, found[at])) return [];
    const { device_id, endpoint } = one as { device_id: string; endpoint: string };
    return [`${endpoint} of ${device_id}`];
  });

/** Sends full feeds one after another, alternately with `insert` and `soft_replace`. */
function startFeeds(service: ServiceAddress, client: AddedClient, products: readonly string[]) {
  const over = new AbortController();
  const feeds = {
    /** Number of the last completed feed. */
    completed: 0,
    async stop() {
      over.abort();
      await sending;
    },
  };
  const sending = (async () => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      await ingest(service, client, catalogue(products, number), number % 2 === 1 ? "soft_replace" : "insert");
      feeds.completed = number;
    }
  })();
  sending.catch(() => undefined); // `stop` rethrows the error
  return feeds;
}

/** State immediately before a backup. The backup must contain this state completely. */
interface Before {
  readonly feed: number;
  readonly events: readonly SentEvent[];
  readonly counts: EventCounts;
}

async function lookAt(
  engine: Engine,
  client: AddedClient,
  feeds: { readonly completed: number },
  { acknowledged }: Tracker,
): Promise<Before> {
  const events = [...acknowledged];
  return { counts: await countEvents(engine, client.client_id, events), feed: feeds.completed, events };
}

async function pricesOf(engine: Engine, client: AddedClient): Promise<number[]> {
  const prices: number[] = [];
  for await (const hits of scan<ProductSource>(engine, catalogAlias(engine, client.client_id), 2_000)) {
    prices.push(...hits.flatMap(({ _source }) => _source.source.map(({ data }) => Number(data["price"]))));
  }
  return prices;
}

const checkpointOf = async (engine: Engine): Promise<TailCursor> =>
  (await getDocument<{ cursor: TailCursor }>(engine, stateIndex(engine), "learner:checkpoint"))?.source.cursor ?? {};

/** Returns the sequence number of the last stored event of each month. */
async function endOf(engine: Engine): Promise<TailCursor> {
  let end: TailCursor = {};
  for (;;) {
    const { stored, cursor } = await readStoredEvents(engine, end, { limit: 5_000, oldest: "2000-01" });
    end = cursor;
    if (stored.length === 0) return end;
  }
}

async function isCaughtUp(engine: Engine): Promise<boolean> {
  const [checkpoint, end] = [await checkpointOf(engine), await endOf(engine)];
  return Object.entries(end).every(([month, number]) => (checkpoint[month] ?? -1) >= number);
}

/**
 * Returns learner checkpoints that are higher than the sequence number of the last stored event. The learners would
 * skip later events with numbers in between.
 */
async function positionsAhead(engine: Engine): Promise<string[]> {
  const end = await endOf(engine);
  const beyond = (what: string, position: Counted) =>
    Object.entries(position).flatMap(([month, number]) =>
      number > (end[month] ?? -1) ? [`${what}: ${number} of ${end[month] ?? "none"}`] : [],
    );
  const ahead = beyond("checkpoint", await checkpointOf(engine));
  await refresh(engine, signalsIndex(engine));
  for await (const hits of scan<{ product_identifier?: string; counted: Counted }>(
    engine,
    signalsIndex(engine),
    2_000,
  )) {
    for (const { _source } of hits) ahead.push(...beyond(_source.product_identifier ?? "storefront", _source.counted));
  }
  return ahead;
}

const missing = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  [...before].flatMap(([id, count]) => (count > 0 && (after.get(id) ?? 0) === 0 ? [id] : []));

const twice = (counts: ReadonlyMap<string, number>) => [...counts].flatMap(([id, count]) => (count > 1 ? [id] : []));

/**
 * Waits for the jobs that were pending in the backup.
 * @returns the failed jobs
 */
async function endedJobs(engine: Engine): Promise<string[]> {
  const index = `${engine.prefix}ingestions`;
  let failed: string[] = [];
  await until(
    "the end of all ingestion jobs",
    async () => {
      const jobs: IngestionJob[] = [];
      await refresh(engine, index);
      for await (const hits of scan<IngestionJob>(engine, index, 1_000))
        jobs.push(...hits.map(({ _source }) => _source));
      failed = jobs.filter(({ status }) => status === STATUS.FAILED).map(({ id }) => String(id));
      return jobs.every(({ status }) => status >= STATUS.COMPLETED);
    },
    SETTLED_MS,
  );
  return failed;
}

/**
 * Sends additional events and checks whether the learners process each event exactly once.
 * @returns the events that a learner missed, and the events that a learner processed twice
 */
async function goesOn(service: ServiceAddress, engine: Engine, client: AddedClient, products: readonly string[]) {
  const fresh = products.map((id) => `${id}-again`);
  await ingest(service, client, catalogue(fresh, 0), "insert");
  const url = service.url + TRACKER_PATH;
  const tracker = startTracker({
    url,
    clientId: client.client_id,
    rate: 40,
    products: fresh.slice(0, 10),
    name: "later-",
  });
  await until("several devices have viewed each product", () => tracker.acknowledged.length >= 80, SETTLED_MS);
  await tracker.stop(SETTLED_MS);
  let unlearned: string[] = [];
  let counts: EventCounts | undefined;
  const isLearned = async () => {
    counts = await countEvents(engine, client.client_id, tracker.acknowledged);
    const popular = await popularProducts(engine, client);
    unlearned = tracker.acknowledged
      .filter(({ id, product }) => (counts?.learnt.get(id) ?? 0) === 0 || !popular.has(product))
      .map(({ id }) => id);
    return unlearned.length === 0;
  };
  await until("all events are processed and all viewed products have a popularity", isLearned, SETTLED_MS).catch(
    () => undefined,
  );
  return [unlearned, twice(counts?.learnt ?? new Map())] as const;
}
