import { expect } from "chai";
import pLimit from "p-limit";
import type { ProductSource } from "../../../../src/catalog/product-document.js";
import { liveGeneration, readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { createLeases, LeaseLostError } from "../../../../src/engine/lease.js";
import { STATUS, type IngestionMode } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { readJob } from "../../../../src/catalog/ingestion/ingestion-store.js";
import { blockWrites, createIndex, stateIndex } from "../../../../src/engine/indices.js";
import { rollBack } from "../../../../src/catalog/ingestion/rollback.js";
import type { WorkerDeps } from "../../../../src/catalog/ingestion/worker.js";
import { catalogAlias, createLiveCatalogs } from "../../../../src/catalog/live.js";
import { getDocument, putDocument } from "../../../../src/engine/documents.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { deleteLine, feed, insertLine, updateLine, useCatalog } from "../../../support/catalog.js";
import { dying, interposed, type Death } from "../../../support/interposed-engine.js";
import { until } from "../../../support/until.js";

/** Lease duration in seconds: short for a quick takeover, but longer than pauses of a busy test machine. */
const LEASE_SECONDS = 0.6;

const many = (count: number, line: (one: number) => string) => Array.from({ length: count }, (_, one) => line(one));

const FIRST = feed(
  insertLine("P1", "V1", { price: 1 }),
  insertLine("P2", "V1", { price: 2, gone: "x" }),
  ...many(150, (one) => insertLine(`F${one}`, "V1", { price: one })),
);

/**
 * Second payload: several batches with new fields, products whose variants are in distant lines, deletions, updates,
 * and changed and unchanged products.
 */
const SECOND = feed(
  insertLine("P1", "V2", { price: 3, fresh: "y" }),
  ...many(100, (one) => insertLine(`F${one}`, "V1", { price: one % 2 === 0 ? one : 1000 })),
  ...many(500, (one) => insertLine(`N${one}`)),
  insertLine("P1", "V1", { price: 1 }),
  deleteLine("F1"),
  insertLine("P3", "V1", { fresh: "z" }),
  updateLine("P3", "V1", { fresh: null, price: 4 }),
  updateLine("P2", undefined, { gone: null, price: 20 }),
  updateLine("F3", "V1", { price: 7 }),
  updateLine("N1", undefined, { price: 1 }),
  updateLine("N1", undefined, { price: null, badge: "new" }),
);

/**
 * Second payload with few changes compared with the first one, so that the new catalogue generation starts as a copy of
 * the live one.
 */
const LITTLE = feed(
  insertLine("P1", "V1", { price: 1 }),
  ...many(140, (one) => insertLine(`F${one}`, "V1", { price: one < 5 ? 1000 : one })),
  insertLine("P2", "V1", { price: 2, gone: "x" }),
  insertLine("N1", "V1", { fresh: "y" }),
  insertLine("F7", "V2", { price: 3, fresh: "z" }),
  insertLine("F8", "V1", { price: "much" }),
  deleteLine("F9"),
  ...many(300, (one) => insertLine("F10", `V${one}`, { price: one })),
  insertLine("P1", "V2", { price: 3 }),
);

/** Mode of the second job, or "little" for a soft_replace with few changes. */
type Kind = IngestionMode | "little";
const payloadOf = (kind: Kind) => (kind === "little" ? LITTLE : SECOND);
const modeOf = (kind: Kind) => (kind === "little" ? "soft_replace" : kind);

describe("an ingestion job that another process takes over", () => {
  const bench = useCatalog();

  /**
   * Returns the products of a catalogue, with job times replaced by job numbers so that different runs can be compared.
   */
  async function catalogue(clientId: string, jobs: readonly number[]) {
    const times = new Map<string, string>();
    for (const id of jobs) {
      const job = await readJob(bench.engine, id);
      if (job !== undefined) times.set(job.source.created_at, `job ${jobs.indexOf(id)}`);
    }
    const named = (product: ProductSource) => ({
      ...product,
      created_at: times.get(product.created_at),
      updated_at: times.get(product.updated_at),
    });
    const products = await bench.products(clientId);
    return Object.fromEntries(Object.entries(products).map(([id, product]) => [id, named(product)]));
  }

  /** Dependencies of a worker that runs the jobs of one client only, so that concurrent cases do not interfere. */
  const only = (clientId: string): Pick<WorkerDeps, "leaseSeconds" | "configurationOf"> => ({
    leaseSeconds: LEASE_SECONDS,
    configurationOf: (requested) => Promise.resolve(requested === clientId ? DEFAULT_CONFIGURATION : undefined),
  });

  async function ingestAlone(clientId: string, payload: string, mode: IngestionMode = "insert"): Promise<number> {
    const worker = bench.start(only(clientId));
    const { id } = await bench.ingest(clientId, payload, { mode });
    await worker.close();
    return id;
  }

  /** Expected catalogues after both payloads were ingested without an interruption, by kind of the second job. */
  const references = new Map<Kind, { readonly second: object; readonly found: string[] }>();
  before(async () => {
    for (const kind of ["insert", "soft_replace", "little"] as const) {
      const clientId = `whole-${kind}`;
      const ids = [await ingestAlone(clientId, FIRST), await ingestAlone(clientId, payloadOf(kind), modeOf(kind))];
      references.set(kind, { second: await catalogue(clientId, ids), found: await bench.found(clientId) });
    }
    expect(references.get("insert")?.found).to.have.length(2 + 150 + 500 + 2 - 1);
    // P2 stays unchanged because its update is rejected.
    expect(references.get("soft_replace")?.found).to.have.length(100 + 500 + 3 - 1 + 1);
  });

  async function finishElsewhere(clientId: string, id: number): Promise<void> {
    const worker = bench.start({ ...only(clientId), owner: "heir" });
    await until("the end of the job", async () => {
      worker.wake();
      const status = (await readJob(bench.engine, id))?.source.status;
      return status === STATUS.COMPLETED || status === STATUS.FAILED;
    });
    await worker.close();
  }

  const deaths: readonly (readonly [Kind, Death])[] = [
    ["insert", { at: "after", operation: "put_mapping", nth: 1 }],
    ["insert", { at: "before", operation: "bulk", nth: 2 }],
    ["insert", { at: "after", operation: "bulk", nth: 2 }],
    ["insert", { at: "before", operation: "refresh", nth: 1 }],
    ["soft_replace", { at: "after", operation: "create_index", nth: 1 }],
    ["soft_replace", { at: "after", operation: "bulk", nth: 2 }],
    ["soft_replace", { at: "after", operation: "put_settings", nth: 1 }],
    ["soft_replace", { at: "before", operation: "swap_alias", nth: 1 }],
    ["soft_replace", { at: "after", operation: "swap_alias", nth: 1 }],
    ["soft_replace", { at: "before", operation: "delete_index", nth: 1 }],
    ["little", { at: "after", operation: "block_writes", nth: 1 }],
    ["little", { at: "before", operation: "clone_index", nth: 1 }],
    ["little", { at: "after", operation: "clone_index", nth: 1 }],
    ["little", { at: "after", operation: "put_settings", nth: 1 }],
    ["little", { at: "after", operation: "put_mapping", nth: 1 }],
    ["little", { at: "after", operation: "bulk", nth: 1 }],
    ["little", { at: "after", operation: "bulk", nth: 2 }],
    ["little", { at: "after", operation: "put_settings", nth: 2 }],
    ["little", { at: "before", operation: "swap_alias", nth: 1 }],
    ["little", { at: "after", operation: "swap_alias", nth: 1 }],
  ];
  /**
   * Simulates a process crash during the second job, and returns the state after another process has completed the job.
   */
  async function outcomeOf(kind: Kind, death: Death, clientId: string) {
    const mode = modeOf(kind);
    const first = await ingestAlone(clientId, FIRST);
    const before = await catalogue(clientId, [first]);
    // Adds another catalogue generation, because only generations older than the previous one are deleted.
    if (death.operation === "delete_index") {
      await ingestAlone(clientId, FIRST + feed(insertLine("P1", "V1", { price: "much" })), "soft_replace");
    }

    const dead = dying(bench.engine, death);
    const second = await bench.send(clientId, payloadOf(kind), { mode });
    const doomed = bench.start({ ...only(clientId), engine: dead.engine, onError: () => undefined });
    await until("its death", () => dead.isDead());
    await finishElsewhere(clientId, second);
    await doomed.close();

    const { status, attempts } = (await readJob(bench.engine, second))?.source ?? {};
    const live = await createLiveCatalogs(bench.engine).get(clientId);
    const outcome = {
      job: { status, attempts },
      catalogue: await catalogue(clientId, [first, second]),
      found: await bench.found(clientId),
      known: [live?.fields.has("fresh"), live?.multi_variant],
      generations: (await bench.generations(clientId)).length,
    };
    if (mode === "insert") return { outcome, before, rolledBack: before };
    const leases = createLeases(bench.engine, "rollback", 5);
    const now = () => new Date().toISOString();
    await rollBack({ engine: bench.engine, leases, liveCatalogs: bench.liveCatalogs, now }, clientId);
    return { outcome, before, rolledBack: await catalogue(clientId, [first]) };
  }

  describe("an ingestion job whose process has died", () => {
    const outcomes = new Map<Death, ReturnType<typeof outcomeOf>>();
    before("start all cases, a few at a time because they mostly wait", () => {
      const limit = pLimit(4);
      for (const [position, [kind, death]] of deaths.entries()) {
        const outcome = limit(() => outcomeOf(kind, death, `dead-${position}`));
        // Prevents an unhandled rejection; each test awaits the outcome of one case later.
        outcome.catch(() => undefined);
        outcomes.set(death, outcome);
      }
    });

    for (const [kind, death] of deaths) {
      it(`an ingestion job whose process died has the result of an uninterrupted run: ${kind}, ${death.at} ${death.operation} ${death.nth}`, async () => {
        const found = await outcomes.get(death);
        expect(found?.outcome).to.deep.equal({
          job: { status: STATUS.COMPLETED, attempts: 2 },
          catalogue: references.get(kind)?.second,
          found: references.get(kind)?.found,
          known: [true, true],
          generations: kind === "insert" ? 1 : 2,
        });
        expect(found?.rolledBack).to.deep.equal(found?.before);
      });
    }
  });

  it("an ingestion job that is taken over publishes the changes that the crashed process did not publish", async () => {
    const elsewhere = createLiveCatalogs(bench.engine);
    const first = await ingestAlone("untold", FIRST);
    const dead = dying(bench.engine, { at: "after", operation: "put_mapping", nth: 1 });
    const second = await bench.send("untold", SECOND);
    const doomed = bench.start({ ...only("untold"), engine: dead.engine, onError: () => undefined });
    await until("its death", () => dead.isDead());
    expect((await elsewhere.get("untold"))?.fields.has("gone")).to.equal(true);
    await finishElsewhere("untold", second);
    await doomed.close();
    expect((await elsewhere.get("untold"))?.fields.has("fresh")).to.equal(true);
    expect(first).to.be.lessThan(second);
  });

  it("a process that takes over an ingestion job publishes the first catalogue if the job crashed after the alias swap", async () => {
    const dead = dying(bench.engine, { at: "after", operation: "swap_alias", nth: 1 });
    const id = await bench.send("first-light", FIRST);
    const doomed = bench.start({ ...only("first-light"), engine: dead.engine, onError: () => undefined });
    await until("its death", () => dead.isDead());
    await finishElsewhere("first-light", id);
    await doomed.close();
    expect((await createLiveCatalogs(bench.engine).get("first-light"))?.fields.has("gone")).to.equal(true);
    expect(await bench.found("first-light")).to.have.length(152);
    expect(await bench.generations("first-light")).to.have.length(1);
  });

  for (const kind of ["insert", "soft_replace", "little"] as const) {
    const mode = modeOf(kind);
    it(`an ingestion job has the result of an uninterrupted run after its worker was closed midway (${kind})`, async () => {
      const clientId = `closed-${kind}`.replace("_", "-");
      const first = await ingestAlone(clientId, FIRST);
      const second = await bench.send(clientId, payloadOf(kind), { mode });
      let closing: Promise<void> | undefined;
      const stopping = interposed(bench.engine, (operation, nth, proceed) => {
        if (operation === "bulk" && nth === 2) closing = worker.close();
        return proceed();
      });
      const worker = bench.start({ engine: stopping.engine, leaseSeconds: LEASE_SECONDS });
      await until("its end", () => closing !== undefined);
      await closing;
      expect((await readJob(bench.engine, second))?.source.status).to.equal(STATUS.STARTED);
      // Closed workers release their leases, so the next worker does not wait for a lease to expire.
      const heir = bench.start({ leaseSeconds: 3600 });
      expect((await bench.ended(second)).status).to.equal(STATUS.COMPLETED);
      await heir.close();
      expect(await catalogue(clientId, [first, second])).to.deep.equal(references.get(kind)?.second);
      expect(bench.problems).to.deep.equal([]);
    });

    it(`a process stops writing to the catalogue when it has lost the lease of its ingestion job (${kind})`, async () => {
      const clientId = `fenced-${kind}`.replace("_", "-");
      const first = await ingestAlone(clientId, FIRST);
      const before = await bench.products(clientId);
      const second = await bench.send(clientId, payloadOf(kind), { mode });
      const last = { insert: "put_mapping", soft_replace: "create_index", little: "clone_index" }[kind];
      const lease = `lease:${clientId}`;
      const late: string[] = [];
      let isLost = false;
      const losing = interposed(bench.engine, async (operation, _nth, proceed) => {
        if (isLost && ["bulk", "swap_alias", "put_mapping", "create_index"].includes(operation)) late.push(operation);
        const response = await proceed();
        if (operation !== last) return response;
        await putDocument(bench.engine, stateIndex(bench.engine), lease, {
          owner: "another",
          beat: 99,
          seconds: LEASE_SECONDS,
        });
        isLost = true;
        return response;
      });
      const problems: unknown[] = [];
      const zombie = bench.start({ engine: losing.engine, onError: (_message, error) => problems.push(error) });
      await until("the end of the zombie", () => problems.length > 0);
      await zombie.close();
      expect(problems[0]).to.be.instanceOf(LeaseLostError);
      expect(late).to.deep.equal([]);
      expect((await readJob(bench.engine, second))?.source).to.deep.include({ status: STATUS.STARTED, attempts: 1 });
      expect((await getDocument(bench.engine, stateIndex(bench.engine), lease))?.source).to.deep.equal({
        owner: "another",
        beat: 99,
        seconds: LEASE_SECONDS,
      });
      if (mode === "soft_replace") expect(await bench.products(clientId)).to.deep.equal(before);

      await finishElsewhere(clientId, second);
      expect(await catalogue(clientId, [first, second])).to.deep.equal(references.get(kind)?.second);
    });
  }

  it("an ingestion job can write to a live catalogue generation that a crashed process left write-blocked", async () => {
    await ingestAlone("blocked", FIRST);
    const live = (await liveGeneration(bench.engine, "blocked")) ?? "";
    for (const [mode, payload] of [
      ["insert", feed(insertLine("P9"))],
      ["soft_replace", LITTLE],
    ] as const) {
      await blockWrites(bench.engine, live);
      const id = await ingestAlone("blocked", payload, mode);
      expect((await readJob(bench.engine, id))?.source.status).to.equal(STATUS.COMPLETED);
    }
  });

  it("exactly one catalogue generation is live after a process without a lease performs its alias swap too late", async () => {
    const clientId = "too-late";
    const other = `${bench.engine.prefix}products-english-${clientId}-999-1`;
    const problems: unknown[] = [];
    const late = interposed(bench.engine, async (operation, _nth, proceed) => {
      if (operation === "swap_alias" && late.requested.get("swap_alias") === 1) {
        await createIndex(bench.engine, other, { aliases: { [catalogAlias(bench.engine, clientId)]: {} } });
        const lease = { owner: "another", beat: 99, seconds: LEASE_SECONDS };
        await putDocument(bench.engine, stateIndex(bench.engine), `lease:${clientId}`, lease);
      }
      return proceed();
    });
    await bench.send(clientId, FIRST);
    const zombie = bench.start({ engine: late.engine, onError: (_message, error) => problems.push(error) });
    await until("the end of the zombie", () => problems.length > 0);
    await zombie.close();
    expect(problems[0]).to.be.instanceOf(LeaseLostError);
    expect(await liveGeneration(bench.engine, clientId)).to.equal(other);
    expect(await bench.products(clientId)).to.deep.equal({});
    expect((await readCatalogState(bench.engine, clientId)).previous).to.equal(null);
  });
});

describe("leases", () => {
  const bench = useCatalog();

  it("leases can be acquired by another process after their release", async () => {
    const [one, two] = ["one", "two"].map((owner) => createLeases(bench.engine, owner, 60));
    const held = await one?.acquire("c");
    expect(held).to.not.equal(undefined);
    expect(await two?.acquire("c")).to.equal(undefined);
    expect(await one?.acquire("c")).to.equal(undefined);
    await held?.check();
    await held?.release();
    const next = await two?.acquire("c");
    expect(next).to.not.equal(undefined);
    expect(await failureOf(held?.check())).to.be.instanceOf(LeaseLostError);
    await next?.check();
    await next?.release();
  });

  it("leases are acquired by exactly one of many concurrent processes", async () => {
    const asking = Array.from({ length: 8 }, (_, one) =>
      createLeases(bench.engine, `owner ${one}`, 60).acquire("race"),
    );
    const held = (await Promise.all(asking)).filter((lease) => lease !== undefined);
    expect(held).to.have.length(1);
    await held[0]?.release();
  });

  it("leases cannot be acquired from a live holder", async () => {
    const held = await createLeases(bench.engine, "alive", 0.3).acquire("alive");
    const contender = createLeases(bench.engine, "contender", 0.6);
    const started = performance.now();
    await until("a second of trying", async () => {
      expect(await contender.acquire("alive")).to.equal(undefined);
      return performance.now() - started > 1500;
    });
    await held?.check();
    await held?.release();
  });

  it("leases stay with their holder if the response to a renewal was lost", async () => {
    let lost = 0;
    const flaky = interposed(bench.engine, async (operation, nth, proceed) => {
      const response = await proceed();
      if (operation !== "index" || nth !== 2) return response;
      lost += 1;
      throw new Error("the answer was lost");
    });
    const held = await createLeases(flaky.engine, "flaky", 0.3).acquire("flaky");
    await until("two more beats", () => lost === 1 && (flaky.requested.get("index") ?? 0) > 4);
    await held?.check();
    await held?.release();
    expect(
      (await getDocument<{ owner: unknown }>(bench.engine, stateIndex(bench.engine), "lease:flaky"))?.source.owner,
    ).to.equal(null);
  });

  it("leases are renewed by one request at a time, even if the engine is slow", async () => {
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    let views = 0;
    const slow = interposed(bench.engine, async (operation, nth, proceed) => {
      if (operation === "index" && nth > 1) await waiting;
      return proceed();
    });
    const held = await createLeases(slow.engine, "slow", 0.06).acquire("slow");
    await until("many beats' time", () => (views += 1) > 10);
    expect(slow.requested.get("index")).to.equal(2);
    go();
    await held?.release();
  });
});

const failureOf = (promise: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );
