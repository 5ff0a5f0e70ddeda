import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { Service } from "../../../src/bootstrap.js";
import { backupCommand, listBackupsCommand, type BackupOptions } from "../../../src/commands/backup-command.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { restoreCommand, type RestoreOptions } from "../../../src/commands/restore-command.js";
import { SIGNALS_LEASE } from "../../../src/behaviour/signals/signals-learner.js";
import { deleteDocument } from "../../../src/engine/documents.js";
import { createEngine, EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import {
  createIndex,
  deleteIndex,
  listIndices,
  putSettings,
  refresh,
  stateIndex,
} from "../../../src/engine/indices.js";
import type { ErrorEnvelope } from "../../../src/http/envelope.js";
import { createLeases, LeaseLostError } from "../../../src/engine/lease.js";
import { beginSnapshot, readSnapshot, UnfinishedRestoreError } from "../../../src/engine/snapshots.js";
import { TRACKER_PATH } from "../../../src/tracking/collector-routes.js";
import { addClient, type AddedClient } from "../../../src/storefront/clients.js";
import { signalsIndex } from "../../../src/catalog/learned.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { deleteByPrefix, randomPrefix } from "../../support/engine.js";
import type { SearchResult } from "../../../src/search/response-schema.js";
import type { ResponseBody } from "../../support/http.js";
import { learnedIn } from "../../support/learning.js";
import { instanceConfig, startInstance } from "../../support/service.js";
import { shopResponses } from "../../support/shop-responses.js";
import { storefrontOf, type Storefront } from "../../support/shop.js";
import { useOwnEngine } from "../../support/shop-engine.js";
import { envelope, productView } from "../../support/tracker-payload.js";
import { until } from "../../support/until.js";
import { startWordEmbeddingModel, type WordEmbeddingModel } from "../../support/word-embedding-model.js";
import { BROWSER } from "../../support/user-agent.js";
import { IN_STOCK_RULE, windowLines } from "../recommendation/shop-window.js";

const REPOSITORY = "backups";
const SETTINGS = { READ_DEADLINE_MS: "30000" };
/** Service settings that disable the learning of signals while responses are compared. */
const QUIET = { ...SETTINGS, LEARN_EVERY_SECONDS: "86400" };
const DEVICES = ["known", "anonymous"];
const CONFIGURATION = {
  availability: IN_STOCK_RULE,
  search: { synonyms: [{ terms: ["chemise"], to: ["shirt"] }], semantic: 5 },
  rules: [{ key: "first", action: "pin", product: "p5", position: 1 }],
};

describe("a backup", () => {
  const node = useOwnEngine();
  // Random location for the backups, so that the location is empty in every run.
  const location = `backup-${randomUUID()}`;
  const prefix = randomPrefix();
  const target: { readonly repository: string; readonly location: string } = { repository: REPOSITORY, location };
  let engine: Engine;
  let dataDir: string;
  let service: Service | undefined;
  let storefront: Storefront;
  let client: AddedClient;
  let embeddingModel: WordEmbeddingModel;
  let recorded: object[];
  let meant: { readonly semantic_search: unknown; readonly ids: readonly string[] };
  /** The second page of a shopper's cursor chain. */
  let second: ResponseBody;

  const start = async (settings: Readonly<Record<string, string>>) => {
    const encoding = { EMBEDDING_URL: embeddingModel.url, EMBEDDING_MODEL: "words", EMBEDDING_BUDGET_MS: "10000" };
    service = await startInstance({ engineUrl: node.url(), prefix, dataDir }, { ...encoding, ...settings });
    return service;
  };
  const stop = async () => {
    await service?.close();
    service = undefined;
  };
  const running = () => {
    if (service === undefined) throw new Error("no service runs");
    return service;
  };
  interface Taking {
    readonly of?: Engine;
    readonly printed?: string[];
    readonly signal?: AbortSignal;
  }
  const backup = async (options: Partial<BackupOptions> = {}, taking: Taking = {}) => {
    const { of = engine, printed = [], signal = new AbortController().signal } = taking;
    const run = { print: (line: string) => printed.push(line), onProgress: () => undefined, signal, now: new Date() };
    await backupCommand(
      of,
      instanceConfig({ prefix, dataDir }, { INGESTION_LEASE_SECONDS: "2" }),
      { ...target, ...options },
      run,
    );
    return printed;
  };
  const restore = (options: Partial<RestoreOptions> = {}, of = engine) =>
    restoreCommand(of, { ...target, snapshot: "latest", ...options }, { onProgress: () => undefined, stuckMs: 1_000 });
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => new Error("it was not refused"),
      (reason: unknown) => reason,
    );
    if (error instanceof CommandError) return error.message;
    throw error;
  };

  const names = async (of = engine) => {
    const list = await listBackupsCommand(of, { repository: REPOSITORY });
    return list.includes("contains no backup") ? [] : list.split("\n").map((line) => line.split(" ")[0]);
  };

  before("open a shop that has learned", async function () {
    this.timeout(300_000);
    engine = createEngine({ url: node.url(), prefix });
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-backup-"));
    embeddingModel = await startWordEmbeddingModel();
    await start({ ...SETTINGS, LEARN_EVERY_SECONDS: "1" });
    client = await addClient({ engine, now: () => new Date() }, { name: "shop", configuration: CONFIGURATION });
    storefront = storefrontOf(client, running);
    const table = { product_identifier: "table", variant_identifier: "table", title: "Bedside table", price: 5 };
    await storefront.ingest([...windowLines(Date.now()), { operation: "insert", product_data: table }], "soft_replace");
    await Promise.all(
      ["known", "second", "third"].map(async (duid) => {
        for (const id of ["p0", "p1", "p7"]) await look(duid, id);
      }),
    );
    await until("all looks to be learned", async () => {
      const learned = await learnedIn(engine, client.client_id);
      return ["p0", "p1", "p7"].every((id) => learned.get(id)?.popularity === 3);
    });
    // All views must be assigned to sessions before the service stops, because later views start another session.
    await until("all looks to be in sessions", async () =>
      /^vitrine_session_events_read_total 9$/m.test(await metrics()),
    );
    await stop();
    await start(QUIET);
    await settled();
    recorded = await responses();
    await running().learn();
    meant = await semanticSearch();
    const first = await storefront.search({ limit: 5, user: { device_id: "known" } });
    second = await page(2, first.recommendation_id);
  });

  after("delete the stored data", async () => {
    await stop();
    await deleteByPrefix(engine);
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
    await embeddingModel.close();
  });

  const semanticSearch = async () => {
    const { items, meta } = await storefront.search({ query: "slumberpost", limit: 20 });
    return { semantic_search: meta.semantic_search, ids: items.map((item) => item.product_identifier) };
  };
  const look = async (duid: string, id: string) => {
    const response = await fetch(`${running().base_url}${TRACKER_PATH}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
      body: JSON.stringify(envelope(productView(id, { aid: client.client_id, duid, eid: randomUUID() }))),
    });
    expect(response.status).to.equal(200);
  };
  const page = (number: number, cursor: string) =>
    storefront.send({ limit: 5, user: { device_id: "known" }, pagination: { page: number, cursor } });
  const cursorOf = ({ body }: ResponseBody) => (body as SearchResult).recommendation_id;
  const itemsOf = ({ body }: ResponseBody) => (body as SearchResult).items;
  const responses = () => shopResponses(running().base_url, client, DEVICES);
  const metrics = async () => (await fetch(`${running().operations_url}/metrics`)).text();
  /** Waits until the service process has loaded its data into memory after a start. */
  const settled = async () => {
    await until("all sessions to be in memory", async () => {
      const now = await metrics();
      return /^vitrine_sessions_indexed 3$/m.test(now) && /^vitrine_session_index_complete 1$/m.test(now);
    });
    let last = await responses();
    await until("the same answers twice", async () => {
      const next = await responses();
      const isSame = isDeepStrictEqual(last, next);
      last = next;
      return isSame;
    });
  };

  it("a restore recovers the catalogue, learned data, settings and open search cursors", async () => {
    const printed: string[] = [];
    await backup({ snapshot: "first" }, { printed });
    const third = await page(3, cursorOf(second));
    expect(printed).to.have.length(1);
    expect(printed[0]).to.match(/^Backup first in backups: \d+ indices, [\d.]+ MB, [\d.]+ MB new, [\d.]+ s\.$/);
    const signals = await countDocuments(engine, signalsIndex(engine));
    const indices = (await listIndices(engine, `${prefix}*`)).sort();
    await stop();
    await deleteByPrefix(engine);
    await restore();
    expect((await listIndices(engine, `${prefix}*`)).sort()).to.deep.equal(indices);
    await rm(join(dataDir, "sessions"), { recursive: true, force: true });
    await start(QUIET);
    await settled();
    (await responses()).forEach((response, at) => expect(response).to.deep.equal(recorded[at]));
    const encoded = embeddingModel.requested.length;
    await running().learn();
    expect(embeddingModel.requested.slice(encoded), "encoded again").to.deep.equal([]);
    expect(meant).to.deep.equal({ semantic_search: true, ids: ["table"] });
    expect(await semanticSearch()).to.deep.equal(meant);
    await refresh(engine, signalsIndex(engine));
    expect(await countDocuments(engine, signalsIndex(engine))).to.equal(signals);
    // A page that was created after the backup is unknown until the preceding page is requested again.
    const later = await page(4, cursorOf(third));
    const [error] = (later.body as ErrorEnvelope).errors;
    expect([later.status, error?.code]).to.deep.equal([404, "unknown_page"]);
    const same = await page(3, cursorOf(second));
    expect([same.status, itemsOf(same)]).to.deep.equal([200, itemsOf(third)]);
  });

  it("the service does not start after an interrupted restore until the restore is repeated", async () => {
    await stop();
    await deleteByPrefix(engine);
    const dying: Engine = {
      ...engine,
      call: (operation, call) =>
        operation === "cat_shards" ? Promise.reject(new Error("killed")) : engine.call(operation, call),
    };
    expect(await restore({}, dying).catch((error: unknown) => String(error))).to.equal("Error: killed");
    const refused = await start(QUIET).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(UnfinishedRestoreError);
    expect(String(refused)).to.include("vitrine restore --repository backups --snapshot first");
    const foreign = `${prefix}foreign`;
    await createIndex(engine, foreign);
    expect(await refusal(restore())).to.include(`, got ${foreign}: stop all services`);
    await deleteIndex(engine, foreign);
    await restore();
    await start(QUIET);
    await settled();
    (await responses()).forEach((response, at) => expect(response).to.deep.equal(recorded[at]));
  });

  it("the service accepts feeds and events after a restore", async () => {
    await deleteDocument(engine, stateIndex(engine), "sequence:ingestions");
    const product_data = { product_identifier: "new", variant_identifier: "new-v", title: "Zzyx", price: 5 };
    await storefront.ingest([{ operation: "insert", product_data }]);
    await look("known", "new");
    expect((await storefront.search({ query: "zzyx" })).items).to.have.length(1);
  });

  it("a backup waits for running ingestion jobs and interrupts learning runs", async () => {
    const others = createLeases(engine, "others", 60);
    const [job, learner] = [await others.acquire(client.client_id), await others.seize(SIGNALS_LEASE)];
    const printed: string[] = [];
    const taking = backup({ snapshot: "second" }, { printed });
    await until("it to wait", () => printed.includes("Waiting for a job of the client shop to end."));
    await job?.release();
    await taking;
    expect(printed).to.have.length(2);
    expect(await learner?.check().catch((error: unknown) => error)).to.be.instanceOf(LeaseLostError);
    await learner?.release();
    expect(await others.acquire(client.client_id).then((lease) => lease?.release())).to.equal(undefined);
  });

  it("a backup stores no snapshot if the command is stopped", async () => {
    const job = await createLeases(engine, "others", 60).acquire(client.client_id);
    const [printed, stopped] = [[] as string[], new AbortController()];
    const taking = refusal(backup({ snapshot: "third" }, { printed, signal: stopped.signal }));
    await until("it to wait", () => printed.length > 0);
    stopped.abort();
    expect(await taking).to.equal("The backup was stopped and deleted.");
    await job?.release();
    expect(await names()).to.deep.equal(["first", "second"]);
  });

  it("a backup deletes the oldest backups above the retention count", async () => {
    await beginSnapshot(engine, REPOSITORY, "a-policy", {});
    await until("it", async () => (await readSnapshot(engine, REPOSITORY, "a-policy")).state === "SUCCESS");
    const [, ...deleted] = await backup({ snapshot: "fourth", keep: 2 });
    expect(deleted).to.deep.equal(["Deleted first."]);
    expect(await names()).to.deep.equal(["second", "fourth"]);
    expect((await readSnapshot(engine, REPOSITORY, "a-policy")).state).to.equal("SUCCESS");
  });

  it("a backup fails if the repository is unusable, the snapshot name exists, or there are no indices", async () => {
    const nowhere = `cannot be used as snapshot repository other; OpenSearch reports: [other] location [/nowhere] doesn't match`;
    expect(await refusal(backup({ repository: "other", location: "/nowhere" }))).to.include(nowhere);
    expect(await refusal(backup({ repository: "other", location: undefined }))).to.match(
      /^the cluster has no snapshot repository other \(it has (.*, )?backups(, .*)?\): register the repository in OpenSearch, or set --location/,
    );
    expect(await refusal(backup({ location: "elsewhere" }))).to.equal(
      `the repository backups is registered as fs at ${location}, not at elsewhere: omit --location, or use another repository name`,
    );
    expect(await refusal(backup({ snapshot: "fourth" }))).to.match(
      /^failed to start the backup fourth; OpenSearch reports: .*same name/,
    );
    const empty = createEngine({ url: node.url(), prefix: randomPrefix() });
    expect(await refusal(backup({}, { of: empty }))).to.equal(
      `there are no indices to back up with the prefix ${empty.prefix} (INDEX_PREFIX)`,
    );
    await empty.close();
  });

  it("a backup deletes an incomplete snapshot, and a restore rejects a partial snapshot", async () => {
    const other = createEngine({ url: node.url(), prefix: randomPrefix() });
    const lost = `${other.prefix}lost`;
    try {
      await createIndex(other, stateIndex(other));
      const nowhere = { "index.routing.allocation.require._name": "nobody" };
      await createIndex(
        other,
        lost,
        { settings: { ...nowhere, "index.number_of_replicas": 0 } },
        AbortSignal.timeout(1_000),
      ).catch(() => undefined);
      expect(await refusal(backup({ snapshot: "lacking" }, { of: other }))).to.match(/lacking.*lost/);
      expect(await names(other)).to.deep.equal([]);
      await other.call("create_snapshot", {
        method: "PUT",
        path: `/_snapshot/${REPOSITORY}/partial`,
        querystring: { wait_for_completion: true },
        body: { indices: `${other.prefix}*`, partial: true },
      });
      await deleteByPrefix(other);
      expect(await refusal(restore({ snapshot: "partial" }, other))).to.equal(
        "expected a snapshot in the state SUCCESS; partial has the state PARTIAL",
      );
    } finally {
      await deleteByPrefix(other);
      await other.close();
    }
  });

  it("a restore reports the missing shards if the cluster has too few nodes", async () => {
    const other = createEngine({ url: node.url(), prefix: randomPrefix() });
    try {
      await createIndex(other, stateIndex(other));
      await putSettings(other, stateIndex(other), { "index.routing.allocation.require._name": "nobody" });
      await backup({ snapshot: "placeless" }, { of: other });
      await deleteByPrefix(other);
      expect(await refusal(restore({ snapshot: "placeless" }, other))).to.match(
        new RegExp(
          `^1 of 1 shards cannot be restored: ${stateIndex(other)}\\[0\\] \\(.*\\)\\. Run it again; services start only after`,
        ),
      );
    } finally {
      await deleteByPrefix(other);
      await other.close();
    }
  });

  it("a restore fails if the installation already has indices, or if the backup contains none of its indices", async () => {
    expect(await refusal(restore())).to.match(
      new RegExp(`^expected a cluster without indices ${prefix}\\*, got ${prefix}.* and \\d+ more: stop all`),
    );
    const other = createEngine({ url: node.url(), prefix: randomPrefix() });
    const kept = "a-policy, fourth, partial, placeless, second";
    const sorted = (message: string) =>
      message.replace(/it has (.*)$/, (_, all: string) => `it has ${all.split(", ").sort().join(", ")}`);
    expect(sorted(await refusal(restore({}, other)))).to.equal(
      `the repository backups has no backup of ${other.prefix}*; it has ${kept}`,
    );
    expect(sorted(await refusal(restore({ snapshot: "fifth" }, other)))).to.equal(
      `the repository backups has no snapshot fifth; it has ${kept}`,
    );
    expect(await refusal(restore({ snapshot: "fourth" }, other))).to.match(
      new RegExp(`^the snapshot fourth has no indices of INDEX_PREFIX ${other.prefix}; it has .*${prefix}`),
    );
    await other.close();
  });

  it("backup and restore fail with EngineUnavailableError if the engine is unavailable", async () => {
    const away = createEngine({ url: "http://127.0.0.1:1", prefix });
    for (const work of [backup({}, { of: away }), restore({}, away)]) {
      expect(await work.catch((error: unknown) => error)).to.be.instanceOf(EngineUnavailableError);
    }
    await away.close();
  });
});
