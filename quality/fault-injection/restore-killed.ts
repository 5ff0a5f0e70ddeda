import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { backupCommand } from "../../src/commands/backup-command.js";
import { parseConfig } from "../../src/config.js";
import { refresh, listIndices } from "../../src/engine/indices.js";
import { countDocuments } from "../../src/engine/search-documents.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { deleteByPrefix } from "../../test/support/engine.js";
import { startEngineProxy, type EngineProxy } from "../../test/support/engine-proxy.js";
import { CHECKOUT, END_WITH_PARENT, foreignEnvironment } from "../../test/support/process.js";
import { shopResponses } from "../../test/support/shop-responses.js";
import { until } from "../../test/support/until.js";
import { atLeast, exactly, none, reported, type Check } from "./scenario.js";
import { ingestThings, newClient } from "../shared/storefront.js";
import type { ServiceAddress, TestBed } from "./test-bed.js";

const PRODUCTS = { full: 2_000, short: 200 } as const;
/** Number of times that the restore command and the engine are killed. */
const POINTS = { command: { full: 10, short: 3 }, engine: { full: 2, short: 1 } } as const;
const SETTLED_MS = 120_000;
const REPOSITORY = { repository: "restored", location: "restored" };
const SETTINGS = {
  INGESTION_LEASE_SECONDS: "2",
  LEARN_EVERY_SECONDS: "86400",
  TASTE_BUDGET_MS: "10000",
  RECOMMENDATION_BUDGET_MS: "10000",
  READ_DEADLINE_MS: "30000",
};

/**
 * Kills `vitrine restore`, or the engine, after different numbers of requests, which are distributed over the whole
 * restore. Afterwards, a service must either respond as before the backup with complete indices, or refuse to start
 * until a second restore completes.
 */
export async function killRestores(ground: TestBed, victim: keyof typeof POINTS): Promise<Check[]> {
  const { engine, node, isShort, dataDir } = ground;
  const form = isShort ? "short" : "full";
  const service = await ground.service(SETTINGS);
  await service.start();
  const client = await newClient(engine, "shop");
  await ingestThings(service, client, PRODUCTS[form]);
  await service.end("SIGTERM");
  await service.start();
  const wanted = await settledResponses(service, client);
  await service.end("SIGTERM");
  const run = { print: () => undefined, onProgress: () => undefined, now: new Date() };
  const config = parseConfig({ ...SETTINGS, DATA_DIR: dataDir, INDEX_PREFIX: engine.prefix });
  await backupCommand(engine, config, REPOSITORY, { ...run, signal: new AbortController().signal });
  const held = await documents(ground);

  const proxy = await startEngineProxy(node.url());
  const [refused, wrong]: [string[], string[]] = [[], []];
  let [whole, again] = [0, 0];

  /**
   * Starts a service on the result of a killed restore. If the service refuses to start, runs a second restore. Then
   * compares responses and indices.
   */
  async function judge(what: string): Promise<void> {
    const left = await listIndices(engine, `${engine.prefix}*`);
    if (left.length > 0) {
      const refusal = await service.start().then(
        () => undefined,
        (error: unknown) => String(error),
      );
      if (refusal === undefined) {
        whole += 1;
        await compareResponses(`${what}: responses after the first service start`);
        return;
      }
      refused.push(what);
      if (!refusal.includes("is not complete"))
        wrong.push(`${what}: the service failed to start with an unexpected error: ${refusal.slice(0, 300)}`);
    }
    const { code, printed } = await ended(restoring(ground, node.url()));
    if (code !== 0) wrong.push(`${what}: the second restore command exited with ${code}: ${printed}`);
    again += 1;
    wrong.push(...differing(`${what}, documents`, held, await documents(ground)));
    await service.start();
    await compareResponses(what);
  }

  async function compareResponses(what: string): Promise<void> {
    let found: object[] = [];
    const isSame = async () => isDeepStrictEqual((found = await responsesOf(service, client)), wanted);
    await until("responses are identical to the responses before the backup", isSame, SETTLED_MS).catch(
      () => undefined,
    );
    wrong.push(...differing(what, wanted, found));
    await service.end("SIGTERM");
  }

  try {
    await deleteByPrefix(engine);
    const { code, printed } = await ended(restoring(ground, proxy.url));
    const requests = proxy.requested.length;
    if (code !== 0) throw new Error(`the restore command exited with ${code}: ${printed}`);
    const kills = POINTS[victim][form];
    for (let nth = 0; nth < kills; nth += 1) {
      const at =
        victim === "command"
          ? 1 + Math.floor(((requests - 1) * nth) / Math.max(1, kills - 1))
          : Math.floor((requests * (nth + 1)) / (kills + 1));
      const what = `${victim} killed at request ${at} of ${requests}`;
      ground.report(what);
      await deleteByPrefix(engine);
      let dying: Promise<void> | undefined;
      await killedAt(ground, proxy, at, (child) => {
        if (victim === "command") child.kill("SIGKILL");
        else dying = node.kill();
      });
      if (dying !== undefined) {
        await dying;
        await node.revive();
      }
      await judge(what);
    }
    return [
      reported("a restore", `${requests} requests, ${held.length} indices`),
      exactly("restores killed", again + whole, kills),
      atLeast("service starts that failed because of an incomplete restore", refused.length, 1),
      reported("restores that were complete although the process was killed", String(whole)),
      none("differences from the original responses and indices", wrong),
    ];
  } finally {
    await proxy.close();
  }
}

interface Restoring {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

/** Starts the restore command as a separate process. */
function restoring({ engine, dataDir }: TestBed, engineUrl: string): Restoring {
  const { repository, location } = REPOSITORY;
  const options = ["--repository", repository, "--location", location, "--snapshot", "latest"];
  const command = ["--import", END_WITH_PARENT, join(CHECKOUT, "scripts", "vitrine.mjs"), "restore", ...options];
  const child = spawn(process.execPath, command, {
    cwd: CHECKOUT,
    env: { ...foreignEnvironment(), OPENSEARCH_URL: engineUrl, INDEX_PREFIX: engine.prefix, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, printed: () => text.slice(-1_000) };
}

async function ended({ child, printed }: Restoring): Promise<{ code: number | NodeJS.Signals; printed: string }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { code: child.exitCode ?? child.signalCode ?? 0, printed: printed() };
}

/** Runs a restore to its end, and performs an action when the restore sends its nth request. */
async function killedAt(
  ground: TestBed,
  proxy: EngineProxy,
  at: number,
  kill: (child: ChildProcess) => unknown,
): Promise<void> {
  let requested = 0;
  const { child, printed } = restoring(ground, proxy.url);
  proxy.behave(() => {
    requested += 1;
    if (requested === at) kill(child);
    return "pass";
  });
  await ended({ child, printed });
  proxy.behave(() => "pass");
}

/**
 * Returns the number of documents per index. Omits the state index, because every start changes its leases and
 * positions.
 */
async function documents({ engine }: TestBed): Promise<object[]> {
  const indices = (await listIndices(engine, `${engine.prefix}*`)).sort();
  const counts: object[] = [];
  for (const index of indices) {
    await refresh(engine, index);
    counts.push({ index, documents: index.endsWith("state") ? null : await countDocuments(engine, index) });
  }
  return counts;
}

const DEVICES = ["anonymous"];

const responsesOf = ({ url }: ServiceAddress, client: AddedClient) => shopResponses(url, client, DEVICES);

/** Waits until two successive responses are equal, because in-memory data loads after the start. */
async function settledResponses(service: ServiceAddress, client: AddedClient): Promise<object[]> {
  let last: object[] = [];
  const isSettled = async () => isDeepStrictEqual(last, (last = await responsesOf(service, client)));
  await until("two consecutive responses are identical", isSettled, SETTLED_MS);
  return last;
}

function differing(what: string, wanted: readonly object[], found: readonly object[]): string[] {
  if (isDeepStrictEqual(wanted, found)) return [];
  const at = wanted.findIndex((one, number) => !isDeepStrictEqual(one, found[number]));
  const shown = (one: object | undefined) => JSON.stringify(one ?? null).slice(0, 200);
  return [`${what}: received ${shown(found[at])}, expected ${shown(wanted[at])}`];
}
